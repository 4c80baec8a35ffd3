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

    /** One handler's part: what it last answered for, and what stands of its answers. */
    private static final class Part {
        final Entry entry;
        Map<String, Object> subject;

        @Nullable
        Answer standing; // null for going on, and for a failure that does nothing

        @Nullable
        String question; // that its failure asks

        boolean ran;
        boolean leftOut;

        Part(Entry entry, Map<String, Object> subject) {
            this.entry = entry;
            this.subject = subject;
        }

        boolean asks() {
            return question != null || standing != null && standing.kind() == Answer.Kind.ASK;
        }
    }

    private final String event;
    private final boolean announcement;
    private final List<Part> parts = new ArrayList<>();
    private Map<String, Object> data;
    private @Nullable String denied;
    private @Nullable String deniedBy;
    private final List<List<String>> calls = new ArrayList<>();
    private final List<String> lateCalls = new ArrayList<>();
    private final List<String> perhapsCalled = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();
    private final List<String> modifications = new ArrayList<>();

    ModelEmit(String event, Map<String, Object> data) {
        this.event = event;
        this.announcement = event.startsWith("approval:");
        this.data = data;
    }

    Observed run(List<List<Entry>> levels) {
        levels.forEach(level -> level.forEach(entry -> parts.add(new Part(entry, data))));
        int next = 0;
        for (List<Entry> level : levels) {
            runLevel(parts.subList(next, next + level.size()));
            next += level.size();
            if (denied != null) {
                return observed();
            }
        }
        if (!announcement) {
            askAgain();
        }
        return observed();
    }

    private void runLevel(List<Part> level) {
        level.forEach(part -> part.leftOut = !part.entry.isFor(data));
        List<Part> called = level.stream().filter(part -> !part.leftOut).toList();
        Map<String, Object> before = data;
        List<ModelData.Change> merged = called.size() > 1 ? new ArrayList<>() : null;
        calls.add(new ArrayList<>());
        for (Part part : called) {
            String call = Observed.call(part.entry.id(), part.entry.nameGiven(event), before);
            if (denied != null) {
                perhapsCalled.add(call);
                continue;
            }
            (part.entry.isLate() ? lateCalls : calls.getLast()).add(call);
            part.ran = true;
            part.subject = before;
            answer(part, part.entry.answer(), merged);
        }
    }

    private void answer(Part part, Answer answer, @Nullable List<ModelData.Change> merged) {
        FailurePolicy policy = announcement ? FailurePolicy.CONTINUE : part.entry.failurePolicy();
        boolean decides = answer.kind() == Answer.Kind.DENY || answer.kind() == Answer.Kind.ASK;
        String conflict = null;
        if (answer.kind().modifies()) {
            conflict = modify(part, answer, merged);
        }
        if (answer.kind().fails()) {
            fail(part, ModelRegistry.failureOf(answer), ModelRegistry.problemOf(answer), policy, false);
        } else if (conflict != null) {
            fail(part, "CONFLICT", conflict, policy, false);
        } else if (announcement && decides) {
            fail(part, "INVALID_RESULT", "", policy, false);
        } else {
            accept(part, answer, false);
        }
    }

    private @Nullable String modify(Part part, Answer answer, @Nullable List<ModelData.Change> merged) {
        Map<String, Object> before = part.subject;
        Map<String, Object> version = answer.newFields(before);
        Map<String, Object> next = version;
        if (merged != null) {
            List<ModelData.Change> changes = ModelData.changes(part.entry.name(), before, version);
            for (ModelData.Change change : changes) {
                for (ModelData.Change made : merged) {
                    if (change.clashesWith(made)) {
                        return "conflict: " + String.join(".", change.path()) + " was changed differently by the hook "
                                + made.author();
                    }
                }
            }
            merged.addAll(changes);
            next = data;
            for (ModelData.Change change : changes) {
                next = ModelData.with(next, change);
            }
        }
        if (!ModelData.same(data, next)) {
            modifications.add(part.entry.name() + " " + data + " " + next);
        }
        part.subject = version;
        data = next;
        return null;
    }

    private void askAgain() {
        for (Part part : parts) {
            boolean guard = part.entry.guard() || part.asks();
            boolean judged = part.ran && ModelData.same(part.subject, data);
            if (guard && part.entry.isFor(data) && !judged) {
                String call = Observed.call(part.entry.id(), part.entry.nameGiven(event), data);
                calls.add(part.entry.isLate() ? List.of() : List.of(call));
                lateCalls.addAll(part.entry.isLate() ? List.of(call) : List.of());
                part.standing = null;
                part.question = null;
                part.leftOut = false;
                answerAgain(part, part.ran ? part.entry.second() : part.entry.answer());
                if (denied != null) {
                    return;
                }
            }
        }
    }

    private void answerAgain(Part part, Answer answer) {
        boolean again = part.ran;
        part.ran = true;
        FailurePolicy policy = part.entry.policy() == null ? FailurePolicy.DENY : part.entry.policy();
        if (answer.kind().fails()) {
            fail(part, ModelRegistry.failureOf(answer), ModelRegistry.problemOf(answer), policy, again);
        } else if (answer.kind().modifies() && !ModelData.same(data, answer.newFields(data))) {
            fail(part, "INVALID_RESULT", "it was called with the final data and modified them", policy, again);
        } else {
            accept(part, answer, again);
        }
    }

    private void accept(Part part, Answer answer, boolean again) {
        boolean saysSomething = answer.kind() != Answer.Kind.NULL;
        runs.add(run(part, ModelRegistry.actionOf(answer), saysSomething && answer.suppressed(), again));
        part.standing = saysSomething ? answer : null;
        if (answer.kind() == Answer.Kind.DENY) {
            deny(part, answer.text());
        }
    }

    private void fail(Part part, String kind, String problem, FailurePolicy policy, boolean again) {
        runs.add(run(part, kind + " by " + policy, false, again));
        switch (policy) {
            case CONTINUE -> {}
            case DENY -> deny(part, "Guard " + part.entry.name() + " unavailable: " + problem);
            case ASK -> part.question = "Guard …";
        }
    }

    private void deny(Part part, String reason) {
        denied = reason;
        deniedBy = part.entry.name();
    }

    private static String run(Part part, String how, boolean suppressed, boolean again) {
        return Observed.run(part.entry.name(), part.entry.priority(), how, suppressed, again);
    }

    private Observed observed() {
        List<String> questions = new ArrayList<>();
        List<String> injections = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        List<Part> injecting = new ArrayList<>();
        Part asking = null;
        for (Part part : parts) {
            String name = part.entry.name();
            Answer said = part.standing;
            if (said != null && said.message() != null) {
                messages.add(Observed.message("hook:" + name, said.level().name(), said.message()));
            }
            if (part.asks()) {
                asking = asking == null ? part : asking;
                questions.add(
                        Observed.question(name, prompt(part), byDefault(part).name()));
            }
            if (said != null && said.kind() == Answer.Kind.INJECT) {
                injecting.add(part);
                injections.add(Observed.injection(name, said.text(), placement(said)));
            }
            if (part.leftOut) {
                skipped.add(name + " only for " + String.join(", ", part.entry.tools()));
            } else if (!part.ran) {
                skipped.add(name + " after the deny");
            }
        }
        String action = "CONTINUE";
        String deciding = "continue";
        String by = "";
        if (denied != null) {
            action = "DENY";
            deciding = "deny " + denied;
            by = deniedBy;
        } else if (asking != null) {
            action = "ASK_USER";
            deciding = "ask " + (asking.question == null ? prompt(asking) : "Guard");
            by = asking.entry.name();
        } else if (!injecting.isEmpty()) {
            action = "INJECT_CONTEXT";
            deciding = "inject " + firstGroup(injecting);
            by = injecting.getFirst().entry.name();
        }
        return new Observed(
                action,
                denied == null ? "" : denied,
                by,
                data.toString(),
                deciding,
                new Observed.Calls(calls, perhapsCalled, lateCalls),
                runs,
                questions,
                injections,
                messages,
                skipped,
                modifications);
    }

    private static String prompt(Part part) {
        return part.question != null || part.standing == null ? "Guard …" : part.standing.text();
    }

    private static Decision byDefault(Part part) {
        boolean denies = part.entry.failurePolicy() == FailurePolicy.DENY;
        return part.question != null || part.standing == null || denies ? Decision.DENY : part.standing.byDefault();
    }

    private static String placement(Answer answer) {
        return answer.role() + " " + answer.ephemeral() + " " + answer.appended();
    }

    /** SPEC 4.3: those of the first one's role, lifetime and placement, in one text. */
    private static String firstGroup(List<Part> injecting) {
        List<Part> group = injecting.stream()
                .filter(part -> placement(part.standing).equals(placement(injecting.getFirst().standing)))
                .toList();
        if (group.size() == 1) {
            return group.getFirst().standing.text();
        }
        StringBuilder text = new StringBuilder("Hook feedback:");
        for (Part part : group) {
            String own = part.standing.text();
            int bytes = own.getBytes(StandardCharsets.UTF_8).length;
            text.append("\n\nFrom ").append(part.entry.name()).append(" (");
            text.append(bytes).append(" bytes):\n").append(own);
        }
        return text.toString();
    }
}
