package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Handlers that come and go while events are emitted, each with the times between which it must be heard. One counter
 * is the clock of all threads.
 */
final class Crowd {

    static final String EVENT = "tool:pre";
    static final String PATTERN = "tool:*";

    private static final int MOST = 30;

    private final HookRegistry registry;
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger emits = new AtomicInteger();
    private final Set<Member> present = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<List<Member>> heard = new ThreadLocal<>();

    Crowd(HookRegistry registry) {
        this.registry = registry;
    }

    private final class Member implements HookHandler {
        final long comingAt = clock.incrementAndGet();
        final int priority = ThreadLocalRandom.current().nextInt(-2, 3);
        final String event = ThreadLocalRandom.current().nextBoolean() ? EVENT : PATTERN;
        final String name = "m" + comingAt;
        volatile long cameAt = Long.MAX_VALUE;
        volatile long goingAt = Long.MAX_VALUE;
        volatile long goneAt = Long.MAX_VALUE;
        volatile Registration registration;

        @Override
        public HookResult handle(String given, EventData data) {
            heard.get().add(this);
            return null;
        }

        boolean certainlyBefore(Member other) {
            return priority < other.priority || priority == other.priority && cameAt < other.comingAt;
        }
    }

    void comeAndGo() {
        if (present.size() < MOST && ThreadLocalRandom.current().nextBoolean()) {
            Member member = new Member();
            member.registration = registry.register(member.event, member.priority, member.name, member);
            member.cameAt = clock.incrementAndGet();
            present.add(member);
            return;
        }
        for (Member member : present) {
            if (ThreadLocalRandom.current().nextInt(4) == 0 && present.remove(member)) {
                member.goingAt = clock.incrementAndGet();
                member.registration.close();
                member.goneAt = clock.incrementAndGet();
                return;
            }
        }
    }

    void emit() {
        List<Member> ran = new ArrayList<>();
        heard.set(ran);
        List<Member> there = List.copyOf(present);
        long began = clock.incrementAndGet();
        HookOutcome outcome = registry.emit(EVENT, EventData.empty());
        long ended = clock.incrementAndGet();
        emits.incrementAndGet();

        require(
                outcome.runs().stream().map(HandlerRun::name).toList(),
                ran.stream().map(it -> it.name).toList());
        Set<Member> once = new HashSet<>(ran);
        require(once.size(), ran.size());
        for (Member member : there) {
            require(once.contains(member) || member.goingAt < ended, true);
        }
        for (int i = 0; i < ran.size(); i++) {
            require(ran.get(i).goneAt < began, false);
            require(i > 0 && ran.get(i).certainlyBefore(ran.get(i - 1)), false);
        }
    }

    private static void require(Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    int emits() {
        return emits.get();
    }

    /** Once all threads have stopped; equal priorities in the order in which the registry numbered them. */
    List<String> namesLeftOn(String event) {
        List<String> listed = registry.listHandlers().getOrDefault(event, List.of());
        List<Member> left = new ArrayList<>(
                present.stream().filter(it -> it.event.equals(event)).toList());
        left.sort((a, b) -> a.priority != b.priority
                ? Integer.compare(a.priority, b.priority)
                : Integer.compare(listed.indexOf(a.name), listed.indexOf(b.name)));
        return left.stream().map(it -> it.name).toList();
    }
}
