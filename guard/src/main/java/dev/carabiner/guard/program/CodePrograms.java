package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;

/** Interpreters: a text, a script of the project, or one from elsewhere. */
final class CodePrograms {

    /** What projects call their scripts, though there are programs of that name, too. */
    private static final String NAMES_OF_SCRIPTS =
            "build|check|clean|deploy|dev|docs|fix|format|install|lint|release|render|serve|start|test|watch";

    private CodePrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "python" -> PythonPrograms.apply(invocation, effects);
            case "perl" -> {
                if (invocation.hasWord("-[a-zA-Z0-9]*[eE].*")
                        && !invocation.operands().isEmpty()) {
                    invocation.words().stream()
                            .filter(it -> !it.text().startsWith("-"))
                            .findFirst()
                            .ifPresent(effects::code);
                    if (invocation.hasWord("-\\w*i.*")) {
                        effects.write(invocation.operands());
                    }
                    return true;
                }
                return false;
            }
            case "node" -> {
                if (invocation.hasWord("--(?:inspect[\\w-]*|debug-port)=(?!\\d+$|localhost|127\\.|\\[?::1).*")) {
                    effects.ask("would let other machines run code in it");
                }
                if (invocation.has("--test", "--check", "-c", "--watch") || invocation.hasWord("--run(=.*)?")) {
                    effects.build();
                    effects.read(invocation.operands());
                    BuildOptions.check("node", invocation.words(), effects);
                    return true;
                }
                boolean tool = invocation.program().key().equals("bun");
                if (tool
                        && Regex.fits(
                                invocation.operand(0), "test|run|install|add|build|i|ci|pm|remove|update|outdated")) {
                    effects.build();
                    if (invocation.operand(1).equals("trust")) {
                        effects.ask("would let packages run their scripts");
                    }
                    if (invocation.hasWord("-g|--global")) {
                        effects.ask("would install a program for all projects");
                    }
                    BuildOptions.check("bun", invocation.words(), effects);
                    runOfMachine(invocation, effects);
                    return true;
                }
                if (tool && Regex.fits(invocation.operand(0), "x|exec|create|upgrade|publish|repl")) {
                    effects.ask("would fetch and run a package");
                    return true;
                }
                return false;
            }
            case "java" -> java(invocation, effects);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** What the project has no script of that name for, {@code bun run} looks for among the programs of the machine. */
    private static void runOfMachine(Invocation invocation, Effects effects) {
        List<Arg> behind = invocation.operandsFrom(1).stream()
                .dropWhile(it -> it.text().startsWith("-"))
                .toList();
        boolean program = invocation.operand(0).equals("run")
                && !behind.isEmpty()
                && ProgramTable.standard().knows(behind.getFirst().text())
                && !Regex.fits(behind.getFirst().text(), NAMES_OF_SCRIPTS);
        if (program) {
            effects.run(behind);
        }
    }

    private static void java(Invocation invocation, Effects effects) {
        boolean own = invocation.words().stream()
                .anyMatch(it -> it.text().startsWith("dev.carabiner.")
                        || Regex.fits(it.text(), ".*\\bcarabiner[-\\w.]*\\.jar")
                        || it.text().equals("carabiner"));
        if (own) {
            effects.deny("would run the program that decides what an agent may do");
        }
        if (invocation.hasWord(
                "-javaagent.*|-agentlib.*|-agentpath.*|-XX:OnError.*|-XX:OnOutOfMemoryError.*|-Xrun.*|-XX:Flags.*|@.*|-Xlog.*|-XX:\\+.*Hook.*|-Xbootclasspath.*|-Dcom\\.sun\\.management\\.jmxremote(\\.port)?(=.*)?|-Djava\\.(security|library|system|ext)\\.?[\\w.]*=.*|--patch-module.*|--upgrade-module-path.*")) {
            effects.ask("gives Java something to load or to run");
        }
        for (Arg path : invocation.values("-cp", "-classpath", "--class-path", "-p", "--module-path")) {
            for (String one : path.text().split(":", -1)) {
                if (Regex.fits(one, "(?s)/.*|~.*|\\.\\.(/.*)?")) {
                    effects.script(path.withText(one));
                }
            }
        }
        BuildOptions.check(
                "java",
                invocation.words().stream()
                        .filter(it -> Regex.fits(it.text(), "-(D|XX:).*=.*"))
                        .toList(),
                effects);
        List<Arg> jars = invocation.values("-jar");
        List<Arg> operands = invocation.operands();
        if (jars.isEmpty() && !operands.isEmpty()) {
            Arg first = operands.getFirst();
            if (first.text().endsWith(".java") || first.text().endsWith(".jar") || invocation.has("--source")) {
                effects.script(first);
            } else {
                effects.build();
            }
        }
        jars.forEach(effects::script);
        if (operands.isEmpty()
                && jars.isEmpty()
                && !invocation.hasWord("-version|--version|-help|--list-modules|-XshowSettings.*")) {
            effects.unknown("runs Java in a way that is not known");
        }
    }
}
