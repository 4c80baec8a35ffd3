package dev.carabiner.testkit;

import java.util.SplittableRandom;

/** Where random tests begin. The seed is printed; {@code -Dcarabiner.seed=N} runs the same cases again. */
public final class TestSeed {

    private final String test;
    private final long seed;

    private TestSeed(String test, long seed) {
        this.test = test;
        this.seed = seed;
    }

    /**
     * The seed given by the property {@code carabiner.seed}, else a random one. It is printed, so that a failure can be repeated.
     */
    public static TestSeed of(Class<?> test) {
        Long given = Long.getLong("carabiner.seed");
        TestSeed seed = new TestSeed(test.getSimpleName(), given != null ? given : new SplittableRandom().nextLong());
        System.out.println(seed);
        return seed;
    }

    /** The case's own generator, so that a case depends on the seed and its number alone. */
    public SplittableRandom forCase(int number) {
        return new SplittableRandom(seed + number * 0x9E3779B97F4A7C15L);
    }

    /** How many cases to run: many more with {@code -Dcarabiner.test.rounds=long}. */
    public static int cases(int usual) {
        return "long".equals(System.getProperty("carabiner.test.rounds")) ? 20 * usual : usual;
    }

    @Override
    public String toString() {
        return test + " runs with -Dcarabiner.seed=" + seed;
    }
}
