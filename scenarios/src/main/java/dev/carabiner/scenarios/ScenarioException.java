package dev.carabiner.scenarios;

import dev.carabiner.event.CarabinerException;
import java.util.List;
import java.util.stream.Collectors;

/** Files that cannot be used as scenarios. The message tells all that is wrong with them, a line each. */
public final class ScenarioException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final transient List<ScenarioProblem> problems;

    ScenarioException(List<ScenarioProblem> problems) {
        super(problems.stream().map(ScenarioProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Each mistake, in the order of the files. */
    public List<ScenarioProblem> problems() {
        return problems;
    }
}
