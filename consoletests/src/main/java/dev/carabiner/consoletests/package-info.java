/** Nothing but a name: this module holds tests. */
@NullMarked
package dev.carabiner.consoletests;

import org.jspecify.annotations.NullMarked;
