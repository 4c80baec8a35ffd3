package dev.carabiner.guard.rule;

import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import java.util.Objects;

/**
 * Which inputs a rule is about. Each pattern looks at one text field of the tool's input, and means two things: an
 * <em>allow</em> rule covers an input only if it surely fits, a <em>deny</em> rule every input that might.
 *
 * <p>A pattern is checked when it becomes part of an {@link ApprovalRule}, which can name itself in the error.
 */
public sealed interface InputPattern {

    /** Every input. */
    record Any() implements InputPattern {}

    /**
     * One input and no other, whatever its fields are.
     *
     * @param digest {@link #digestOf} of it
     */
    record Exact(String digest) implements InputPattern {
        public Exact {
            Objects.requireNonNull(digest, "digest");
        }
    }

    /**
     * One simple command of a POSIX shell: {@code git log} is exactly these words, {@code git log *} these and any
     * further ones. A star stands nowhere else.
     *
     * <p>In an allow rule the command is compared word by word, and whatever is more than one simple command written
     * in plain words and quotes is not covered. Options of an allowed command are not understood: {@code sort *} may
     * well write a file. Where that matters, leave the star out.
     *
     * <p>In a deny rule the star makes no difference, and the command is looked for in every part of the line, behind
     * launchers, quotes, paths and expansions. A program that is written so that its name does not appear (encoded,
     * pieced together, in a script) is not found; such a line is covered by no allow rule either.
     */
    record Shell(String field, String command) implements InputPattern {
        public Shell {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(command, "command");
        }
    }

    /** A directory and everything below it, by its absolute path: a relative one would wander with the session. */
    record Directory(String field, String path) implements InputPattern {
        public Directory {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(path, "path");
        }
    }

    /** One file, by its absolute path. */
    record SingleFile(String field, String path) implements InputPattern {
        public SingleFile {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(path, "path");
        }
    }

    /** The host of a URL: {@code example.org}, or {@code *.example.org} for the hosts below it. */
    record Host(String field, String host) implements InputPattern {
        public Host {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(host, "host");
        }
    }

    /** Matches every input. */
    static InputPattern any() {
        return new Any();
    }

    /** Matches the one input that has this digest, as {@link #digestOf} gives it. */
    static InputPattern exact(String digest) {
        return new Exact(digest);
    }

    /**
     * The digest of an input: SHA-256 over its canonical JSON.
     *
     * @throws dev.carabiner.event.InvalidEventDataException if it has no canonical form
     */
    static String digestOf(EventData input) {
        return CanonicalJson.digest(input);
    }

    /** Matches shell lines in a field of the input: {@link Shell}. */
    static InputPattern shell(String field, String command) {
        return new Shell(field, command);
    }

    /** Matches what lies below a directory, by a field of the input: {@link Directory}. */
    static InputPattern directory(String field, String path) {
        return new Directory(field, path);
    }

    /** Matches one file, by a field of the input: {@link SingleFile}. */
    static InputPattern file(String field, String path) {
        return new SingleFile(field, path);
    }

    /** Matches the host of a URL in a field of the input: {@link Host}. */
    static InputPattern host(String field, String host) {
        return new Host(field, host);
    }
}
