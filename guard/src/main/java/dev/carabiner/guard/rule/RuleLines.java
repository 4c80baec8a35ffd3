package dev.carabiner.guard.rule;

import dev.carabiner.approval.Decision;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a rule file: printable ASCII, one rule a line, nine fields between tabs, each in {@link PercentEncoding}.
 *
 * <pre>
 * carabiner-rules 1
 * ID  allow|deny  HOOK  TOOL  any|exact|shell|directory|file|host  FIELD  PATTERN  EXPIRES  USES
 * end COUNT
 * </pre>
 *
 * FIELD and PATTERN are {@code -} for {@code any}, FIELD for {@code exact}; EXPIRES is an instant in ISO 8601 and USES the number left, or
 * {@code -} for none. There are no comments and no blank lines. The last line tells a complete file from one whose end
 * is missing: a lost line could be a deny rule. Whatever is not exactly this is refused as a whole.
 */
final class RuleLines {

    private static final String HEADER = "carabiner-rules 1";
    private static final String NONE = "-";
    private static final List<String> FIELDS =
            List.of("id", "decision", "hook", "tool", "kind", "field", "pattern", "expires", "uses");

    private final Path file;

    private RuleLines(Path file) {
        this.file = file;
    }

    static String write(List<ApprovalRule> rules) {
        StringBuilder out = new StringBuilder(HEADER).append('\n');
        for (ApprovalRule rule : rules) {
            requireForAllSessions(rule);
            List<String> values = new ArrayList<>(
                    List.of(rule.id(), rule.decision().name().toLowerCase(Locale.ROOT), rule.hook(), rule.tool()));
            values.addAll(pattern(rule.input()));
            values.add(rule.expires() == null ? NONE : rule.expires().toString());
            values.add(rule.usesLeft() == null ? NONE : rule.usesLeft().toString());
            out.append(String.join(
                            "\t", values.stream().map(PercentEncoding::encoded).toList()))
                    .append('\n');
        }
        return out.append("end ").append(rules.size()).append('\n').toString();
    }

    private static void requireForAllSessions(ApprovalRule rule) {
        if (rule.session() != null) {
            throw new InvalidRuleException(
                    rule.id(), "it is for one session; a file holds rules for all, the store of approvals those too");
        }
    }

    /** Refuses, naming file and line, whatever {@link #write} would not have written. */
    static List<ApprovalRule> read(Path file, String text) {
        return new RuleLines(file).read(text);
    }

    private List<ApprovalRule> read(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        int count = lines.size() - 3; // without header, end, and what follows the last line feed: nothing
        expect(1, HEADER, lines.getFirst());
        if (count < 0 || !lines.getLast().isEmpty()) {
            throw corrupt(lines.size(), "expected the line \"end COUNT\" and nothing after it; the file is incomplete");
        }
        expect(lines.size() - 1, "end " + count, lines.get(lines.size() - 2));
        List<ApprovalRule> rules = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 1; i <= count; i++) {
            ApprovalRule rule = rule(i + 1, lines.get(i));
            if (!ids.add(rule.id())) {
                throw corrupt(i + 1, "expected an id of its own, but " + rule.id() + " stands above already");
            }
            rules.add(rule);
        }
        return List.copyOf(rules);
    }

    private ApprovalRule rule(int number, String line) {
        String[] encoded = line.split("\t", -1);
        if (encoded.length != FIELDS.size()) {
            throw corrupt(
                    number, "expected the " + FIELDS.size() + " fields " + FIELDS + ", but came " + encoded.length);
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < encoded.length; i++) {
            String value = PercentEncoding.decoded(encoded[i]);
            if (value == null) {
                throw corrupt(number, "expected printable ASCII with %XX escapes in the field " + FIELDS.get(i));
            }
            values.add(value);
        }
        try {
            return new ApprovalRule(
                    values.get(0),
                    decision(number, values.get(1)),
                    values.get(2),
                    values.get(3),
                    pattern(number, values.get(4), values.get(5), values.get(6)),
                    expires(number, values.get(7)),
                    uses(number, values.get(8)));
        } catch (InvalidRuleException e) {
            throw corrupt(number, e.getMessage());
        }
    }

    private Decision decision(int number, String text) {
        return switch (text) {
            case "allow" -> Decision.ALLOW;
            case "deny" -> Decision.DENY;
            default -> throw corrupt(number, "expected allow or deny, but came " + InvalidRuleException.quoted(text));
        };
    }

    private static List<String> pattern(InputPattern pattern) {
        return switch (pattern) {
            case InputPattern.Any() -> List.of("any", NONE, NONE);
            case InputPattern.Exact(String digest) -> List.of("exact", NONE, digest);
            case InputPattern.Shell(String field, String command) -> List.of("shell", field, command);
            case InputPattern.Directory(String field, String path) -> List.of("directory", field, path);
            case InputPattern.SingleFile(String field, String path) -> List.of("file", field, path);
            case InputPattern.Host(String field, String host) -> List.of("host", field, host);
        };
    }

    private InputPattern pattern(int number, String kind, String field, String text) {
        if (kind.equals("any") && !(field.equals(NONE) && text.equals(NONE))) {
            throw corrupt(number, "expected - as field and pattern of any");
        }
        if (kind.equals("exact") && !field.equals(NONE)) {
            throw corrupt(number, "expected - as field of exact");
        }
        return switch (kind) {
            case "any" -> InputPattern.any();
            case "exact" -> InputPattern.exact(text);
            case "shell" -> InputPattern.shell(field, text);
            case "directory" -> InputPattern.directory(field, text);
            case "file" -> InputPattern.file(field, text);
            case "host" -> InputPattern.host(field, text);
            default ->
                throw corrupt(
                        number,
                        "expected any, exact, shell, directory, file or host, but came "
                                + InvalidRuleException.quoted(kind));
        };
    }

    private @Nullable Instant expires(int number, String text) {
        if (text.equals(NONE)) {
            return null;
        }
        try {
            Instant instant = Instant.parse(text);
            if (instant.toString().equals(text)) {
                return instant;
            }
        } catch (DateTimeException e) {
            // refused below
        }
        throw corrupt(
                number,
                "expected an instant such as 2030-01-01T00:00:00Z or -, but came " + InvalidRuleException.quoted(text));
    }

    private @Nullable Integer uses(int number, String text) {
        if (text.equals(NONE)) {
            return null;
        }
        if (text.matches("0|[1-9][0-9]{0,8}")) {
            return Integer.valueOf(text);
        }
        throw corrupt(number, "expected a number of uses or -, but came " + InvalidRuleException.quoted(text));
    }

    private void expect(int number, String expected, String line) {
        if (!line.equals(expected)) {
            throw corrupt(
                    number,
                    "expected " + InvalidRuleException.quoted(expected) + ", but came "
                            + InvalidRuleException.quoted(line));
        }
    }

    private RuleStoreException corrupt(int number, @Nullable String problem) {
        return new RuleStoreException(file + ", line " + number + ": " + problem);
    }
}
