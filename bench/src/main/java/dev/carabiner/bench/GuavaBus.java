package dev.carabiner.bench;

import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;

/** Guava's {@code EventBus}: annotated methods, found by the event's class and called by reflection. */
final class GuavaBus implements Emitter {
    private final EventBus bus = new EventBus();
    private final SampleCall event = SampleCall.sample();

    GuavaBus(int count, Sink sink) {
        bus.register(new Bystander());
        for (int i = 0; i < count; i++) {
            bus.register(noOp(Kind.at(i, count), sink));
        }
    }

    @Override
    public Object emit() {
        bus.post(event);
        return event;
    }

    private static Object noOp(Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST -> new First(sink);
            case SECOND -> new Second(sink);
            case THIRD -> new Third(sink);
            case FOURTH -> new Fourth(sink);
        };
    }

    // Classes, not records: the bus takes listeners that are equal for one and the same.
    static final class First {
        private final Sink sink;

        First(Sink sink) {
            this.sink = sink;
        }

        @Subscribe
        public void on(SampleCall event) {
            sink.take(event);
        }
    }

    static final class Second {
        private final Sink sink;

        Second(Sink sink) {
            this.sink = sink;
        }

        @Subscribe
        public void on(SampleCall event) {
            sink.take(event);
        }
    }

    static final class Third {
        private final Sink sink;

        Third(Sink sink) {
            this.sink = sink;
        }

        @Subscribe
        public void on(SampleCall event) {
            sink.take(event);
        }
    }

    static final class Fourth {
        private final Sink sink;

        Fourth(Sink sink) {
            this.sink = sink;
        }

        @Subscribe
        public void on(SampleCall event) {
            sink.take(event);
        }
    }

    static final class Bystander {
        @Subscribe
        public void on(String other) {}
    }
}
