package dev.carabiner.hook;

import java.util.Set;

/** Who hears one event, in running order, each with the name it is given. */
final class Chain {

    /** These tell that something has been decided; their handlers cannot decide it again. */
    private static final Set<String> ANNOUNCEMENTS = Set.of("approval:required", "approval:granted", "approval:denied");

    final String event;
    final RegisteredHook[] hooks;
    final String[] namesGiven;
    final boolean isAnnouncement;

    Chain(String canonicalEvent, RegisteredHook[] hooks) {
        this.event = canonicalEvent;
        this.hooks = hooks;
        this.namesGiven = new String[hooks.length];
        for (int i = 0; i < hooks.length; i++) {
            namesGiven[i] = hooks[i].nameGiven(canonicalEvent);
        }
        this.isAnnouncement = ANNOUNCEMENTS.contains(canonicalEvent);
    }
}
