package dev.carabiner.scenarios;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.explain.Judgement;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.scenarios.CaseResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One file, put before its policy. */
final class ScenarioRun {

    private static final String ID = "scenario";

    private final Scenario scenario;
    private final Modules modules;
    private final Predicate<String> filter;
    private final Bundle bundle;
    private final List<CaseResult> results = new ArrayList<>();
    private final Set<String> reached = new LinkedHashSet<>();

    /** @throws ScenarioException if its bundle cannot be used */
    ScenarioRun(Scenario scenario, Modules modules, Predicate<String> filter) {
        this.scenario = scenario;
        this.modules = modules;
        this.filter = filter;
        this.bundle = new PolicyUnderTest(scenario).bundle(modules.hooks());
    }

    TestReport.Ran run() {
        Set<String> hooks = new TreeSet<>();
        try {
            run(hooks);
        } catch (SessionException e) {
            results.add(unmounted(Throwables.inWords(e)));
        }
        return new TestReport.Ran(scenario.file(), scenario.name(), List.copyOf(results), hooks, reached);
    }

    /** @throws SessionException if a required hook cannot be mounted */
    private void run(Set<String> hooks) {
        List<String> warnings = PolicyUnderTest.newWarnings();
        try (Workplace place = Workplace.with(scenario.files());
                Engine engine = PolicyUnderTest.engine(modules.hooks(), clock(), warnings)
                        .with(bundle);
                Judge judge = engine.session(ID, place.directory())
                        .captureOutput()
                        .confinesTools()
                        .judge()) {
            judge.handlers().forEach(handler -> hooks.add(handler.name()));
            warnings.forEach(warning -> results.add(unmounted(warning)));
            new KnownNames(scenario, judge.handlers()).require();
            for (Scenario.Case each : scenario.cases()) {
                switch (each) {
                    case Scenario.MatrixCase matrix -> matrix.lines().forEach(line -> run(matrix, line, judge));
                    case Scenario.CallCase call when wanted(call.name()) -> run(call, place);
                    case Scenario.ConversationCase talk
                    when wanted(talk.name()) ->
                        results.add(new ScriptedConversation(scenario, talk, modules, reached).run());
                    default -> {}
                }
            }
        }
    }

    private TestClock clock() {
        return TestClock.at(scenario.clock());
    }

    private boolean wanted(String... path) {
        return filter.test(scenario.file() + " › " + String.join(" › ", path));
    }

    /** A hook that could not be mounted guards nothing: that is no detail. */
    private CaseResult unmounted(String warning) {
        return new CaseResult(
                List.of("every hook is mounted"),
                scenario.bundleAt(),
                Status.FAILED,
                Duration.ZERO,
                List.of(new Mismatch("", "no warning", warning)),
                warning,
                "correct its settings, or install what it needs");
    }

    private void run(Scenario.MatrixCase matrix, Scenario.Line line, Judge judge) {
        if (!wanted(matrix.name(), line.group(), line.command())) {
            return;
        }
        long began = System.nanoTime();
        Judgement judgement =
                judge.judge(line.operation().event(), line.operation().data());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        reached(judgement.outcome());
        PolicyVerdict verdict = judgement.verdict();
        boolean fits = line.wanted().equals(verdict.toString())
                || (line.wanted().equals("stop") && verdict != PolicyVerdict.PASS);
        List<String> path = List.of(matrix.name(), line.group(), line.command());
        Status status = line.isOpen() ? Status.OPEN : fits ? Status.PASSED : Status.FAILED;
        if (fits && line.isOpen()) {
            results.add(closed(path, line, elapsed));
        } else if (status == Status.PASSED) {
            results.add(new CaseResult(path, line.at(), status, elapsed, List.of(), "", ""));
        } else {
            String was = verdict + by(judgement);
            results.add(new CaseResult(
                    path,
                    line.at(),
                    status,
                    elapsed,
                    List.of(new Mismatch("", line.wanted(), was, moved(line, verdict.toString()))),
                    Words.because(judgement),
                    Words.toMend(matrix, line, judgement, bundle, modules.hooks())));
        }
    }

    private static CaseResult closed(List<String> path, Scenario.Line line, Duration elapsed) {
        return new CaseResult(
                path,
                line.at(),
                Status.FAILED,
                elapsed,
                List.of(new Mismatch(
                        "", "a known gap", line.wanted() + ", as it should be", moved(line, line.wanted()))),
                "the gap is closed",
                "move the line from " + line.group() + " to " + line.wanted());
    }

    private static Fix moved(Scenario.Line line, String group) {
        return new Fix.Move(line.at(), line.command(), line.group(), group);
    }

    private static String by(Judgement judgement) {
        String by = judgement.decidedBy();
        return (by.isEmpty() ? "" : "   by " + by)
                + (judgement.reason().isEmpty() ? "" : ": \"" + judgement.reason() + "\"");
    }

    private void run(Scenario.CallCase call, Workplace place) {
        long began = System.nanoTime();
        List<Mismatch> mismatches = new ArrayList<>();
        String because = call.answers() == null
                ? judged(call, place, mismatches)
                : new AnsweredCall(call, call.answers(), bundle, modules.hooks(), reached)
                        .run(place, clock(), mismatches);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        mismatches.replaceAll(it -> it.in(place.directory()));
        boolean fits = mismatches.isEmpty();
        results.add(new CaseResult(
                List.of(call.name()),
                call.at(),
                fits ? Status.PASSED : Status.FAILED,
                elapsed,
                mismatches,
                fits ? "" : because,
                fits ? "" : Words.explain(call.operation(), call.at())));
    }

    /** Without a channel to ask on: a question stays open. Each case has hooks of its own, which remember nothing. */
    private String judged(Scenario.CallCase call, Workplace place, List<Mismatch> mismatches) {
        try (Engine engine = PolicyUnderTest.engine(modules.hooks(), clock(), PolicyUnderTest.newWarnings())
                        .with(bundle);
                Judge judge = engine.session(ID, place.directory())
                        .captureOutput()
                        .confinesTools()
                        .judge()) {
            Judgement judgement =
                    judge.judge(call.operation().event(), call.operation().data());
            HookOutcome outcome = judgement.outcome();
            reached(outcome);
            Map<String, @Nullable Object> actual = Actual.of(
                    outcome,
                    action(judgement),
                    judgement.decidedBy(),
                    judgement.verdict() == PolicyVerdict.DENY ? judgement.reason() : outcome.reason(),
                    outcome.questions().stream().map(Actual::asked).toList());
            call.expect().check("", actual, mismatches);
            return Words.because(judgement);
        }
    }

    private static String action(Judgement judgement) {
        return switch (judgement.verdict()) {
            case DENY -> "deny";
            case ASK -> "ask";
            case PASS -> judgement.outcome().injections().isEmpty() ? "continue" : "inject_context";
        };
    }

    private void reached(HookOutcome outcome) {
        for (HandlerRun run : outcome.runs()) {
            reached.add(run.name());
        }
    }
}
