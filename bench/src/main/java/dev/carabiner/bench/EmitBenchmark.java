package dev.carabiner.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One emit by one contestant. Every JVM measures a single one, so that no contestant's types are in another's profile;
 * with several threads they all emit on the same registry.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EmitBenchmark {
    @Param("CARABINER")
    public String contestant = "";

    @Param("3")
    public int handlers;

    private @Nullable Emitter emitter;

    @Setup
    public void prepare(Blackhole hole) {
        emitter = Contestant.valueOf(contestant).prepare(handlers, Sink.into(hole));
    }

    @Benchmark
    public @Nullable Object emit() {
        return emitter.emit();
    }
}
