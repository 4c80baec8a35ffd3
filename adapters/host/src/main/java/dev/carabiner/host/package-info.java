/**
 * What the adapters of all frameworks have in common. Open {@link dev.carabiner.host.Turn} first: an adapter begins one for
 * each prompt, in a {@link dev.carabiner.host.Conversation} that {@link dev.carabiner.host.Conversations} keeps by its id, and
 * takes everything through it that the framework's agent does. Nothing here knows a framework.
 */
@NullMarked
package dev.carabiner.host;

import org.jspecify.annotations.NullMarked;
