/** Servers for the tests of the approval stores. Open {@link dev.carabiner.storetests.PostgresServer} first. */
@NullMarked
package dev.carabiner.storetests;

import org.jspecify.annotations.NullMarked;
