package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.hook.ModelRegistry.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One emit by the rules: what has been said so far, and what it comes to. */
final class ModelEmit {

    private Map<String, Object> data;
    private @Nullable String denied;
    private @Nullable String firstQuestion;
    private final List<Entry> injecting = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private final List<String> injections = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();

    ModelEmit(Map<String, Object> data) {
        this.data = data;
    }

    /** Whether the chain goes on. */
    boolean run(Entry entry, String nameGiven) {
        Answer answer = entry.answer();
        calls.add(Observed.call(entry.id(), nameGiven, data));
        if (answer.kind().fails()) {
            String kind = answer.kind() == Answer.Kind.INVALID ? "INVALID_RESULT" : "EXCEPTION";
            runs.add(Observed.run(entry.name(), entry.priority(), kind + " by " + entry.policy(), false));
            fail(entry);
        } else {
            boolean saysSomething = answer.kind() != Answer.Kind.NULL;
            runs.add(Observed.run(
                    entry.name(),
                    entry.priority(),
                    ModelRegistry.actionOf(answer),
                    saysSomething && answer.suppressed()));
            if (saysSomething && answer.message() != null) {
                messages.add(
                        Observed.message("hook:" + entry.name(), answer.level().name(), answer.message()));
            }
            obey(entry, answer);
        }
        return denied == null;
    }

    private void fail(Entry entry) {
        switch (entry.policy()) {
            case CONTINUE -> {}
            case DENY ->
                denied = "Guard " + entry.name() + " unavailable: "
                        + entry.answer().text();
            case ASK -> ask(entry, "Guard …", Decision.DENY);
        }
    }

    private void obey(Entry entry, Answer answer) {
        switch (answer.kind()) {
            case DENY -> denied = answer.text();
            case ASK ->
                ask(entry, answer.text(), entry.policy() == FailurePolicy.DENY ? Decision.DENY : answer.byDefault());
            case INJECT -> {
                injecting.add(entry);
                injections.add(Observed.injection(entry.name(), answer.text(), placement(entry)));
            }
            case REPLACE_DATA, ADD_TO_DATA -> data = answer.newFields(data);
            default -> {}
        }
    }

    private void ask(Entry entry, String prompt, Decision byDefault) {
        String question = Observed.question(entry.name(), prompt, byDefault.name());
        questions.add(question);
        if (firstQuestion == null) {
            firstQuestion = prompt.startsWith("Guard ") ? "Guard" : prompt;
        }
    }

    private static String placement(Entry entry) {
        Answer answer = entry.answer();
        return answer.role() + " " + answer.ephemeral() + " " + answer.appended();
    }

    Observed observed() {
        String action = "CONTINUE";
        String deciding = "continue";
        if (denied != null) {
            action = "DENY";
            deciding = "deny " + denied;
        } else if (firstQuestion != null) {
            action = "ASK_USER";
            deciding = "ask " + firstQuestion;
        } else if (!injecting.isEmpty()) {
            action = "INJECT_CONTEXT";
            deciding = "inject " + firstGroup();
        }
        return new Observed(
                action,
                denied == null ? "" : denied,
                data.toString(),
                deciding,
                calls,
                runs,
                questions,
                injections,
                messages);
    }

    /** SPEC 4.3: those of the first one's role, lifetime and placement, in one text. */
    private String firstGroup() {
        List<Entry> group = injecting.stream()
                .filter(entry -> placement(entry).equals(placement(injecting.getFirst())))
                .toList();
        if (group.size() == 1) {
            return group.getFirst().answer().text();
        }
        StringBuilder text = new StringBuilder("Hook feedback:");
        for (Entry entry : group) {
            String own = entry.answer().text();
            int bytes = own.getBytes(StandardCharsets.UTF_8).length;
            text.append("\n\nFrom ")
                    .append(entry.name())
                    .append(" (")
                    .append(bytes)
                    .append(" bytes):\n")
                    .append(own);
        }
        return text.toString();
    }
}
