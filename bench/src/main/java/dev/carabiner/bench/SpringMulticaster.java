package dev.carabiner.bench;

import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;

/** Spring's {@code SimpleApplicationEventMulticaster}: listeners found by the event's generic type, called in order. */
final class SpringMulticaster implements Emitter {
    private final SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
    private final ToolCallEvent event = new ToolCallEvent(this, SampleCall.sample());

    SpringMulticaster(int count, Sink sink) {
        multicaster.addApplicationListener(new Bystander());
        for (int i = 0; i < count; i++) {
            multicaster.addApplicationListener(noOp(Kind.at(i, count), sink));
        }
    }

    @Override
    public Object emit() {
        multicaster.multicastEvent(event);
        return event;
    }

    private static ApplicationListener<ToolCallEvent> noOp(Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST -> new First(sink);
            case SECOND -> new Second(sink);
            case THIRD -> new Third(sink);
            case FOURTH -> new Fourth(sink);
        };
    }

    @SuppressWarnings("serial") // an event is serializable by inheritance only
    static final class ToolCallEvent extends ApplicationEvent {
        private final transient SampleCall call;

        ToolCallEvent(Object source, SampleCall call) {
            super(source);
            this.call = call;
        }

        SampleCall call() {
            return call;
        }
    }

    @SuppressWarnings("serial")
    static final class OtherEvent extends ApplicationEvent {
        OtherEvent(Object source) {
            super(source);
        }
    }

    // Classes, not lambdas, from which Spring cannot read the event's type; nor records: equal listeners count once.
    static final class First implements ApplicationListener<ToolCallEvent> {
        private final Sink sink;

        First(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onApplicationEvent(ToolCallEvent event) {
            sink.take(event.call());
        }
    }

    static final class Second implements ApplicationListener<ToolCallEvent> {
        private final Sink sink;

        Second(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onApplicationEvent(ToolCallEvent event) {
            sink.take(event.call());
        }
    }

    static final class Third implements ApplicationListener<ToolCallEvent> {
        private final Sink sink;

        Third(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onApplicationEvent(ToolCallEvent event) {
            sink.take(event.call());
        }
    }

    static final class Fourth implements ApplicationListener<ToolCallEvent> {
        private final Sink sink;

        Fourth(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onApplicationEvent(ToolCallEvent event) {
            sink.take(event.call());
        }
    }

    static final class Bystander implements ApplicationListener<OtherEvent> {
        @Override
        public void onApplicationEvent(OtherEvent event) {}
    }
}
