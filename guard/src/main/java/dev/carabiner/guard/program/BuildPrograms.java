package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;

/** Build tools: they run what the project says, and what their words say beyond that. */
final class BuildPrograms {

    private BuildPrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "make" -> {
                effects.build();
                BuildWords.check(invocation, effects);
                boolean shows = invocation.has("-n", "--dry-run", "--just-print", "--recon");
                if (!shows && invocation.operands().stream().anyMatch(it -> Regex.fits(it.text(), "(un)?install.*"))) {
                    effects.ask("would install something on this machine");
                }
                if (invocation.values("-f", "--file", "--makefile").stream()
                                .anyMatch(it -> it.text().equals("-"))
                        || (invocation.hasWord("-f-?|--file=-|--makefile=-")
                                && invocation.hasWord("-|-f-|--file=-|--makefile=-|/dev/stdin"))) {
                    effects.runInput();
                }
                if (invocation.hasWord(
                                "(?s)(SHELL|CC|CXX|MAKEFLAGS|MAKEFILES|LD_\\w+|PATH|AR|LD|\\.SHELLFLAGS|MAKE)\\s*[:+?!]?=.*")
                        || invocation.hasWord("--eval.*|-E.*")) {
                    effects.ask("gives make something to run");
                }
                if (invocation.hasWord("(?s)[A-Za-z_]\\w*[:?+]?=.*[$`;|&].*|.*\\$[({].*")) {
                    effects.ask("gives make something to run");
                }
                scriptOption(invocation, effects, "-f", "--file", "--makefile", "-I", "--include-dir");
            }
            case "dockerbuild" -> {
                effects.build();
                BuildOptions.check(invocation.program().key(), invocation.words(), effects);
                if (invocation.operands().stream().anyMatch(it -> it.text().equals("-"))) {
                    effects.ask("would build what it is given on its input");
                }
            }
            case "builder", "cargo", "go", "compiler" -> {
                effects.build();
                boolean fetched = Regex.fits(invocation.program().key(), "go (run|get|tool)")
                        && invocation.operand(0).indexOf('@') > 0;
                if (fetched && !invocation.program().key().equals("go get")) {
                    effects.ask("would fetch and run a program");
                }
                BuildWords.check(invocation, effects);
                effects.write(invocation.values("-o"));
                if (special.equals("compiler")) {
                    CompilerOptions.check(invocation.words(), effects);
                }
                if (invocation.program().key().equals("celery") && invocation.hasWord("multi")) {
                    effects.ask("would start a server that outlives the command");
                }
                if (Regex.fits(invocation.program().key(), "gunicorn|rackup|unicorn|rails|puma")
                        && invocation.hasWord(invocation.program().key().matches("rails|puma") ? "-d" : "-D")) {
                    effects.ask("would start a server that outlives the command");
                }
                builderSettings(invocation, effects);
                if (Regex.fits(invocation.program().key(), "mvn\\w?")) {
                    invocation.operands().forEach(it -> goal(it.text(), effects));
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A goal by its coordinates runs a plugin that the project need not name. */
    private static void goal(String text, Effects effects) {
        boolean named = Regex.fits(text, "[\\w.-]+:[\\w.-]+(:[\\w.-]+)?:[\\w.-]+")
                && !Regex.fits(
                        text,
                        "(org\\.apache\\.maven\\.plugins|org\\.codehaus\\.mojo|com\\.diffplug\\.spotless|org\\.openrewrite\\.maven|org\\.springframework\\.boot|io\\.quarkus|org\\.jacoco|com\\.github\\.spotbugs|org\\.owasp|org\\.pitest|org\\.sonarsource\\.scanner\\.maven):.*");
        if (named || Regex.fits(text, "(.*:)?exec(-maven-plugin)?(:[\\w.-]+)?:(java|exec)(@.*)?")) {
            effects.unknown("has Maven fetch and run a plugin, or run a class");
        }
        if (text.startsWith("scm:")) {
            effects.ask("would change or send the project's own history");
        }
    }

    private static void scriptOption(Invocation invocation, Effects effects, String... names) {
        List<Arg> words = invocation.words();
        for (int i = 0; i < words.size(); i++) {
            for (String name : names) {
                String text = words.get(i).text();
                if (text.equals(name) && i + 1 < words.size()) {
                    effects.script(words.get(i + 1));
                } else if (text.startsWith(name + "=")
                        || (name.length() == 2 && text.startsWith(name) && text.length() > 2)) {
                    effects.script(words.get(i)
                            .withText(text.substring(name.length() + (text.startsWith(name + "=") ? 1 : 0))));
                }
            }
        }
    }

    /** What a build is told to load or to run from elsewhere. */
    private static void builderSettings(Invocation invocation, Effects effects) {
        for (Arg word : invocation.words()) {
            String text = word.text();
            boolean runs = Regex.fits(
                    text,
                    "(?s)-(exec|toolexec|vettool)(=.*)?|-wrapper.*|-f(pass-)?plugin=.*|-fuse-ld=.*/.*|--init-script.*|-I=?/.*|-Dexec\\.(?!mainClass=|args=|classpathScope=|cleanupDaemonThreads=).*|exec:exec|-D(jvm|argLine|maven\\.ext|java\\.system)[\\w.]*=.*|--config["
                            + " =].*(rustc-wrapper|runner|linker|rustflags).*|--require=.*|-Xplugin.*|@/.*|--plugin=.*|-B/.*|-specs=.*|--javascript.*|antrun:run|groovy:execute|--shell-escape|-ldflags=.*-extld.*|--rulesdir.*|--resolve-plugins-relative-to.*");
            boolean compiles = invocation.program().special().equals("compiler")
                    && Regex.fits(
                            text,
                            "@.*|-B.*|--config(=.*)?|-load|-plugin|--plugin(=.*)?|-Xclang|-ccbin.*|--compiler-bindir.*");
            boolean adds = Regex.fits(text, "(?s)(?:-o|--override-ini=)?addopts=.*\\S.*");
            if (runs || compiles || adds) {
                effects.ask("gives a build something to run");
            }
        }
        scriptOption(invocation, effects, "--init-script", "--settings-file", "-b", "--rulesdir", "-I");
    }
}
