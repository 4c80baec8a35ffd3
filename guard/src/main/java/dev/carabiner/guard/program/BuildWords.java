package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;

/** Words that tell a build tool or a framework to do more than to build: to publish, to empty a data base, to run code. */
final class BuildWords {

    private static final int MOST = 4;

    private static final String PUBLISHES =
            "(?i)(?:.*:)?(?:publish|deploy|release|upload|dist-?tag|pub:publish|hex\\.publish)(?:[:.A-Z].*)?"
                    + "|(?:.*:)?(?:publish|upload|closeAndRelease|deploy)[A-Z]\\w*|nexus-staging:.*|trunk";

    private static final String EMPTIES =
            "(?i)(?:.*[:.])?(?:drop|reset|flush|sqlflush|wipe|purge|destroy|nuke|fresh|reset_db|drop_all|flushdb)(?:[:.].*)?"
                    + "|sql-drop|site-install|downgrade|undo:all|db:(?:schema:load|setup|rollback)|migrate:rollback";

    private static final String CODE =
            "(?i)console|runner|shell|dbshell|shell_plus|tinker|eval|repl|dbconsole|db:console|eval-file";

    private BuildWords() {}

    /** Options by which a build is told where the project, its settings or its targets are. */
    private static final String PLACES =
            "-[fpCcb]|--?(?:file|config|config-file|configuration|rcfile|prefix|manifest-path|project-dir|projectdir|rootdir|root|cwd|dir|directory|project|makefile|settings|build-file|init-script|justfile|taskfile|rakefile)";

    /** Looks at the first words, of which one is what is to be done, and at where the project is said to be. */
    static void check(Invocation invocation, Effects effects) {
        check(invocation.program().key(), invocation.operands(), effects);
        places(invocation.words(), effects);
        if (!invocation.program().special().equals("compiler")) {
            invocation.operands().stream().filter(BuildWords::leadsOut).forEach(effects::script);
        }
    }

    /** What lies elsewhere is run there. */
    private static void places(List<Arg> words, Effects effects) {
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            int sign = text.indexOf('=');
            String name = sign < 0 ? text : text.substring(0, sign);
            if (!Regex.fits(name, PLACES)) {
                continue;
            }
            boolean next = sign < 0 && i + 1 < words.size();
            Arg value = sign >= 0
                    ? words.get(i).withText(text.substring(sign + 1))
                    : next ? words.get(i + 1) : words.get(i).withText("");
            if (leadsOut(value)) {
                effects.script(value);
            }
        }
    }

    private static boolean leadsOut(Arg word) {
        return Regex.fits(word.text(), "(?s)/.*|~.*|\\.\\.(/.*)?")
                && !word.text().startsWith("//");
    }

    /** The same for the words behind a script, such as {@code manage.py}. */
    static void check(String program, List<Arg> operands, Effects effects) {
        for (Arg operand : operands.subList(0, Math.min(MOST, operands.size()))) {
            String text = operand.text();
            if (Regex.fits(text, PUBLISHES)) {
                effects.ask("would publish or deploy something by " + program);
            } else if (Regex.fits(text, EMPTIES)) {
                effects.ask("would delete data by " + program);
            } else if (Regex.fits(text, CODE)) {
                effects.ask("would run code by " + program);
            }
        }
    }
}
