/**
 * Files that programs share on one machine: for their owner only, replaced whole, changed by one process at a time.
 *
 * <p>Open {@link dev.carabiner.file.PrivateFiles} first. Everything here can be called by an interrupted thread, which
 * stays interrupted: a file channel that closes for that reason is opened again.
 */
@NullMarked
package dev.carabiner.file;

import org.jspecify.annotations.NullMarked;
