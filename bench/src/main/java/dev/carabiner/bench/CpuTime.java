package dev.carabiner.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds to JMH's clock time the processor time of one emit, and how often it waited. Every contestant works on the
 * emitting thread, so the two times agree on an idle machine; on a busy one, only this leaves out the time in which
 * others had the processor.
 */
public final class CpuTime implements InternalProfiler {
    static final String NANOS = "cpu";
    static final String WAITS = "waits";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Spent before = new Spent(0, 0);

    @Override
    public String getDescription() {
        return "Processor time and waits of the measuring threads";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = spent();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Spent after = spent();
        double emits = result.getMetadata().getAllOps();
        return List.of(
                new ScalarResult(NANOS, (after.nanos - before.nanos) / emits, "ns/op", AggregationPolicy.AVG),
                new ScalarResult(WAITS, (after.waits - before.waits) / emits, "waits/op", AggregationPolicy.AVG));
    }

    private static Spent spent() {
        long nanos = 0;
        long waits = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains("jmh-worker")) {
                nanos += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
                waits += thread.getBlockedCount() + thread.getWaitedCount();
            }
        }
        return new Spent(nanos, waits);
    }

    private record Spent(long nanos, long waits) {}
}
