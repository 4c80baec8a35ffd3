package dev.carabiner.adapter.scenario;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has a thousand conversations at work at once, all in the middle of a tool call, wave after wave of new ones, and prints
 * how many sessions there were, how many are left after a while, and what memory is in use then.
 */
final class ManyConversations {

    private static final int CONVERSATIONS = 1_000;
    private static final Duration IDLE = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ManyConversations() {}

    /** Arguments: the number of waves, and at the third place a directory to work in. */
    static void run(String[] args, CostedAgent.Maker maker) throws Exception {
        Engine engine = CallCosts.engine(Path.of(args[2]), null);
        Conversations conversations =
                Conversations.builder(engine).idleAfter(IDLE).build();
        for (int wave = 0; wave < Integer.parseInt(args[0]); wave++) {
            int most = wave(wave, conversations, maker);
            awaitEviction(conversations);
            System.out.println("wave\t" + most + "\t" + conversations.size() + "\t" + usedMemory());
        }
        conversations.close();
        engine.close();
    }

    /** The agent goes with its wave: what the framework remembers is not what is measured. */
    private static int wave(int number, Conversations conversations, CostedAgent.Maker maker) throws Exception {
        CountDownLatch allThere = new CountDownLatch(CONVERSATIONS);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        CostedAgent agent = maker.make(conversations, () -> await(allThere, most, conversations));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            String id = "w" + number + "-c" + i;
            threads.add(Thread.ofPlatform().start(() -> {
                if (agent.ask(id, "go").equals("done")) {
                    answered.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (answered.get() != CONVERSATIONS) {
            throw new IllegalStateException(answered.get() + " of " + CONVERSATIONS + " conversations were answered");
        }
        return most.get();
    }

    private static void await(CountDownLatch allThere, AtomicInteger most, Conversations conversations) {
        allThere.countDown();
        try {
            if (!allThere.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("Not all conversations came to their tool call");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        most.accumulateAndGet(conversations.size(), Math::max);
    }

    private static void awaitEviction(Conversations conversations) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (conversations.size() > 0 && System.nanoTime() < until) {
            Thread.sleep(50);
        }
    }

    private static long usedMemory() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
