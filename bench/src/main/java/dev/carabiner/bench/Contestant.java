package dev.carabiner.bench;

/** Who is measured. Each gets the same number of no-op handlers, of the same {@link Kind}s in the same order. */
enum Contestant {
    BARE_LOOP("bare look-up and loop", BareLoop::new),
    CARABINER("Carabiner", CarabinerHooks::prebuilt),
    CARABINER_MAP("Carabiner, from a Map", CarabinerHooks::fromMap),
    MODIFY_CHAIN("Carabiner, modify chain", CarabinerHooks::modifyChain),
    COORDINATOR("Carabiner, coordinator", CarabinerHooks::coordinated),
    GUARDS("Carabiner, guards", CarabinerHooks::guards),
    FOR_TOOLS("Carabiner, for some tools", CarabinerHooks::forTools),
    CALL("Carabiner, guarded call", GuardedCalls::inOne),
    BY_HAND("Carabiner, the call by hand", GuardedCalls::byHand),
    LEVEL("Carabiner, concurrent, 20 ms each", CarabinerHooks::level),
    GUAVA("Guava EventBus", GuavaBus::new),
    SPRING("Spring multicaster", SpringMulticaster::new),
    ADK("ADK PluginManager", AdkPlugins::new);

    private final String title;
    private final Preparation preparation;

    Contestant(String title, Preparation preparation) {
        this.title = title;
        this.preparation = preparation;
    }

    String title() {
        return title;
    }

    Emitter prepare(int handlers, Sink sink) {
        return preparation.prepare(handlers, sink);
    }

    /** Proves that an emit reaches every handler once; a framework that skips some would look fast. */
    void check(int handlers) {
        Sink sink = Sink.counting();
        prepare(handlers, sink).emit();
        if (sink.taken() != handlers) {
            throw new IllegalStateException("%s reached %d of %d handlers".formatted(title, sink.taken(), handlers));
        }
    }

    private interface Preparation {
        Emitter prepare(int handlers, Sink sink);
    }
}
