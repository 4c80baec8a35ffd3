package dev.carabiner.guard.rule;

import dev.carabiner.approval.Decision;
import dev.carabiner.guard.program.AllowedPrograms;
import dev.carabiner.guard.rule.InputPattern.Any;
import dev.carabiner.guard.rule.InputPattern.Directory;
import dev.carabiner.guard.rule.InputPattern.Exact;
import dev.carabiner.guard.rule.InputPattern.Host;
import dev.carabiner.guard.rule.InputPattern.Shell;
import dev.carabiner.guard.rule.InputPattern.SingleFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is wrong with a pattern, found when the rule is made and not when it is needed. */
final class PatternCheck {

    static final int LONGEST = 10_000;

    private PatternCheck() {}

    static @Nullable String problem(InputPattern pattern, Decision decision) {
        return switch (pattern) {
            case Any() -> null;
            case Exact(String digest) ->
                digest.matches("(sha256:)?[0-9a-f]{64}")
                        ? null
                        : "expected the digest of an input, but came " + InvalidRuleException.quoted(digest);
            case Shell(String field, String command) -> first(text(field, command), () -> shell(command, decision));
            case Directory(String field, String path) -> first(text(field, path), () -> path(path, decision));
            case SingleFile(String field, String path) -> first(text(field, path), () -> path(path, decision));
            case Host(String field, String host) -> first(text(field, host), () -> host(host));
        };
    }

    private interface Check {
        @Nullable
        String problem();
    }

    private static @Nullable String first(@Nullable String problem, Check next) {
        return problem != null ? problem : next.problem();
    }

    private static @Nullable String text(String field, String pattern) {
        boolean storable = PercentEncoding.canHold(field) && field.chars().noneMatch(Character::isISOControl);
        if (field.isBlank() || field.length() > LONGEST || !storable) {
            return "expected the name of an input field, but came " + InvalidRuleException.quoted(field);
        }
        if (pattern.length() > LONGEST) {
            return "expected a pattern of at most " + LONGEST + " characters, but came one of " + pattern.length();
        }
        return PercentEncoding.canHold(pattern) ? null : "expected a pattern without half a surrogate pair";
    }

    private static @Nullable String shell(String command, Decision decision) {
        ShellPattern pattern = ShellPattern.parse(command);
        String first = command.strip().split(" ", -1)[0];
        boolean grammar = pattern == null && !first.isEmpty() && decision == Decision.ALLOW;
        if (grammar && first.matches("[a-z]+") && AllowedPrograms.objection(List.of(first)) != null) {
            return "an allow rule cannot cover " + InvalidRuleException.quoted(command) + ": "
                    + AllowedPrograms.objection(List.of(first));
        }
        if (pattern == null) {
            return "expected a shell pattern, the plain words of one simple command such as \"git log\","
                    + " optionally with \" *\" at the end, but came " + InvalidRuleException.quoted(command);
        }
        String objection = decision == Decision.ALLOW ? AllowedPrograms.objection(pattern.words()) : null;
        return objection == null
                ? null
                : "an allow rule cannot cover " + InvalidRuleException.quoted(command) + ": " + objection;
    }

    private static @Nullable String path(String text, Decision decision) {
        String expected =
                "expected an absolute path without . or .. in it, but came " + InvalidRuleException.quoted(text);
        try {
            Path path = Path.of(text);
            if (decision == Decision.ALLOW && path.isAbsolute() && path.getNameCount() == 0) {
                return "it would allow every path there is; expected one below " + InvalidRuleException.quoted(text);
            }
            return path.isAbsolute() && path.normalize().toString().equals(text) && !hasDots(text) ? null : expected;
        } catch (InvalidPathException e) {
            return expected + " (" + e.getReason() + ")";
        }
    }

    private static boolean hasDots(String text) {
        return Stream.of(text.split("[/\\\\]", -1)).anyMatch(it -> it.equals(".") || it.equals(".."));
    }

    private static @Nullable String host(String text) {
        return HostPattern.parse(text) != null
                ? null
                : "expected a host such as example.org or *.example.org, in ASCII and without port, but came "
                        + InvalidRuleException.quoted(text);
    }
}
