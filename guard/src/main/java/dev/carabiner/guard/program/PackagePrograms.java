package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Package managers: from which place they install, whether for the project or for all, and what they run by name. */
final class PackagePrograms {

    private static final Set<String> RUNNERS =
            Set.of("exec", "x", "dlx", "create", "init", "innit", "explore", "npx", "bunx", "pnpx", "yarnx");

    /** What projects fetch and run all the time, and what does not run a text that it is given. */
    private static final Set<String> TOOLS =
            words("tsc eslint prettier jest vitest mocha playwright cypress tsx ts-node webpack vite rollup"
                    + " esbuild next nuxt ng stylelint biome nx turbo lerna prisma storybook husky lint-staged"
                    + " commitlint tailwindcss astro svelte-check vue-tsc typedoc knip depcheck madge"
                    + " npm-check-updates ncu nyc c8 ava karma gulp grunt babel swc serve http-server"
                    + " markdownlint cspell drizzle-kit changeset semantic-release license-checker size-limit");

    private static final Set<String> PYTHON_TOOLS =
            words("ruff black isort mypy pyright flake8 pylint pytest tox nox codespell bandit yapf autopep8 pyupgrade"
                    + " vulture yamllint pip-audit basedpyright ty");

    private PackagePrograms() {}

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "npm" -> npm(invocation, effects);
            case "npmexec" -> npmExec(invocation, effects);
            case "npmconfig" -> {
                boolean asks = invocation.operands().isEmpty()
                        || Regex.fits(invocation.operand(0), "get|list|ls|verify")
                        || Regex.fits(invocation.program().key(), "npm get");
                if (asks && invocation.hasWord("(?i).*(_auth|token|password|secret).*")) {
                    effects.ask("would read keys, credentials or tokens");
                } else if (asks) {
                    effects.lookOnly();
                } else if (invocation.program().key().equals("npm pkg")
                        && invocation.hasWord(
                                "(scripts|bin|gypfile|config|overrides|dependencies|devDependencies)\\b.*")) {
                    effects.ask("would change what the project runs");
                } else if (invocation.program().key().equals("npm version")
                        || invocation.program().key().equals("npm pkg")
                        || invocation.operand(0).equals("clean")) {
                    effects.build();
                } else {
                    effects.ask("would change the settings of npm, which can run programs");
                }
            }
            case "pip" -> pip(invocation, effects);
            case "uvx" -> {
                String tool = invocation.operand(0).replaceFirst("@[\\w.]+$", "");
                boolean known = PYTHON_TOOLS.contains(tool)
                        && invocation.operands().getFirst().isLiteral()
                        && !invocation.hasWord(
                                "--(from|with|index|default-index|extra-index|python|find-links|spec|pip-args).*|-[ip].*");
                effects.build();
                effects.useNetwork();
                if (known) {
                    BuildWords.check(tool, invocation.operandsFrom(1), effects);
                    BuildOptions.check(tool, invocation.operandsFrom(1), effects);
                } else {
                    effects.ask("would fetch and run a package");
                    effects.run(invocation.operands());
                }
            }
            case "goinstall" -> {
                boolean fetched =
                        invocation.operands().stream().anyMatch(it -> it.text().contains("@"));
                if (fetched) {
                    effects.ask("would install a program from elsewhere");
                }
                BuildOptions.check(invocation.program().key(), invocation.words(), effects);
                effects.build();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void npm(Invocation invocation, Effects effects) {
        effects.build();
        BuildWords.check(invocation, effects);
        effects.useNetwork();
        String key = invocation.program().key();
        if (key.equals("yarn workspace")) {
            List<Arg> inner = new ArrayList<>(List.of(Arg.of("yarn")));
            inner.addAll(invocation.operandsFrom(1));
            effects.run(inner);
        }
        boolean installs = Regex.fits(
                key, "npm (i|in|install|add|isntall|it|install-test|update|up|upgrade|link|ln)|(pnpm|yarn) add");
        boolean elsewhere = invocation.operands().stream()
                .anyMatch(
                        it -> Regex.fits(
                                it.text(),
                                "(git\\+|https?:|git:|ssh:|file:|github:|gitlab:|gist:|/|\\.\\./|~).*|[\\w.-]+/[\\w.#-]+|.*@(git\\+|https?:|git:|ssh:|file:|github:).*"));
        if (installs && elsewhere) {
            effects.ask("would install a package from a place that is no registry");
        }
        if (Regex.fits(key, "pnpm|yarn")
                && !invocation.operands().isEmpty()
                && !Regex.fits(invocation.operand(0), "[\\w:.-]+")) {
            effects.unknown("runs " + key + " in a way that is not known");
        }
        boolean open = key.equals("npm") && !invocation.operands().isEmpty();
        if (open || Regex.fits(key, "npm (link|ln)")) {
            effects.unknown("runs " + key + " in a way that is not known");
        }
        boolean program = Regex.fits(key, "pnpm|yarn") && runsProgram(invocation.operand(0));
        if (program) {
            effects.run(invocation.operands());
            effects.unknown("runs a program by " + key);
        }
        boolean set = invocation.options().stream()
                .anyMatch(
                        it -> Regex.fits(
                                it.name(),
                                "--(script-shell|shell|node-options|registry|userconfig|globalconfig|prefix|git|editor|viewer|ignore-scripts=false)"));
        if (set && !invocation.has("--prefix")) {
            effects.ask("gives npm a setting that can run a program");
        }
    }

    /** Whether the word is no script of the project but a program that runs others. */
    private static boolean runsProgram(String word) {
        Program row = ProgramTable.standard().find(word);
        return row != null && !row.is("builds") && !row.is("words") && !row.is("reads");
    }

    private static void npmExec(Invocation invocation, Effects effects) {
        effects.build();
        effects.useNetwork();
        List<Arg> operands = invocation.operands();
        boolean line = invocation.options().stream().anyMatch(it -> it.kind() == Program.Kind.LINE);
        if (line) { // asked about for its option
            return;
        }
        String verb = invocation.program().key().replaceFirst("^\\w+ ", "");
        String tool = invocation.operand(0).replaceFirst("@[\\w.^~-]+$", "");
        boolean known = RUNNERS.contains(verb)
                && TOOLS.contains(tool)
                && operands.getFirst().isLiteral()
                && invocation.values("-p", "--package").isEmpty();
        boolean fresh = operands.isEmpty() && Regex.fits(verb, "init|innit|create");
        if (fresh) {
            effects.write(Arg.of("package.json"));
        } else if (RUNNERS.contains(verb) && Regex.fits(tool, "rimraf|mkdirp|shx|cross-env|del-cli")) {
            effects.run(operands);
        } else if (!known) {
            effects.ask("would fetch and run a package, or run a command by npm");
            effects.run(operands);
        } else {
            BuildWords.check(tool, operands.subList(1, operands.size()), effects);
            BuildOptions.check(tool, operands.subList(1, operands.size()), effects);
            Program row = ProgramTable.standard().find(tool);
            if (row != null && row.is("builds")) {
                List<Arg> argv = new ArrayList<>(operands);
                argv.set(0, Arg.of(tool));
                effects.like(argv);
            }
        }
    }

    private static void pip(Invocation invocation, Effects effects) {
        effects.build();
        BuildWords.check(invocation.program().key(), invocation.operands(), effects);
        effects.useNetwork();
        String verb = invocation.program().key().contains(" ")
                ? invocation.program().key().replaceFirst("^\\S+ ", "")
                : invocation.operand(0);
        boolean looks = Regex.fits(
                verb,
                "list|show|freeze|check|index|debug|help|inspect|hash|search|tree|lock|sync|venv|version|env|export|completion|cache|graph|update|init|new|build|python|--version|");
        boolean elsewhere = invocation.operands().stream()
                        .anyMatch(
                                it -> Regex.fits(
                                        it.text(),
                                        "(git\\+|https?:|git:|ssh:|file:|svn\\+|hg\\+|/|\\.\\./|~).*|[\\w.\\[\\],-]+ ?@ ?([a-z+]+:|[/.~]).*"))
                || invocation.hasWord(
                        "-i|-i.*|--index-url.*|--extra-index-url.*|-f.*|--find-links.*|--target.*|--prefix.*|--root.*|--break-system-packages|--trusted-host.*|--user|--config-settings.*|--global-option.*|-t|--system|--python.*|--proxy.*")
                || invocation.values("-e", "-r", "-c", "--editable", "--requirement", "--constraint").stream()
                        .anyMatch(it ->
                                Regex.fits(it.text(), "(git\\+|https?:|git:|ssh:|file:|svn\\+|hg\\+|/|\\.\\./|~).*"));
        if (elsewhere && !looks) {
            effects.ask("would install a package from a place that is no registry, or to another place");
        }
        if (Regex.fits(verb, "venv|init|new")) {
            effects.write(invocation.operands());
        }
        boolean other = invocation.values("--python").stream().anyMatch(BuildOptions::leadsOut);
        if (other && looks) {
            effects.ask("has pip run a program from elsewhere");
        }
        if (verb.equals("python") && Regex.fits(invocation.operand(0), "(un)?install|pin")) {
            effects.ask("would install something on this machine");
        }
        boolean changes = Regex.fits(verb, "install|add|download|wheel|remove|uninstall|pip|sync|require");
        if (!looks && !changes) {
            effects.unknown("runs " + invocation.program().key() + " in a way that is not known");
        }
        if (Regex.fits(verb, "config")) {
            effects.ask("would change the settings of pip");
        }
    }
}
