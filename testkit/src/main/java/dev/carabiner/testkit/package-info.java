/**
 * What tests of hooks need, here and in projects that build on Carabiner: a session in memory whose ports remember, a
 * script of answers, a recorder of events, assertions, and the contract of each port and of hook modules as an abstract
 * test class.
 *
 * <p>Open {@link dev.carabiner.testkit.TestSession} first; {@link dev.carabiner.testkit.CarabinerAssertions} for what can
 * be asserted; {@link dev.carabiner.testkit.HookModuleContract} for a contract: the test of an implementation extends the
 * contract of its kind and inherits its tests. Only tests use this package.
 */
@NullMarked
package dev.carabiner.testkit;

import org.jspecify.annotations.NullMarked;
