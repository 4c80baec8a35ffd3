package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.event.EventData;
import dev.carabiner.event.TestSeed;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is asked after an "Allow always" is what a small model of the scopes says, over random operations and threads. */
@Timeout(1_800)
class GrantScopePropertyTest {

    private static final TestSeed SEED = TestSeed.of(GrantScopePropertyTest.class);
    private static final int STEPS = 10;

    @Test
    void the_sessions_agree_with_the_model() throws Exception {
        int remembered = 0;
        for (int i = 0; i < TestSeed.cases(1_000); i++) {
            remembered += new Case(SEED.forCase(i), "case " + i + ", " + SEED).play();
        }
        assertThat(remembered)
                .as("cases in which nothing is remembered prove nothing")
                .isPositive();
    }

    /** What a hook asks about, and in which session. Few different values on purpose, so that they meet. */
    private record Operation(
            String session,
            String hook,
            String event,
            String tool,
            String command,
            String prompt,
            String scope,
            List<String> options) {

        static Operation random(SplittableRandom random) {
            return new Operation(
                    oneOf(random, "s-1", "s-1", "s-2"),
                    oneOf(random, "one", "one", "two"),
                    oneOf(random, "tool:pre", "tool:pre", "tool:post"),
                    oneOf(random, "Bash", "Bash", "Bash\",\"scope\":\"a"),
                    oneOf(random, "ls", "ls\n", "ls\\n"),
                    oneOf(random, "Sure?", "Sure?", "Sure?\u0000"),
                    oneOf(random, "", "a", "a\u0301", "Bash"),
                    oneOf(random, List.of("Allow always", "Deny"), List.of("Allow once", "Allow always", "Deny")));
        }

        /** The rule: a grant holds for the scope that was shown, or else for exactly this operation. */
        List<Object> reach() {
            List<Object> common = List.of(session, hook, event, tool, options);
            return scope.isEmpty() ? List.of(common, prompt, command) : List.of(common, scope);
        }

        EventData data(String call) {
            return EventData.of("tool_name", tool, "tool_input", Map.of("command", command), "tool_call_id", call);
        }

        HookResult question() {
            return HookResult.ask(prompt)
                    .options(options.toArray(String[]::new))
                    .scope(scope);
        }
    }

    @SafeVarargs
    private static <T> T oneOf(SplittableRandom random, T... values) {
        return values[random.nextInt(values.length)];
    }

    /** Several operations one after another, some of them emitted by more than one thread at once. */
    private static final class Case {

        private final SplittableRandom random;
        private final String where;
        private final HookRegistry hooks = new HookRegistry();
        private final ApprovalStore store = ApprovalStore.inMemory();
        private final Map<String, SessionCoordinator> sessions = new HashMap<>();
        private final AtomicInteger asked = new AtomicInteger();
        private final Set<List<Object>> always = new HashSet<>(); // the model
        private Operation operation; // these three are set before the threads of a step begin
        private String answer;
        private long delay;

        Case(SplittableRandom random, String where) {
            this.random = random;
            this.where = where;
            for (String hook : List.of("one", "two")) {
                hooks.register(
                        "tool:*",
                        0,
                        hook,
                        (event, data) -> hook.equals(operation.hook()) ? operation.question() : null);
            }
        }

        /** Returns how often an earlier grant held. */
        int play() throws InterruptedException {
            int remembered = 0;
            for (int step = 0; step < STEPS; step++) {
                remembered += step() ? 1 : 0;
            }
            return remembered;
        }

        private boolean step() throws InterruptedException {
            operation = Operation.random(random);
            answer = oneOf(random, "Allow always", "Allow always", "Allow once", "Deny");
            delay = random.nextInt(4) == 0 ? random.nextInt(200_000) : 0;
            int threads = random.nextInt(4) == 0 ? 3 : 1;
            boolean isRemembered = always.contains(operation.reach());
            boolean isGranted =
                    answer.startsWith("Allow") && operation.options().contains(answer);
            boolean isAlways = isGranted && answer.equals("Allow always");
            asked.set(0);

            List<Boolean> granted = emit(threads);

            int questions = isRemembered ? 0 : isAlways ? 1 : threads;
            assertThat(asked).as("questions about %s in %s", operation, where).hasValue(questions);
            assertThat(granted)
                    .as("grants of %s in %s", operation, where)
                    .hasSize(threads)
                    .containsOnly(isRemembered || isGranted);
            if (isAlways && !isRemembered) {
                always.add(operation.reach());
            }
            return isRemembered;
        }

        private List<Boolean> emit(int count) throws InterruptedException {
            SessionCoordinator session = session();
            Queue<Boolean> granted = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                EventData data = operation.data("call-" + i);
                threads.add(Thread.ofVirtual()
                        .start(() -> granted.add(
                                !session.emit(operation.event(), data).denied())));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            return List.copyOf(granted);
        }

        /** Now and then the session has been resumed meanwhile. */
        private SessionCoordinator session() {
            String id = operation.session();
            if (random.nextInt(5) == 0 && sessions.containsKey(id)) {
                sessions.remove(id).end();
            }
            return sessions.computeIfAbsent(
                    id,
                    unused -> SessionCoordinator.builder()
                            .sessionId(id)
                            .hooks(hooks)
                            .approvalStore(store)
                            .approvals(this::answer)
                            .build());
        }

        private String answer(ApprovalRequest request) {
            asked.incrementAndGet();
            LockSupport.parkNanos(delay);
            return answer;
        }
    }
}
