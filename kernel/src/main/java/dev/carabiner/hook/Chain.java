package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who hears one event, in running order, each with the name it is given. */
final class Chain {

    /** These tell that something has been decided; their handlers cannot decide it again. */
    private static final Set<String> ANNOUNCEMENTS = Set.of("approval:required", "approval:granted", "approval:denied");

    final String event;
    final RegisteredHook[] hooks;
    final HookHandler[] calls; // what calls each of them and throws what it throws: an emit need not touch the hooks
    final String[] namesGiven;
    final boolean isAnnouncement;
    final boolean hasGuards;

    private final int @Nullable [] levelEnds; // for each handler the place after its level; null if all are alone
    private final @Nullable ToolFilter toolFilter;

    Chain(String canonicalEvent, RegisteredHook[] hooks) {
        this.event = canonicalEvent;
        this.hooks = hooks;
        this.calls = new HookHandler[hooks.length];
        this.namesGiven = new String[hooks.length];
        for (int i = 0; i < hooks.length; i++) {
            calls[i] = hooks[i].bareCall();
            namesGiven[i] = hooks[i].nameGiven(canonicalEvent);
        }
        this.isAnnouncement = ANNOUNCEMENTS.contains(canonicalEvent);
        this.hasGuards = Arrays.stream(hooks).anyMatch(RegisteredHook::isGuard);
        this.levelEnds = levelEnds(hooks);
        this.toolFilter = ToolFilter.of(hooks);
    }

    private static int @Nullable [] levelEnds(RegisteredHook[] hooks) {
        int[] ends = new int[hooks.length];
        boolean alone = true;
        for (int i = hooks.length - 1; i >= 0; i--) {
            boolean joins = i + 1 < hooks.length && hooks[i].runsBeside(hooks[i + 1]);
            ends[i] = joins ? ends[i + 1] : i + 1;
            alone &= !joins;
        }
        return alone ? null : ends;
    }

    boolean hasLevels() {
        return levelEnds != null;
    }

    /** The place after the level that begins here; the next place if the handler is alone. */
    int endOfLevel(int start) {
        return levelEnds == null ? start + 1 : levelEnds[start];
    }

    /** For each handler whether it is left out because the data are about a tool that it is not for; null for none. */
    boolean @Nullable [] leftOut(EventData data) {
        return toolFilter == null ? null : toolFilter.leftOut(data);
    }
}
