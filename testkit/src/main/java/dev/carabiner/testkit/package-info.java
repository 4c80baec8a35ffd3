/**
 * What tests need, here and in projects that build on Carabiner: the contract of each port of the kernel as an abstract
 * test class, records to fill a log with, and processes to watch and to kill.
 *
 * <p>Open {@link dev.carabiner.testkit.ApprovalSystemContract} first: the test of an implementation extends the contract
 * of its port and inherits its tests. Only tests use this package.
 */
@NullMarked
package dev.carabiner.testkit;

import org.jspecify.annotations.NullMarked;
