package dev.carabiner.engine.explain;

import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Modification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON of an explanation for which hooks were called. */
final class ExplanationJson {

    private ExplanationJson() {}

    static EventData of(Explanation it) {
        HookOutcome outcome = it.outcome();
        return new ExplanationFields(
                        outcome.event(),
                        it.bundle(),
                        outcome.action().literal(),
                        outcome.reason(),
                        outcome.decidedBy(),
                        it.judgement().verdict().toString(),
                        it.judgement().objection(),
                        outcome.data(),
                        each(outcome.injections(), ExplanationJson::injection),
                        questions(it),
                        each(outcome.messages(), ExplanationJson::message),
                        each(outcome.runs(), ExplanationJson::run),
                        notRun(it),
                        each(outcome.modifications(), ExplanationJson::modification),
                        outcome.questions().isEmpty() ? 0 : it.ruleCount(),
                        each(it.flips(), ExplanationJson::flip),
                        seconds(it.elapsed()))
                .json();
    }

    private static <T> List<EventData> each(List<T> all, Function<T, EventData> form) {
        return all.stream().map(form).toList();
    }

    private static EventData injection(Injection it) {
        return ExplanationFields.injection(it.author(), it.text(), it.role(), it.isEphemeral(), it.isAppended());
    }

    private static List<EventData> questions(Explanation it) {
        List<EventData> all = new ArrayList<>();
        List<Question> questions = it.outcome().questions();
        for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            RuleAnswer rule =
                    i < it.judgement().rules().size() ? it.judgement().rules().get(i) : null;
            all.add(ExplanationFields.question(
                    question.author(),
                    question.prompt(),
                    question.options(),
                    seconds(question.timeout()),
                    question.byDefault(),
                    question.reason(),
                    question.scope(),
                    rule == null || rule.decision() == null ? null : rule.rule(),
                    rule == null ? null : rule.decision()));
        }
        return all;
    }

    private static EventData message(UserMessage it) {
        return ExplanationFields.message(it.source(), it.text(), it.level());
    }

    private static EventData run(HandlerRun it) {
        return ExplanationFields.run(
                it.name(),
                it.priority(),
                action(it),
                Answers.reason(it),
                it.result() == null ? "" : it.result().because(),
                failure(it.failure()),
                it.again(),
                seconds(it.elapsed()),
                it.output());
    }

    /** What it counted as. */
    private static String action(HandlerRun it) {
        HookResult result = it.result();
        return result == null ? Answers.consequence(it) : result.action().literal();
    }

    private static @Nullable EventData failure(@Nullable HookFailure failure) {
        return failure == null
                ? null
                : ExplanationFields.failure(failure.kind(), failure.getMessage(), failure.policy());
    }

    private static List<EventData> notRun(Explanation it) {
        return each(
                it.handlers().stream().filter(note -> !note.matched()).toList(),
                note -> ExplanationFields.notRun(note.name(), note.priority(), note.why()));
    }

    private static EventData modification(Modification it) {
        return ExplanationFields.modification(
                it.author(), it.priority(), each(it.changes(), change -> change(change, it)));
    }

    /** As in RFC 6902, and with what was there before. */
    private static EventData change(FieldChange change, Modification it) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        boolean was = Answers.has(it.before(), change);
        json.put("op", change.isRemoval() ? "remove" : was ? "replace" : "add");
        json.put("path", pointer(change));
        if (was) {
            json.put("was", Answers.value(it.before(), change));
        }
        if (!change.isRemoval()) {
            json.put("value", change.value());
        }
        return EventData.of(json);
    }

    private static String pointer(FieldChange change) {
        String inner = change.inner();
        return "/" + token(change.field()) + (inner == null ? "" : "/" + token(inner));
    }

    private static String token(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    private static EventData flip(Flip it) {
        return ExplanationFields.flip(it.hook(), it.priority(), it.action().literal(), it.decidedBy());
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
