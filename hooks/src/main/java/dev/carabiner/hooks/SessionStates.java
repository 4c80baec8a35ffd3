package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * What a module remembers of each session. One registry serves a session and all its sub-agents, so there are several;
 * of those that have been silent for longest only the last few hundred are kept.
 *
 * @param <S> immutable
 */
final class SessionStates<S> {

    static final int MOST_SESSIONS = 256;

    private final S initial;
    private final ReentrantLock changing = new ReentrantLock();
    private final Map<String, S> states = new LinkedHashMap<>(16, 0.75f, true);

    SessionStates(S initial) {
        this.initial = initial;
    }

    S of(EventData event) {
        return update(event, state -> state);
    }

    S of(String sessionId) {
        return update(sessionId, state -> state);
    }

    S update(EventData event, UnaryOperator<S> change) {
        return update(event.get("session_id") instanceof String id ? id : "", change);
    }

    private S update(String sessionId, UnaryOperator<S> change) {
        changing.lock();
        try {
            S state = change.apply(states.getOrDefault(sessionId, initial));
            states.put(sessionId, state);
            if (states.size() > MOST_SESSIONS) {
                states.remove(states.keySet().iterator().next());
            }
            return state;
        } finally {
            changing.unlock();
        }
    }
}
