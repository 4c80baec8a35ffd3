package dev.carabiner.bench;

import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The least that finding and calling handlers by name can cost: one look-up, one array, one call each. */
final class BareLoop implements Emitter {
    private static final Handler[] NONE = {};

    private final ConcurrentHashMap<String, Handler[]> handlers = new ConcurrentHashMap<>();
    private final SampleCall data = SampleCall.sample();

    BareLoop(int count, Sink sink) {
        for (String bystander : SampleCall.BYSTANDERS) {
            handlers.put(bystander, new Handler[] {noOp(Kind.FIRST, sink)});
        }
        if (count > 0) {
            handlers.put(
                    SampleCall.EVENT,
                    IntStream.range(0, count)
                            .mapToObj(i -> noOp(Kind.at(i, count), sink))
                            .toArray(Handler[]::new));
        }
    }

    @Override
    public @Nullable Object emit() {
        Object last = null;
        for (Handler handler : handlers.getOrDefault(SampleCall.EVENT, NONE)) {
            last = handler.handle(SampleCall.EVENT, data);
        }
        return last;
    }

    private static Handler noOp(Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case SECOND ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case THIRD ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case FOURTH ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
        };
    }

    private interface Handler {
        @Nullable
        Object handle(String event, SampleCall data);
    }
}
