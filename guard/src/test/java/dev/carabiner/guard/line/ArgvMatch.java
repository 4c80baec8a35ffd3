package dev.carabiner.guard.line;

import java.util.List;

/** Whether a command that was run is one that was listed. */
final class ArgvMatch {

    private ArgvMatch() {}

    static boolean fits(List<Arg> listed, List<String> argv) {
        boolean[] reached = new boolean[argv.size() + 1];
        reached[0] = true;
        for (Arg arg : listed) {
            boolean[] next = new boolean[reached.length];
            for (int i = 0; i < reached.length; i++) {
                boolean one = i > 0 && reached[i - 1] && arg.couldBe(argv.get(i - 1));
                next[i] = switch (arg.count()) {
                    case ONE -> one;
                    case SOME -> one || (i > 0 && next[i - 1] && arg.couldBe(argv.get(i - 1)));
                    case ANY -> reached[i] || one || (i > 0 && next[i - 1]);
                };
            }
            reached = next;
        }
        return reached[argv.size()];
    }
}
