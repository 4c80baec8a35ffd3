package dev.carabiner.console;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in: the one-time token of a link, the cookies that were given for it, the tokens of programs, and the
 * nonces of requests that were shown. All of it is in memory: a restart signs everyone out.
 */
final class Access {

    static final int SHORTEST_TOKEN = 32;

    private static final int MOST_FAILURES = 20;
    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int MOST_COOKIES = 1_000;
    private static final int MOST_NONCES = 10_000;

    /** What a nonce was given for. It works once. */
    private record Shown(String user, String request, String digest) {}

    private final Map<String, User> links = new ConcurrentHashMap<>();
    private final Map<String, User> tokens = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, User> cookies = new LinkedHashMap<>(); // guarded by lock, as the next two
    private final Map<String, Shown> nonces = new LinkedHashMap<>();
    private final Deque<Long> failures = new ArrayDeque<>();
    private final LongSupplier nanoTime;

    Access(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A token for a link; who comes with it first is this user. */
    String newLink(User user) {
        String token = Secret.next();
        links.put(Secret.digest(token), user);
        return token;
    }

    void addToken(String token, User user) {
        tokens.put(Secret.digest(token), user);
    }

    /** The cookie for a link's token, which is used up by this; null if it is none. */
    @Nullable
    String login(String token) {
        User user = links.remove(Secret.digest(token));
        if (user == null) {
            failed();
            return null;
        }
        String cookie = Secret.next();
        lock.lock();
        try {
            cookies.put(Secret.digest(cookie), user);
            dropOldest(cookies, MOST_COOKIES);
        } finally {
            lock.unlock();
        }
        return cookie;
    }

    @Nullable
    User byCookie(String cookie) {
        lock.lock();
        try {
            return cookies.get(Secret.digest(cookie));
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    User byToken(String token) {
        User user = tokens.get(Secret.digest(token));
        if (user == null) {
            failed();
        }
        return user;
    }

    private void failed() {
        lock.lock();
        try {
            failures.addLast(nanoTime.getAsLong());
            if (failures.size() > MOST_FAILURES) {
                failures.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether so many tries have failed within a minute that further ones are not even looked at. */
    boolean isUnderAttack() {
        lock.lock();
        try {
            return failures.size() == MOST_FAILURES && nanoTime.getAsLong() - failures.getFirst() < A_MINUTE;
        } finally {
            lock.unlock();
        }
    }

    /** A nonce for a request that is shown to this user now. */
    String shown(User user, String request, String digest) {
        String nonce = "n_" + Secret.next();
        lock.lock();
        try {
            nonces.put(nonce, new Shown(user.name(), request, digest));
            dropOldest(nonces, MOST_NONCES);
        } finally {
            lock.unlock();
        }
        return nonce;
    }

    /** Uses a nonce up. False if it is none, was used, or was given to another user, for another request or operation. */
    boolean use(String nonce, User user, String request, String digest) {
        lock.lock();
        try {
            Shown shown = nonces.remove(nonce);
            return new Shown(user.name(), request, digest).equals(shown);
        } finally {
            lock.unlock();
        }
    }

    private static void dropOldest(Map<String, ?> map, int most) {
        if (map.size() > most) {
            map.remove(map.keySet().iterator().next());
        }
    }
}
