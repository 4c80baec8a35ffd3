package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;

/**
 * Words that tell a build tool or a framework to do more than to build: to publish, to install, to empty a data base, to
 * run code.
 */
final class BuildWords {

    private static final int MOST = 4;

    private static final String PUBLISHES =
            "(?i)(?:.*[:.])?(?:publish|deploy|release|upload|dist-?tag|gh-deploy|push|deliver|login|auth)(?:[:.].*)?"
                    + "|(?:.*:)?(?:publish|upload|closeAndRelease|deploy)[A-Z]\\w*|\\w+Upload|nexus-staging:.*|trunk|(?-i:(?!test|check|assemble|skip)\\w+(?:Publish|Push|Deploy))"
                    + "|(?:publish|deploy|upload)[-_](?!local|dry|check|plan|test|preview)[\\w-]*";

    private static final String EMPTIES =
            "(?i)(?:.*[:.])?(?:drop|reset|flush|sqlflush|wipe|purge|destroy|nuke|fresh|reset_db|drop_all|flushdb)(?:[:.].*)?"
                    + "|sql-drop|site-install|downgrade|undo:all|liquibase:dropall|flyway:clean|flywayclean|sql:execute|db:(?:schema:load|setup|rollback)|migrate:rollback";

    private static final String CODE =
            "(?i)console|runner|shell|dbshell|shell_plus|tinker|eval|repl|dbconsole|db:console|eval-file|query|execute|(?:eval|set|exec)"
                    + " .*|(?:credentials|secrets|encrypted):\\w+|exec|cmd|foreach|sh|bash|zsh|ghc|ghci|runghc|php:(?:eval|script|cli)|plugins?|update-in|clojure\\.main|app:template";

    private static final String INSTALLS =
            "(?i)(?:un)?install|self-?update|upgrade|archive\\.install|escript\\.install|local\\.(?:hex|rebar)";

    /** What comes behind it are names of tests, or the words of what is run. */
    private static final String TESTS = "cargo (?:test|run|nextest)|(?:.* )?(?:jest|vitest)|nx test";

    /** For these, to install means to fetch what the project needs. */
    private static final String INSTALLERS =
            "(?:pod|rush|alembic|playwright|expo|carthage|bundle|composer|poetry|pdm|dvc|mvn|mvnw|mvnd|gradle|gradlew|lein|sbt|mill)\\b.*";

    private BuildWords() {}

    /** Whether the word tells a tool to give away what was built. */
    static boolean publishes(String word) {
        return Regex.fits(word, PUBLISHES) && !Regex.fits(word, "(?i)release");
    }

    /** Whether the word puts something on this machine, or takes it away. */
    static boolean installs(String word) {
        return Regex.fits(word, INSTALLS);
    }

    /** Looks at the first words, of which one is what is to be done, and at what its options name. */
    static void check(Invocation invocation, Effects effects) {
        String key = invocation.program().key();
        check(key, invocation.operands(), effects);
        boolean installs = Regex.fits(invocation.program().special(), "builder|")
                && Regex.fits(invocation.operand(0), INSTALLS)
                && !Regex.fits(key, INSTALLERS);
        if (installs) {
            effects.ask("would install something by " + key);
        }
        if (!invocation.program().special().equals("compiler")) {
            BuildOptions.check(key, invocation.words(), effects);
            BuildOptions.attached(key, invocation.options(), effects);
        }
    }

    /** The same for the words behind a script, such as {@code manage.py}. */
    static void check(String program, List<Arg> operands, Effects effects) {
        for (Arg operand : orders(program, operands)) {
            String text = operand.text();
            if (publishes(program, text)) {
                effects.ask("would publish or deploy something by " + program);
            } else if (empties(program, text)) {
                effects.ask("would delete data by " + program);
            } else if (runsCode(program, text)) {
                effects.ask("would run code by " + program);
            }
        }
    }

    private static List<Arg> orders(String program, List<Arg> operands) {
        String first = operands.isEmpty() ? "" : operands.getFirst().text();
        boolean tests = Regex.fits(program, TESTS) || Regex.fits(program + " " + first, TESTS);
        return operands.subList(0, Math.min(tests ? 0 : MOST, operands.size()));
    }

    private static boolean publishes(String program, String text) {
        return (Regex.fits(text, PUBLISHES) && !text.equals("Release"))
                || (Regex.fits(program, "(?:mvn|gradle).*") && Regex.fits(text, "site-deploy|jib(?::build)?"));
    }

    private static boolean empties(String program, String text) {
        return Regex.fits(text, EMPTIES)
                || (text.equals("zero") && Regex.fits(program, "(?:.*[/ ])?(?:manage\\.py|django(?:-admin)?)"));
    }

    private static boolean runsCode(String program, String text) {
        return (Regex.fits(text, CODE) && !Regex.fits(program, "dune.*|bazel(isk)?"))
                || (Regex.fits(program, "(?:.*[/ ])?drush") && Regex.fits(text, "ev|php|php-script|scr"));
    }
}
