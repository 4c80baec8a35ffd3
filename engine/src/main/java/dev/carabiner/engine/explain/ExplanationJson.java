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

/** The JSON of an explanation, schema 1. A field is added without a new number; one that changes or goes has one. */
final class ExplanationJson {

    private static final int SCHEMA = 1;

    private ExplanationJson() {}

    static EventData of(Explanation it) {
        HookOutcome outcome = it.outcome();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("event", outcome.event());
        json.put("bundle", it.bundle());
        json.put("action", outcome.action().literal());
        json.put("reason", outcome.reason());
        json.put("decided_by", outcome.decidedBy());
        json.put("verdict", it.judgement().verdict().toString());
        json.put("objection", it.judgement().objection());
        json.put("data", outcome.data());
        json.put("injections", each(outcome.injections(), ExplanationJson::injection));
        json.put("questions", questions(it));
        json.put("messages", each(outcome.messages(), ExplanationJson::message));
        json.put("runs", each(outcome.runs(), ExplanationJson::run));
        json.put("not_run", notRun(it));
        json.put("modifications", each(outcome.modifications(), ExplanationJson::modification));
        json.put("rules_looked_at", outcome.questions().isEmpty() ? 0 : it.ruleCount());
        json.put("flips", each(it.flips(), ExplanationJson::flip));
        json.put("elapsed", seconds(it.elapsed()));
        return EventData.of(json);
    }

    private static <T> List<Object> each(List<T> all, Function<T, Object> form) {
        return all.stream().map(form).toList();
    }

    private static Object injection(Injection it) {
        return EventData.of(
                "hook",
                it.author(),
                "text",
                it.text(),
                "role",
                it.role(),
                "ephemeral",
                it.isEphemeral(),
                "append_to_last_tool_result",
                it.isAppended());
    }

    private static List<Object> questions(Explanation it) {
        List<Object> all = new ArrayList<>();
        List<Question> questions = it.outcome().questions();
        for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            RuleAnswer rule =
                    i < it.judgement().rules().size() ? it.judgement().rules().get(i) : null;
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("hook", question.author());
            json.put("prompt", question.prompt());
            json.put("options", question.options());
            json.put("timeout", seconds(question.timeout()));
            json.put("default", question.byDefault());
            json.put("reason", question.reason());
            json.put("scope", question.scope());
            json.put("rule", rule == null || rule.decision() == null ? null : rule.rule());
            json.put("rule_decision", rule == null ? null : rule.decision());
            all.add(json);
        }
        return all;
    }

    private static Object message(UserMessage it) {
        return EventData.of("source", it.source(), "text", it.text(), "level", it.level());
    }

    private static Object run(HandlerRun it) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("hook", it.name());
        json.put("priority", it.priority());
        json.put("action", action(it));
        json.put("reason", Answers.reason(it));
        json.put("because", it.result() == null ? "" : it.result().because());
        json.put("failure", failure(it.failure()));
        json.put("again", it.again());
        json.put("elapsed", seconds(it.elapsed()));
        json.put("output", it.output());
        return json;
    }

    /** What it counted as. */
    private static String action(HandlerRun it) {
        HookResult result = it.result();
        return result == null ? Answers.consequence(it) : result.action().literal();
    }

    private static @Nullable Object failure(@Nullable HookFailure failure) {
        return failure == null
                ? null
                : EventData.of("kind", failure.kind(), "message", failure.getMessage(), "policy", failure.policy());
    }

    private static List<Object> notRun(Explanation it) {
        return each(
                it.handlers().stream().filter(note -> !note.matched()).toList(),
                note -> EventData.of("hook", note.name(), "priority", note.priority(), "why", note.why()));
    }

    private static Object modification(Modification it) {
        List<Object> patch = each(it.changes(), change -> change(change, it));
        return EventData.of("hook", it.author(), "priority", it.priority(), "patch", patch);
    }

    /** As in RFC 6902, and with what was there before. */
    private static Object change(FieldChange change, Modification it) {
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
        return json;
    }

    private static String pointer(FieldChange change) {
        String inner = change.inner();
        return "/" + token(change.field()) + (inner == null ? "" : "/" + token(inner));
    }

    private static String token(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    private static Object flip(Flip it) {
        return EventData.of(
                "hook",
                it.hook(),
                "priority",
                it.priority(),
                "action",
                it.action().literal(),
                "decided_by",
                it.decidedBy());
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
