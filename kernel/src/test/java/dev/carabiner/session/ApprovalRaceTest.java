package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.TestSeed;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sixty-four threads ask, decide, cancel, let time pass and end one session: each request has one decision, on which
 * record, events, receipts, store and outcome agree, and nothing is permitted after the end.
 */
@Timeout(1_800)
class ApprovalRaceTest {

    private static final int THREADS = 64;
    private static final int ASKING = 16;

    private static final TestSeed SEED = TestSeed.of(ApprovalRaceTest.class);

    @Test
    void one_decision_each_and_nothing_after_the_end() throws Exception {
        int decided = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < TestSeed.cases(1_000); round++) {
                decided += run(round, threads).check("round " + round + " of " + SEED);
            }
        }
        assertThat(decided).as("rounds in which nothing happens prove nothing").isPositive();
    }

    /** One round on threads of its own. */
    static void play(int number) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            run(number, threads).check("round " + number + " of " + SEED);
        }
    }

    private static RaceRound run(int number, ExecutorService threads) throws Exception {
        SplittableRandom random = SEED.forCase(number);
        RaceRound round = new RaceRound(random.split());
        CyclicBarrier start = new CyclicBarrier(THREADS);
        var running = IntStream.range(0, THREADS)
                .<Future<?>>mapToObj(thread -> {
                    SplittableRandom own = random.split();
                    return threads.submit(() -> {
                        start.await();
                        act(round, thread, own);
                        return null;
                    });
                })
                .toList();
        for (Future<?> one : running) {
            one.get(60, TimeUnit.SECONDS);
        }
        return round;
    }

    private static void act(RaceRound round, int thread, SplittableRandom random) throws InterruptedException {
        if (thread < ASKING) {
            round.ask(thread);
        } else if (thread == ASKING) {
            pause(random.nextInt(3_000));
            round.end();
        } else if (thread == ASKING + 1 && random.nextInt(3) == 0) {
            pause(random.nextInt(3_000));
            round.cancel();
        } else {
            pause(random.nextInt(1_000));
            round.decide(thread, random);
        }
    }

    private static void pause(int micros) {
        long until = System.nanoTime() + micros * 1_000L;
        while (System.nanoTime() < until) {
            Thread.yield();
        }
    }
}
