package dev.carabiner.engine.explain;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.FieldChange;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.Modification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An explanation as a page: the outcome, the handlers in running order, how they were combined, what would flip it. */
final class ExplanationText {

    private static final int SHOWN = 300;

    private final Explanation it;
    private final HookOutcome outcome;
    private final StringBuilder out = new StringBuilder();

    ExplanationText(Explanation explanation) {
        this.it = explanation;
        this.outcome = explanation.outcome();
    }

    /** One line of the page: handlers of one name and priority that were not called share it. */
    private record Row(String priority, String name, String action, String time, String rest, List<HandlerRun> runs) {}

    @Override
    public String toString() {
        List<Row> rows = rows();
        heading(rows);
        table(rows);
        line("combined", combined());
        if (it.judgement().objection() != null) {
            line("refused", shown(it.judgement().objection()));
        }
        outcome.injections()
                .forEach(injection -> line(
                        "injects",
                        "from " + injection.author() + ", "
                                + injection.role().name().toLowerCase(Locale.ROOT)
                                + (injection.isEphemeral() ? ", next request only: " : ": ")
                                + shown(injection.text())));
        line("rules", rules());
        line("flips it", flips());
        return out.toString();
    }

    private void heading(List<Row> rows) {
        String why = outcome.questions().isEmpty() || outcome.denied()
                ? outcome.reason()
                : outcome.questions().getFirst().prompt();
        long matched = rows.stream().filter(row -> !row.runs.isEmpty()).count();
        out.append(word(outcome.action()))
                .append("   ")
                .append(outcome.event())
                .append(why.isEmpty() ? "" : "   \"" + shown(why) + "\"")
                .append("   bundle ")
                .append(shown(it.bundle()))
                .append(", ")
                .append(rows.size())
                .append(rows.size() == 1 ? " hook, " : " hooks, ")
                .append(matched)
                .append(" matched, ")
                .append(millis(it.elapsed()))
                .append('\n');
    }

    private static String word(Action action) {
        return switch (action) {
            case CONTINUE, MODIFY -> "CONTINUE";
            case INJECT_CONTEXT -> "INJECT";
            case ASK_USER -> "ASK";
            case DENY -> "DENY";
        };
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        Map<String, List<HandlerNote>> silent = new LinkedHashMap<>();
        for (HandlerNote note : it.handlers()) {
            if (note.matched()) {
                note.runs().forEach(run -> rows.add(row(note, run)));
            } else if (it.handlers().stream().noneMatch(other -> other.matched() && isSame(note, other))) {
                String key = note.priority() + " " + note.name();
                List<HandlerNote> same = silent.computeIfAbsent(key, none -> new ArrayList<>());
                same.add(note);
                if (same.size() == 1) {
                    rows.add(new Row(String.valueOf(note.priority()), note.name(), "–", "", key, List.of()));
                }
            }
        }
        rows.replaceAll(row -> row.runs.isEmpty() ? silentRow(row, silent.getOrDefault(row.rest, List.of())) : row);
        return rows;
    }

    private static boolean isSame(HandlerNote one, HandlerNote other) {
        return one.name().equals(other.name()) && one.priority() == other.priority();
    }

    private static Row silentRow(Row row, List<HandlerNote> same) {
        String why = same.stream().map(HandlerNote::why).distinct().collect(Collectors.joining(", "));
        String shortened = why.replace(", only for ", ", ");
        return new Row(row.priority, row.name, row.action, "", shown(shortened), List.of());
    }

    private static Row row(HandlerNote note, HandlerRun run) {
        String action = run.failure() == null ? said(run) : "failed";
        String rest = run.failure() == null ? why(run) : failure(run);
        return new Row(
                String.valueOf(note.priority()),
                note.name(),
                action,
                millis(run.elapsed()),
                (run.again() ? "again, with the final data  " : "") + rest,
                List.of(run));
    }

    private static String said(HandlerRun run) {
        Action action = run.result() == null ? Action.CONTINUE : run.result().action();
        return action == Action.ASK_USER ? "ask" : action == Action.INJECT_CONTEXT ? "inject" : action.literal();
    }

    private static String why(HandlerRun run) {
        String because = run.result() == null ? "" : run.result().because();
        return shown(because.isEmpty() ? Answers.reason(run) : because);
    }

    private static String failure(HandlerRun run) {
        return "counts as " + Answers.consequence(run) + ": " + shown(Answers.reason(run));
    }

    private void table(List<Row> rows) {
        int priority = width(rows.stream().map(Row::priority).toList());
        int name = width(rows.stream().map(Row::name).toList());
        int action = width(rows.stream().map(Row::action).toList());
        int time = width(rows.stream().map(Row::time).toList());
        for (Row row : rows) {
            String line = "  " + " ".repeat(priority - row.priority.length()) + row.priority + "  "
                    + padded(row.name, name) + "  " + padded(row.action, action) + "  " + padded(row.time, time) + "  "
                    + row.rest;
            out.append(line.stripTrailing()).append('\n');
            row.runs.forEach(this::patch);
        }
    }

    /** What a handler made of the data, a line for each field. */
    private void patch(HandlerRun run) {
        if (run.again() || run.result() == null || run.result().action() != Action.MODIFY) {
            return;
        }
        outcome.modifications().stream()
                .filter(made -> made.author().equals(run.name()) && made.priority() == run.priority())
                .forEach(made -> made.changes().forEach(change -> diff(made, change)));
    }

    private void diff(Modification made, FieldChange change) {
        String where = "      " + shown(change.path()) + ": ";
        if (Answers.has(made.before(), change)) {
            out.append("    -").append(where).append(value(Answers.value(made.before(), change)));
            out.append('\n');
        }
        if (!change.isRemoval()) {
            out.append("    +").append(where).append(value(change.value())).append('\n');
        }
    }

    private static String value(@Nullable Object value) {
        return value instanceof String text ? "\"" + shown(text) + "\"" : shown(String.valueOf(value));
    }

    private String combined() {
        List<Question> questions = outcome.questions();
        return switch (outcome.action()) {
            case DENY ->
                outcome.decidedBy().isEmpty()
                        ? "denied without a handler"
                        : "the deny of " + outcome.decidedBy() + " outranks all; none after it is called";
            case ASK_USER -> asked(questions);
            case INJECT_CONTEXT -> "inject_context outranks continue; the operation goes on";
            case CONTINUE, MODIFY -> continued();
        };
    }

    private String asked(List<Question> questions) {
        Question first = questions.getFirst();
        String answer =
                questions.size() == 1 ? "answer still needed" : questions.size() + " answers needed, all of them yes";
        return "ask_user outranks " + (outcome.injections().isEmpty() ? "continue" : "inject_context") + "; " + answer
                + ", default " + first.byDefault().name().toLowerCase(Locale.ROOT) + " after "
                + inUnits(first.timeout());
    }

    private String continued() {
        if (outcome.runs().isEmpty()) {
            return "no handler was called, so nothing stands against it";
        }
        List<String> authors = outcome.modifications().stream()
                .map(Modification::author)
                .distinct()
                .toList();
        return authors.isEmpty()
                ? "no handler objects"
                : "no handler objects; goes on with the data as changed by " + String.join(", ", authors);
    }

    private String rules() {
        List<RuleAnswer> found = it.judgement().rules().stream()
                .filter(answer -> answer.decision() != null)
                .toList();
        if (outcome.questions().isEmpty() || outcome.denied()) {
            return "not looked at: nothing is asked";
        }
        String looked = " (" + it.ruleCount() + " looked at)";
        return found.isEmpty()
                ? "none matches" + looked
                : found.stream()
                                .map(answer -> answer.rule()
                                        + (answer.decision() == Decision.ALLOW ? " allows" : " denies")
                                        + " what " + answer.hook() + " asks")
                                .collect(Collectors.joining(", "))
                        + looked;
    }

    private String flips() {
        if (it.flips().isEmpty()) {
            return "no single handler";
        }
        return it.flips().stream()
                .map(flip -> flip.hook() + " alone: without it → "
                        + flip.action().literal() + (flip.decidedBy().isEmpty() ? "" : " by " + flip.decidedBy()))
                .collect(Collectors.joining("; "));
    }

    private void line(String title, String text) {
        out.append(padded(title, 11)).append(text).append('\n');
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.2f ms", duration.toNanos() / 1e6);
    }

    private static String inUnits(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + " m" : seconds + " s";
    }

    private static int width(List<String> cells) {
        return cells.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String shown(String text) {
        String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN);
        String more = text.length() <= SHOWN ? "" : "… (" + (text.length() - SHOWN) + " more characters)";
        return VisibleText.inOneLine(cut) + more;
    }
}
