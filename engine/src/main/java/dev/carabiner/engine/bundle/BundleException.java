package dev.carabiner.engine.bundle;

import dev.carabiner.event.CarabinerException;
import java.util.List;
import java.util.stream.Collectors;

/** A bundle that cannot be used. The message tells all that is wrong with it, a line each. */
public final class BundleException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final transient List<BundleProblem> problems;

    BundleException(List<BundleProblem> problems) {
        super(problems.stream().map(BundleProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong with it, in the order of the files; never empty. */
    public List<BundleProblem> problems() {
        return problems;
    }
}
