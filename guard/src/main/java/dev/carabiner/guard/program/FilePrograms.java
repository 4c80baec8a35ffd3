package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Programs that copy, pack and look for files. */
final class FilePrograms {

    private static final Set<String> FILTERS =
            Set.of("-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-empty");
    /** What a build makes again. */
    private static final String MADE =
            "\\*\\.(class|py[co]|o|obj|gcda|gcno)|__pycache__|\\.(pytest|mypy|ruff)_cache|node_modules|\\.ipynb_checkpoints|\\*\\.egg-info";

    private static final String LEFTOVERS =
            MADE + "|\\*\\.(orig|rej|bak|sw[op]|tmp|log)|\\*~|\\.DS_Store|Thumbs\\.db|\\.#\\*|#\\*#";
    /** What is behind them, up to a semicolon or a plus sign, is a command. */
    static final Set<String> FIND_RUNS = Set.of("-exec", "-execdir", "-ok", "-okdir");

    private static final Set<String> FIND_WRITES = Set.of("-fprint", "-fprint0", "-fprintf", "-fls");

    private FilePrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects, ProgramTable table) {
        switch (special) {
            case "find" -> find(invocation.words(), effects);
            case "dd" -> dd(invocation.words(), effects);
            case "rsync" -> rsync(invocation, effects);
            case "rimraf" -> effects.tree(invocation.operands());
            case "copy" -> {
                disguised(invocation, effects, table);
                boolean nowhere = Regex.fits(invocation.program().key(), "g?mv")
                        && !invocation.operands().isEmpty()
                        && invocation.operands().getLast().text().startsWith("/dev/");
                if (nowhere) {
                    effects.ask("would move files to where they are gone");
                }
                return false;
            }
            case "link" -> {
                disguised(invocation, effects, table);
                effects.read(Meaning.allButLast(invocation.operands()));
                return false;
            }
            case "mode" -> {
                boolean chmod = invocation.program().key().endsWith("chmod");
                if (chmod && invocation.hasWord("0{1,4}|([ugo]*[ua][ugoa]*)?-[rwxX]*r[rwxX]*|[ugo]*[ua][ugoa]*=")) {
                    effects.ask("would make files that nobody can read");
                }
                if (chmod && invocation.hasWord("-[rwxXst]+")) {
                    effects.write(invocation.operands());
                }
                if (invocation.has("--reference")) {
                    effects.write(invocation.operands()); // none of them is the mode
                }
                if (invocation.has("-R", "--recursive")) {
                    boolean first = Regex.fits(invocation.program().key(), "ch(mod|own|grp)");
                    effects.tree(invocation.operandsFrom(first ? 1 : 0));
                }
                if (invocation.hasWord("[ugoa]*[+=][rwxXst]*s[rwxXst]*|0?[4567]\\d{3}")) {
                    effects.ask("would give a file another user's rights");
                }
                return false;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A program under a second name is not known by it. */
    private static void disguised(Invocation invocation, Effects effects, ProgramTable table) {
        for (Arg operand : invocation.operands()) {
            String text = operand.text();
            if (Regex.fits(text, ".*\\bs?bin/[^/]+") && text.startsWith("/") && table.knows(text)) {
                effects.ask("would give a program a second name");
            }
        }
    }

    static void find(List<Arg> words, Effects effects) {
        List<Arg> points = new ArrayList<>();
        boolean filtered = false;
        boolean deletes = false;
        boolean begun = false;
        boolean runs = false;
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            boolean next = i + 1 < words.size();
            if (!begun && !text.startsWith("-") && !text.equals("(") && !text.equals("!")) {
                points.add(words.get(i));
                continue;
            }
            begun |= !Regex.fits(text, "-[HLP]|-O\\d*|-D");
            boolean removes =
                    FIND_RUNS.contains(text) && removes(words.subList(i + 1, words.size())) && takesOnly(MADE, words);
            if (removes) {
                deletes = true;
            } else if (FIND_RUNS.contains(text)) {
                runs = true;
                effects.run(Meaning.untilEnd(words.subList(i + 1, words.size())));
            } else if (FIND_WRITES.contains(text) && next) {
                effects.write(words.get(i + 1));
            } else if (text.equals("-files0-from")) {
                effects.unknown("has find look in places that are not known");
            }
            deletes |= text.equals("-delete");
            boolean everything = next && Regex.fits(words.get(i + 1).text(), "[*?./]*");
            filtered |= text.equals("-empty") || (FILTERS.contains(text) && !everything);
            if (words.get(i).count() == Arg.Count.ANY) {
                effects.unknown("gives find words that are not known");
            }
        }
        List<Arg> from = points.isEmpty() ? List.of(Arg.of(".")) : points;
        if (runs) {
            effects.read(from);
        }
        if (deletes) {
            effects.tree(from);
            boolean onlyEmpty = (words.stream().anyMatch(it -> it.text().equals("-empty")) && !joins(words))
                    || takesOnly(LEFTOVERS, words);
            if (filtered) {
                effects.filter();
            }
            if (onlyEmpty) {
                effects.lists().addAll(from);
            }
        } else {
            effects.list(from);
            effects.lookOnly();
        }
    }

    /** {@code rm -rf {}}, and nothing else behind it. */
    private static boolean removes(List<Arg> words) {
        List<String> texts = words.stream().map(Arg::text).toList();
        return texts.size() >= 3
                && texts.getFirst().equals("rm")
                && Regex.fits(String.join(" ", texts.subList(1, texts.size())), "(-[rfRv]+ )*(-- )?\\{\\} [;+]");
    }

    /** Whether it takes nothing but files of one name that a build or an editor makes again. */
    private static boolean takesOnly(String names, List<Arg> words) {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).text().equals("-name")) {
                taken.add(words.get(i + 1).text());
            }
        }
        return !joins(words) && taken.size() == 1 && Regex.fits(taken.getFirst(), names);
    }

    /** With "or" and "not" it takes more than each of its conditions says. */
    private static boolean joins(List<Arg> words) {
        return words.stream().anyMatch(it -> Regex.fits(it.text(), "-o|-or|-not|!|,|\\(|-a|-and"));
    }

    private static void dd(List<Arg> words, Effects effects) {
        for (Arg word : words) {
            String text = word.text();
            if (text.toLowerCase(java.util.Locale.ROOT).startsWith("if=")) {
                effects.read(List.of(word.withText(text.substring(3))));
            } else if (text.startsWith("of=")) {
                effects.write(word.withText(text.substring(3)));
            } else if (!Regex.fits(text, "(bs|count|skip|seek|conv|status|iflag|oflag|ibs|obs)=.*|-\\S*")) {
                effects.write(word);
            }
        }
    }

    private static void rsync(Invocation invocation, Effects effects) {
        List<Arg> operands = invocation.operands();
        for (Arg operand : operands) {
            if (Regex.fits(operand.text(), "(rsync://.*|[^/]*:.*)")) {
                effects.send();
                effects.ask("would send files to another machine");
            }
        }
        effects.read(Meaning.allButLast(operands));
        if (!operands.isEmpty()) {
            effects.write(operands.getLast());
            if (invocation.options().stream().anyMatch(it -> it.name().startsWith("--del"))) {
                effects.tree(List.of(operands.getLast()));
            }
        }
        if (invocation.has("--remove-source-files")) {
            effects.tree(Meaning.allButLast(operands));
        }
        if (invocation.has("--daemon")) {
            effects.ask("would start a server");
        }
    }
}
