package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Python: a script, a text, or a module by its name. */
final class PythonPrograms {

    /** Modules that build, test or look at a project. */
    private static final Set<String> TOOLS =
            words("pytest unittest venv virtualenv pip json.tool http.server compileall py_compile mypy"
                    + " black ruff flake8 pylint isort coverage build tox nox sphinx doctest ensurepip site"
                    + " sysconfig tabnanny tokenize ast calendar this bandit pyright pydoc zipfile tarfile"
                    + " base64 gzip uuid platform dis pip_audit poetry django flask uvicorn gunicorn celery"
                    + " alembic mkdocs pre_commit cprofile profile timeit trace pdb code asyncio setuptools"
                    + " wheel piptools robot behave nose2 yapf autopep8");

    /** Modules that run a word. */
    private static final Set<String> TEXT_MODULES =
            words("timeit pdb code cprofile profile trace asyncio runpy idlelib pty ptpython ipython");

    /** Modules of whose own words for help nothing runs: another of any name may do all it likes first. */
    private static final String HELPFUL =
            "http\\.server|pip|venv|json\\.tool|unittest|pytest|mypy|black|ruff|build|coverage|flake8|pylint|tox";

    private PythonPrograms() {}

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    static void apply(Invocation invocation, Effects effects) {
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
        boolean loads = invocation.values("-X", "-W").stream()
                .anyMatch(it -> Regex.fits(it.text(), "(?s)(?:pycache_prefix|presite)=.*|[^:]*:[^:]*:[^:]*\\..*"));
        if (loads) {
            effects.ask("gives Python code to load from elsewhere");
        }
        Meaning.script(invocation, effects);
    }

    private static void module(Arg module, List<Arg> rest, Effects effects) {
        String name = module.text().toLowerCase(Locale.ROOT);
        if (onlyHelps(name, rest, effects)) {
            effects.lookOnly();
            return;
        }
        String root = name.contains(".") && !TOOLS.contains(name) ? name.substring(0, name.indexOf('.')) : name;
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
                PackagePrograms.apply("pip", Invocation.of(row, rest), effects);
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
        } else if (root.equals("venv")
                || root.equals("virtualenv")
                || root.equals("compileall")
                || root.equals("py_compile")) {
            List<Arg> places =
                    rest.stream().filter(it -> !it.text().startsWith("-")).toList();
            effects.build();
            effects.write(places);
            if (rest.stream().anyMatch(it -> it.text().equals("--clear"))) {
                effects.tree(places);
            }
        } else if (root.equals("pydoc") && rest.stream().anyMatch(it -> Regex.fits(it.text(), "-[pbn].*"))) {
            effects.ask("would show files to other machines");
        } else if (root.equals("base64") || root.equals("gzip")) {
            effects.read(rest);
            effects.write(root.equals("gzip") ? rest : List.of());
        } else if (root.equals("ensurepip")) {
            effects.ask("would install something on this machine");
        } else if (TOOLS.contains(root)) {
            effects.build();
            BuildWords.check("python -m " + root, rest, effects);
            BuildOptions.check(root, rest, effects);
            like(root, rest, effects);
        } else {
            effects.unknown("runs a module of Python that is not known");
        }
    }

    private static void like(String tool, List<Arg> rest, Effects effects) {
        Program row = ProgramTable.standard().find(tool);
        if (row != null && row.is("builds")) {
            List<Arg> argv = new ArrayList<>(List.of(Arg.of(tool)));
            argv.addAll(rest);
            effects.like(argv);
        }
    }

    /** A module is first looked for where the command runs: in another directory it may be another. */
    private static boolean onlyHelps(String module, List<Arg> rest, Effects effects) {
        return rest.size() == 1
                && Regex.fits(rest.getFirst().text(), "--(help|version)|-h")
                && Regex.fits(module, HELPFUL)
                && effects.command().directories().equals(Set.of(""));
    }
}
