package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.session.EmitClock.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmitClockTest {

    private static final Duration TOLERANCE = Duration.ofMillis(1);

    @Test
    void tells_the_time_of_the_system() {
        EmitClock clock = new EmitClock(Clock.systemUTC());
        for (int i = 0; i < 100_000; i++) {
            Instant before = Instant.now();
            Moment now = clock.now();

            assertThat(now.time())
                    .isBetween(before.minus(TOLERANCE), Instant.now().plus(TOLERANCE));
        }
    }

    @Test
    void tells_it_by_the_monotonic_clock_between_two_looks() {
        EmitClock clock = new EmitClock(Clock.system(ZoneId.of("Asia/Tokyo")));
        List<Moment> moments =
                IntStream.range(0, 200_000).mapToObj(i -> clock.now()).toList();
        long asMonotonic = 0;
        for (int i = 1; i < moments.size(); i++) {
            Duration passed =
                    Duration.between(moments.get(i - 1).time(), moments.get(i).time());
            asMonotonic += passed.toNanos()
                            == moments.get(i).nanos() - moments.get(i - 1).nanos()
                    ? 1
                    : 0;
        }

        assertThat(asMonotonic).isGreaterThan(moments.size() * 9 / 10);
    }

    @Test
    void asks_a_clock_of_the_hosts_own_each_time() {
        Deque<Instant> times =
                new ArrayDeque<>(List.of(Instant.EPOCH, Instant.parse("2030-01-01T00:00:00Z"), Instant.MIN));
        EmitClock clock = new EmitClock(new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return times.removeFirst();
            }
        });
        List<Instant> expected = List.copyOf(times);

        assertThat(List.of(clock.now().time(), clock.now().time(), clock.now().time()))
                .isEqualTo(expected);
    }

    @Test
    void stands_where_the_monotonic_clock_does() {
        EmitClock clock = new EmitClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        long before = System.nanoTime();

        long nanos = clock.now().nanos();

        assertThat(nanos - before).isBetween(0L, System.nanoTime() - before);
    }
}
