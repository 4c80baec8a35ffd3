package dev.carabiner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.TestSeed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests that hold the kernel's promises would notice if one were broken: each planted mistake is found. */
class PlantedRacesTest {

    private static final String MODEL = "dev.carabiner.hook.RegistryPropertyTest";
    private static final String RACES = "dev.carabiner.session.ApprovalRaceTest";

    /** How many cases a mistake may survive; the tests themselves run as many in their normal form. */
    private static final int CASES = 20_000;

    private static final int ROUNDS = 1_000;

    @TempDir
    Path directory;

    private final PlantedFault fault = new PlantedFault();
    private final Logger log = Logger.getLogger("dev.carabiner");
    private final Level before = log.getLevel();

    @BeforeEach
    void quiet() {
        log.setLevel(Level.OFF); // the cases are full of handlers that fail
    }

    @AfterEach
    void loud() {
        log.setLevel(before);
    }

    /** Runs cases of a test in the faulty copy until one fails; returns how it failed. */
    private Throwable found(String test, int atMost) throws Exception {
        Class<?> copy = Class.forName(test, true, fault.plantedIn(directory));
        Method play = copy.getDeclaredMethod("play", int.class);
        play.setAccessible(true);
        for (int number = 0; number < atMost; number++) {
            try {
                play.invoke(null, number);
            } catch (InvocationTargetException e) {
                System.out.println("The planted mistake is found in case " + number);
                return e.getCause();
            }
        }
        return null;
    }

    @Test
    void without_a_mistake_nothing_is_found() throws Exception {
        fault.replacing("hook/Dispatch", "/** Level by level,", "/** One level after another,");

        assertThat(found(MODEL, TestSeed.cases(500))).isNull();
    }

    @Test
    void a_replacement_that_fits_nowhere_is_no_test() {
        assertThatThrownBy(() -> fault.replacing("hook/Dispatch", "no such line", ""))
                .isInstanceOf(AssertionError.class);
    }

    @Nested
    class The_model_finds {

        @Test
        void results_that_are_taken_in_finishing_order() throws Exception {
            fault.replacing(
                            "hook/ConcurrentLevel",
                            "        arrived.release();",
                            "        finished.add(place);\n        arrived.release();")
                    .replacing(
                            "hook/ConcurrentLevel",
                            "    private final HandlerCall[] calls;",
                            "    final java.util.Queue<Integer> finished = new"
                                    + " java.util.concurrent.ConcurrentLinkedQueue<>();\n"
                                    + "    private final HandlerCall[] calls;")
                    .replacing("hook/ConcurrentLevel", "    HandlerCall call(int place) {", """
                        int next() throws Exception {
                            Integer first = finished.poll();
                            while (first == null) {
                                arrived.tryAcquire(Math.min(nanosToNextLimit(), 1_000_000), TimeUnit.NANOSECONDS);
                                first = finished.poll();
                            }
                            return first;
                        }

                        HandlerCall call(int place) {\
                        """)
                    .replacing(
                            "hook/Dispatch", "            for (int place = 0; place < places.length; place++) {", """
                            for (int turn = 0; turn < places.length; turn++) {
                                int place;
                                try {
                                    place = level.next();
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }\
                            """);

            assertThat(found(MODEL, CASES)).isInstanceOf(AssertionError.class);
        }

        @Test
        void a_merged_field_that_is_lost() throws Exception {
            fault.replacing(
                    "hook/EmitState",
                    "merged = level.with(data, version, hook);",
                    "level.with(data, version, hook); merged = version;");

            assertThat(found(MODEL, CASES)).isInstanceOf(AssertionError.class);
        }

        @Test
        void a_guard_that_is_not_asked_again() throws Exception {
            fault.replacing(
                    "hook/Dispatch",
                    "return emit.mayNeedGuards() ? askGuardsAgain(emit) : emit.outcome();",
                    "return emit.outcome();");

            assertThat(found(MODEL, CASES)).isInstanceOf(AssertionError.class);
        }

        @Test
        void a_guard_that_is_not_asked_about_a_call_which_became_one_of_its_tool() throws Exception {
            fault.replacing("hook/EmitState", "(isChanged || isJudge(at))\n", "isJudge(at) && isCalled(at)\n");

            assertThat(found(MODEL, CASES)).isInstanceOf(AssertionError.class);
        }

        @Test
        void a_late_result_that_counts() throws Exception {
            fault.replacing("hook/HandlerCall", "            requireInTime();\n", "")
                    .replacing(
                            "hook/HandlerCall",
                            "return timeout == null || phase.get() == Phase.WAITING ? limit : limit -"
                                    + " (System.nanoTime() - began);",
                            "return TimeUnit.SECONDS.toNanos(10);");

            assertThat(found(MODEL, CASES)).isInstanceOf(AssertionError.class);
        }
    }

    @Nested
    class The_races_find {

        @Test
        void a_late_answer_that_counts() throws Exception {
            fault.replacing(
                    "approval/ApprovalProgress",
                    "if (decision != null) {\n            return new VoteResult.Late(decision);",
                    "if (false) {\n            return new VoteResult.Late(decision);");

            assertThat(found(RACES, ROUNDS)).isInstanceOf(AssertionError.class);
        }

        @Test
        void a_decision_that_is_made_outside_the_lock() throws Exception {
            fault.replacing(
                            "approval/MemoryEntry",
                            "        lock.lock();\n"
                                    + "        try {\n"
                                    + "            expire();\n"
                                    + "            return change.get();",
                            "        try {\n            expire();\n            return change.get();")
                    .replacing(
                            "approval/MemoryEntry",
                            "        } finally {\n            lock.unlock();\n        }\n    }\n}",
                            "        } finally {\n            Thread.yield();\n        }\n    }\n}")
                    .replacing(
                            "approval/ApprovalProgress",
                            "        boolean isNew = votes",
                            "        Thread.yield();\n        boolean isNew = votes");

            assertThat(found(RACES, ROUNDS)).isNotNull();
        }

        @Test
        void a_permit_that_is_redeemed_after_the_end() throws Exception {
            fault.replacing(
                    "session/PermitDesk",
                    "        if (lifecycle.isEnded()) {\n            throw tooLate(permit, ",
                    "        if (false) {\n            throw tooLate(permit, ");

            assertThat(found(RACES, ROUNDS)).isInstanceOf(AssertionError.class);
        }
    }
}
