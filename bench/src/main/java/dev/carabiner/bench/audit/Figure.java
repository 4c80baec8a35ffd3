package dev.carabiner.bench.audit;

/** Everything that is measured. Times are in ns, rates in records per second. */
enum Figure {
    BARE_CLOCK,
    BARE_CPU,
    CARABINER_CLOCK,
    CARABINER_CPU,
    CARABINER_CALL,
    CHRONICLE_CLOCK,
    CHRONICLE_CPU,
    FORCE,
    FORCE_RATE,
    DURABLE_1_RATE,
    DURABLE_64_RATE,
    DURABLE_1000_RATE,
    DURABLE_8,
    DURABLE_1,
    HASH_PASS_CLOCK,
    HASH_PASS_CPU,
    VERIFICATION_CLOCK,
    VERIFICATION_CPU,
    LOG_BYTES;

    static Figure rate(int producers) {
        return valueOf("DURABLE_" + producers + "_RATE");
    }

    static Figure latency(int producers) {
        return valueOf("DURABLE_" + producers);
    }
}
