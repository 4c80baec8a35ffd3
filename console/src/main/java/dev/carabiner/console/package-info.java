/**
 * The page and the HTTP API over a store of approvals. Open {@link dev.carabiner.console.Console} first: it starts the
 * server; {@code Gate} decides who gets in, {@code ApprovalApi} answers, {@code Sockets} tells pages what has changed.
 */
@NullMarked
package dev.carabiner.console;

import org.jspecify.annotations.NullMarked;
