package dev.carabiner.engine.check;

import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.event.EventData;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Something that is wrong, or probably not meant, with a policy.
 *
 * @param message what it is, in words for the author of the policy
 * @param fix what to do about it, or what was expected there
 * @param hooks the names of the handlers that it is about, as outcomes and records have them; none if it is about the bundle
 */
public record Finding(Position at, Severity severity, Kind kind, String message, String fix, List<String> hooks) {

    private static final String EXPECTED = "; expected ";

    /** By file, line and severity. */
    public static final Comparator<Finding> ORDER = Comparator.comparing(
                    (Finding it) -> it.at().file())
            .thenComparingInt(it -> it.at().line())
            .thenComparing(Finding::severity)
            .thenComparing(Finding::message);

    public Finding {
        hooks = List.copyOf(hooks);
    }

    /** How bad it is. */
    public enum Severity {
        /** The policy cannot be used, or does not protect. */
        ERROR,
        /** It is probably not meant. */
        WARNING,
        /** Good to know. */
        NOTE;

        /** As it is printed, and as SARIF calls it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What kind of finding it is; its id names it for good. */
    public enum Kind {
        STRUCTURE("structure", "A key, a value or a name that a bundle cannot have"),
        SETTINGS("settings", "A value that the module refuses"),
        NEVER_MATCHES("never-matches", "A pattern or an event that nothing can ever match"),
        SHADOWED("shadowed", "A hook or a pattern that an earlier deny keeps from having an effect"),
        MODIFY_CONFLICT("modify-conflict", "Two hooks that change the same field"),
        FAILS_OPEN("fails-open", "A guard whose failure or absence lets everything pass"),
        TIMEOUT("timeout", "A time that is longer than the time of its caller"),
        RULES("rules", "Approval rules that contradict or cover each other"),
        CANARY("canary", "A guard that lets a canary pass"),
        WEAKENED("weakened", "A later file that weakens a guard of an earlier one");

        private final String id;
        private final String description;

        Kind(String id, String description) {
            this.id = id;
            this.description = description;
        }

        /** Its name in reports and SARIF; stays the same in later versions. */
        public String id() {
            return id;
        }

        /** What findings of this kind are about, in one line for a person. */
        public String description() {
            return description;
        }
    }

    /** What keeps a bundle from being loaded. Where its message ends with what was expected, that is the fix. */
    public static Finding of(BundleProblem problem, Kind kind) {
        String message = problem.message();
        int end = message.indexOf(EXPECTED);
        return end < 0
                ? error(
                        problem.at(),
                        kind,
                        message,
                        kind == Kind.STRUCTURE ? "expected a bundle in YAML" : "correct its settings")
                : error(problem.at(), kind, message.substring(0, end), message.substring(end + 2));
    }

    /** A finding that keeps the policy from working. */
    public static Finding error(Position at, Kind kind, String message, String fix) {
        return new Finding(at, Severity.ERROR, kind, message, fix, List.of());
    }

    /** A finding that is most likely a mistake. */
    public static Finding warning(Position at, Kind kind, String message, String fix) {
        return new Finding(at, Severity.WARNING, kind, message, fix, List.of());
    }

    /** A finding that is worth knowing. */
    public static Finding note(Position at, Kind kind, String message, String fix) {
        return new Finding(at, Severity.NOTE, kind, message, fix, List.of());
    }

    /** The same about these handlers. */
    public Finding about(List<String> handlers) {
        return new Finding(at, severity, kind, message, fix, handlers);
    }

    /** As {@code hooks validate --json} prints it. */
    public EventData json() {
        return EventData.of(
                "file", at.file(),
                "line", at.line(),
                "severity", severity.word(),
                "kind", kind.id(),
                "finding", message,
                "fix", fix,
                "hooks", hooks);
    }

    /** {@code FILE:LINE  severity  finding  → fix}, in one line. */
    @Override
    public String toString() {
        return VisibleText.inOneLine(at + "  " + severity.word() + "  " + message + "  → " + fix);
    }
}
