package dev.carabiner.bench;

import java.util.ArrayList;
import java.util.List;

/** One thing to measure: who, with how many handlers, on how many threads. */
record Case(Contestant contestant, int handlers, int threads) {
    static final List<Integer> HANDLER_COUNTS = List.of(0, 1, 3, 10, 100);

    static final List<Contestant> EVERY_COUNT = List.of(
            Contestant.BARE_LOOP,
            Contestant.CARABINER,
            Contestant.CARABINER_MAP,
            Contestant.GUAVA,
            Contestant.SPRING,
            Contestant.ADK);

    /** What each handler of a concurrent level takes. */
    static final int SLOW_MILLIS = 20;

    static final int LEVEL_SIZE = 5;

    /** Two threads are undisturbed only while no other program wants either core, which is seldom: so they get more tries. */
    static final int PAIRS_A_ROUND = 3;

    /** The order of one round: what is compared stands close together, so that it meets the same moment. */
    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (int handlers : HANDLER_COUNTS) {
            EVERY_COUNT.forEach(contestant -> cases.add(new Case(contestant, handlers, 1)));
            if (handlers == 3) {
                cases.addAll(threads(handlers, 2));
                for (int more = 1; more < PAIRS_A_ROUND; more++) {
                    cases.addAll(threads(handlers, 1));
                    cases.addAll(threads(handlers, 2));
                }
            }
            if (handlers == 3 || handlers == 10) {
                cases.add(new Case(Contestant.COORDINATOR, handlers, 1));
                cases.add(new Case(Contestant.GUARDS, handlers, 1));
                cases.add(new Case(Contestant.FOR_TOOLS, handlers, 1));
            }
            if (handlers == 3) {
                cases.add(new Case(Contestant.CALL, handlers, 1));
                cases.add(new Case(Contestant.BY_HAND, handlers, 1));
                cases.add(new Case(Contestant.LEVEL, 1, 1));
                cases.add(new Case(Contestant.LEVEL, LEVEL_SIZE, 1));
            }
            if (handlers == 10) {
                cases.add(new Case(Contestant.MODIFY_CHAIN, handlers, 1));
            }
        }
        return cases;
    }

    private static List<Case> threads(int handlers, int threads) {
        return List.of(
                new Case(Contestant.BARE_LOOP, handlers, threads), new Case(Contestant.CARABINER, handlers, threads));
    }
}
