package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Programs with a language of their own, build tools, and what looks at processes. */
final class CodePrograms {

    private static final Set<String> PYTHON_TOOLS = Set.of(
            "pytest",
            "unittest",
            "venv",
            "virtualenv",
            "pip",
            "json.tool",
            "http.server",
            "compileall",
            "py_compile",
            "mypy",
            "black",
            "ruff",
            "flake8",
            "pylint",
            "isort",
            "coverage",
            "build",
            "tox",
            "nox",
            "sphinx",
            "doctest",
            "ensurepip",
            "site",
            "sysconfig",
            "tabnanny",
            "tokenize",
            "ast",
            "calendar",
            "this",
            "bandit",
            "pyright",
            "pydoc",
            "zipfile",
            "tarfile",
            "base64",
            "gzip",
            "uuid",
            "platform",
            "dis",
            "pip_audit",
            "poetry",
            "django",
            "flask",
            "uvicorn",
            "gunicorn",
            "celery",
            "alembic",
            "mkdocs",
            "pre_commit",
            "cprofile",
            "profile",
            "timeit",
            "trace",
            "pdb",
            "code",
            "asyncio",
            "setuptools",
            "wheel",
            "piptools",
            "robot",
            "behave",
            "nose2",
            "yapf",
            "autopep8");

    /** Modules of Python that run a word. */
    private static final Set<String> TEXT_MODULES = Set.of(
            "timeit",
            "pdb",
            "code",
            "cprofile",
            "profile",
            "trace",
            "asyncio",
            "runpy",
            "idlelib",
            "pty",
            "ptpython",
            "ipython");

    private static final Pattern AWK_RUNS =
            Pattern.compile("system\\s*\\(|\\|\\s*&?\\s*(?:getline|\")|\"\\s*\\||\\|&|print[^;}\\n"
                    + "]*[|>]|getline\\s*<|close\\s*\\(|@load|@include|ENVIRON|-i\\b|fflush|printf[^;}\\n"
                    + "]*>|\\(\\s*\\$?\\w+\\s*\\)\\s*\\|");

    private CodePrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "sed" -> SedScript.apply(invocation.words(), effects);
            case "awk" -> awk(invocation.words(), effects);
            case "jq" -> jq(invocation, effects);
            case "yq" -> {
                effects.read(invocation.operandsFrom(1));
                if (invocation.has("-i", "--inplace", "--in-place")) {
                    effects.write(invocation.operandsFrom(1));
                }
                if (invocation.hasWord(".*(load|env|envsubst|eval|system)\\b.*")) {
                    effects.unknown("has yq load something");
                }
            }
            case "calculator" -> {
                effects.read(invocation.operands());
                boolean shell = invocation.program().key().equals("dc");
                if (shell && !invocation.hasWord("[^!]*")) {
                    effects.ask("has dc run a line of the shell");
                } else if (shell && !(effects.command().input() instanceof Input.Inherited)) {
                    effects.unknown("has dc run what is not looked into");
                }
                if (invocation.hasWord(".*!.*")) {
                    effects.ask("has a calculator run a line of the shell");
                }
            }
            case "grep" -> {
                boolean pattern = invocation.has("-e", "-f", "--file", "--regexp", "--files", "-l")
                        && invocation.has("-e", "-f", "--file", "--regexp", "--files");
                effects.read(invocation.operandsFrom(pattern ? 0 : 1));
                effects.lookOnly();
            }
            case "pager" -> {
                if (invocation.operands().stream().anyMatch(it -> it.text().startsWith("+"))
                        || invocation.hasWord("\\+.*!.*")) {
                    effects.ask("gives a pager a command");
                }
                return false;
            }
            case "python" -> python(invocation, effects);
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
                if (invocation.has("--test", "--check", "-c", "--watch") || invocation.hasWord("--run(=.*)?")) {
                    effects.build();
                    effects.read(invocation.operands());
                    return true;
                }
                boolean tool = Set.of("bun").contains(invocation.program().key());
                if (tool
                        && Regex.fits(
                                invocation.operand(0), "test|run|install|add|build|i|ci|pm|remove|update|outdated")) {
                    effects.build();
                    return true;
                }
                if (tool && Regex.fits(invocation.operand(0), "x|exec|create|upgrade|publish|repl")) {
                    effects.ask("would fetch and run a package");
                    return true;
                }
                return false;
            }
            case "java" -> java(invocation, effects);
            case "make" -> {
                effects.build();
                BuildWords.check(invocation, effects);
                if (invocation.operands().stream().anyMatch(it -> Regex.fits(it.text(), "(un)?install.*"))) {
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
                if (invocation.hasWord("(?s)[A-Za-z_]\\w*[:?+]?=.*[$`;|&].*")) {
                    effects.ask("gives make something to run");
                }
                scriptOption(invocation, effects, "-f", "--file", "--makefile", "-I", "--include-dir");
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
                builderSettings(invocation, effects);
            }
            case "bare" -> {
                if (!invocation.operands().isEmpty()) {
                    effects.ask("would change the machine or run a command");
                    effects.run(invocation.operands());
                }
                return false;
            }
            case "ps" -> ps(invocation, effects);
            case "kill" -> kill(invocation, effects);
            case "environment" -> effects.lookOnly();
            case "systemctl" -> {
                String verb = invocation.operand(0);
                if (Regex.fits(
                        verb,
                        "poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|exit|soft-reboot|hybrid-sleep|isolate|default")) {
                    effects.deny("would turn the machine off");
                } else if (!Regex.fits(
                        verb, "status|is-active|is-enabled|is-failed|list-.*|show|cat|get-default|show-environment|")) {
                    effects.ask("would start, stop or change a service");
                }
                effects.lookOnly();
            }
            case "own" -> {
                boolean harmless = invocation.words().isEmpty()
                        || Regex.fits(invocation.words().getFirst().text(), "--version|--help|-h|events");
                if (!harmless) {
                    effects.deny("would run the program that decides what an agent may do");
                }
                effects.lookOnly();
            }
            case "packages", "service", "admin", "keys", "cloud", "attach", "pandoc" -> {
                return false;
            }
            default -> {
                return false;
            }
        }
        return true;
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
                    "(?s)-(exec|toolexec|vettool)(=.*)?|-wrapper.*|-fplugin=.*|--init-script.*|-I=?/.*|-Dexec\\..*|exec:(exec|java)|-D(jvm|argLine|maven\\.ext|java\\.system)[\\w.]*=.*|--config["
                            + " =].*(rustc-wrapper|runner|linker|rustflags).*|--require=.*|-Xplugin.*|@/.*|--plugin=.*|-B/.*|-specs=.*|--javascript.*|antrun:run|groovy:execute|--shell-escape|-ldflags=.*-extld.*|--rulesdir.*|--resolve-plugins-relative-to.*");
            if (runs) {
                effects.ask("gives a build something to run");
            }
        }
        scriptOption(invocation, effects, "--init-script", "--settings-file", "-b", "--rulesdir", "-I");
    }

    private static void awk(List<Arg> words, Effects effects) {
        boolean program = false;
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            if (!program
                    && Regex.fits(
                            text,
                            "-[fElioD].*|--file.*|--exec.*|--load.*|--include.*|--source.*|-e.*|--debug.*|--profile.*|--pretty.*|--dump.*")) {
                boolean source = Regex.fits(text, "-e.*|--source.*");
                effects.script(i + 1 < words.size() && text.length() == 2 ? words.get(i + 1) : words.get(i));
                effects.unknown(source ? "runs a program of awk" : "runs a program of awk from a file");
                i++;
                program = true;
            } else if (!program && Regex.fits(text, "-[vF]|--assign|--field-separator")) {
                i++;
            } else if (!program && !(text.startsWith("-") && text.length() > 1)) {
                program = true;
                awkProgram(words.get(i), effects);
            } else if (program && !Regex.fits(text, "(?s)[A-Za-z_]\\w*=.*")) {
                effects.read(List.of(words.get(i)));
            }
        }
        if (!effects.runsOther() && effects.weight() == Effects.Weight.KNOWN) {
            effects.lookOnly();
        }
    }

    private static void awkProgram(Arg program, Effects effects) {
        String text = program.text().replaceAll("\"[^\"\\\\|$`<>]*\"", "\"\"");
        if (!program.isLiteral() || AWK_RUNS.matcher(text).find()) {
            effects.code(program);
            effects.ask("has awk run, read or write something");
        }
    }

    private static void jq(Invocation invocation, Effects effects) {
        boolean fromFile = invocation.has("-f", "--from-file");
        effects.read(invocation.operandsFrom(fromFile ? 0 : 1));
        if (invocation.hasWord("(?s).*(\\$__loc__|input_filename|\\benv\\b|\\$ENV|import |include ).*")) {
            effects.unknown("has jq read the environment or load a module");
        }
        effects.lookOnly();
    }

    private static void python(Invocation invocation, Effects effects) {
        List<Arg> words = invocation.words();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            if (!text.startsWith("-") || text.equals("-") || text.equals("--")) {
                break;
            }
            if (Regex.fits(text, "-[bBdEhiIOPqRsSuvVx?]*m.*")) {
                String attached = text.substring(text.indexOf('m') + 1);
                Arg module =
                        attached.isEmpty() ? i + 1 < words.size() ? words.get(i + 1) : Arg.of("") : Arg.of(attached);
                module(
                        module,
                        words.subList(Math.min(words.size(), attached.isEmpty() ? i + 2 : i + 1), words.size()),
                        effects);
                return;
            }
            if (Regex.fits(text, "-[bBdEhIOPqRsSuvVx?]*i.*")) {
                effects.runInput();
            }
            i += Regex.fits(text, "-[bBdEhiIOPqRsSuvVx?]*[WXQ]") ? 1 : 0;
        }
        Meaning.script(invocation, effects);
    }

    private static void module(Arg module, List<Arg> rest, Effects effects) {
        String name = module.text().toLowerCase(java.util.Locale.ROOT);
        String root = name.contains(".") && !PYTHON_TOOLS.contains(name) ? name.substring(0, name.indexOf('.')) : name;
        if (TEXT_MODULES.contains(root)) {
            rest.stream()
                    .filter(it -> !it.text().startsWith("-"))
                    .findFirst()
                    .ifPresentOrElse(effects::code, effects::runInput);
            if (Regex.fits(root, "pdb|code|pty|idlelib|ipython|ptpython|asyncio")) {
                effects.runInput();
            }
        } else if (root.equals("pip")) {
            Program row = ProgramTable.standard().find("pip");
            if (row != null) {
                NetworkPrograms.apply("pip", Invocation.of(row, rest), effects);
            }
        } else if (root.equals("json.tool") || root.equals("tabnanny") || root.equals("ast")) {
            effects.read(rest.isEmpty() ? rest : rest.subList(0, 1));
            effects.write(rest.size() > 1 ? rest.subList(1, 2) : List.of());
            if (rest.size() <= 1) {
                effects.lookOnly();
            }
        } else if (root.equals("zipfile") || root.equals("tarfile")) {
            effects.write(rest);
        } else if (root.equals("twine")) {
            effects.ask("would publish to a registry");
        } else if (root.equals("http.server")) {
            effects.ask("would show files to other machines");
        } else if (PYTHON_TOOLS.contains(root)) {
            effects.build();
        } else {
            effects.unknown("runs a module of Python that is not known");
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
                "-javaagent.*|-agentlib.*|-agentpath.*|-XX:OnError.*|-XX:OnOutOfMemoryError.*|-Xrun.*|-XX:Flags.*|@.*|-Xlog.*|-XX:\\+.*Hook.*")) {
            effects.ask("gives Java something to load or to run");
        }
        for (Arg path : invocation.values("-cp", "-classpath", "--class-path", "-p", "--module-path")) {
            for (String one : path.text().split(":", -1)) {
                if (Regex.fits(one, "(?s)/.*|~.*|\\.\\.(/.*)?")) {
                    effects.script(path.withText(one));
                }
            }
        }
        List<Arg> jars = invocation.values("-jar");
        List<Arg> operands = invocation.operands();
        if (jars.isEmpty() && !operands.isEmpty()) {
            Arg first = operands.getFirst();
            if (first.text().endsWith(".java") || first.text().endsWith(".jar")) {
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

    /** Its options may come without a dash; {@code e} shows the environment of every process. */
    private static void ps(Invocation invocation, Effects effects) {
        for (Arg word : invocation.words()) {
            boolean plain = !word.text().startsWith("-") && Regex.fits(word.text(), "[a-zA-Z]+");
            boolean bsd = plain && word.text().indexOf('e') >= 0;
            boolean environ = Regex.fits(word.text(), "(?s).*\\b(environ)\\b.*");
            if ((bsd && !isValue(invocation.words(), word)) || environ) {
                effects.deny("would read what processes were started with, keys among it");
            }
            if (Holes.areIn(word.text())) {
                effects.unknown("gives ps words that are not known");
            }
        }
        effects.lookOnly();
    }

    private static boolean isValue(List<Arg> words, Arg word) {
        int at = words.indexOf(word);
        return at > 0
                && Regex.fits(
                        words.get(at - 1).text(), "-[oOpuUgGtCqs]|o|--(format|pid|user|sort|ppid|cols)|-[a-zA-Z]*o");
    }

    private static void kill(Invocation invocation, Effects effects) {
        List<Arg> words = invocation.words();
        boolean all = words.size() > 1 && Regex.fits(words.getLast().text(), "-1|0");
        if (invocation.program().key().equals("kill") && all) {
            effects.deny("would end every process of the user");
            return;
        }
        boolean lists = invocation.has("-l", "-L", "--list")
                || words.stream().anyMatch(it -> it.text().equals("-0"));
        boolean jobs = !words.isEmpty()
                && words.stream().allMatch(it -> Regex.fits(it.text(), "-.*|%.*|\\d+") || onlyPlain(it));
        if (invocation.program().key().equals("kill") && (lists || jobs)) {
            effects.lookOnly();
            return;
        }
        boolean java = words.stream()
                .anyMatch(it -> Regex.fits(it.text(), "(?i).*(java|carabiner|bwrap|-u|-U|\\.\\*|^\\.$).*"));
        if (java) {
            effects.deny("would end the guard");
        }
        effects.ask("would end processes");
    }

    private static boolean onlyPlain(Arg word) {
        return word.text().chars().allMatch(c -> c == Holes.SAFE);
    }
}
