package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Invocation.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Programs that copy, pack and look for files. */
final class FilePrograms {

    private static final Set<String> FILTERS =
            Set.of("-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-empty");
    private static final String LEFTOVERS =
            "\\*\\.(class|py[co]|o|obj|orig|rej|bak|sw[op]|tmp|gcda|gcno)|\\*~|\\.DS_Store|Thumbs\\.db|\\.#\\*|#\\*#";
    private static final Set<String> FIND_RUNS = Set.of("-exec", "-execdir", "-ok", "-okdir");
    private static final Set<String> FIND_WRITES = Set.of("-fprint", "-fprint0", "-fprintf", "-fls");
    private static final Set<String> TAR_VALUES = Set.of(
            "-b",
            "-K",
            "-L",
            "-N",
            "-V",
            "--exclude",
            "--strip-components",
            "--transform",
            "--xform",
            "--owner",
            "--group",
            "--mode",
            "--mtime",
            "--format",
            "-H",
            "--warning",
            "--wildcards-match",
            "--level");

    private FilePrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects, ProgramTable table) {
        switch (special) {
            case "find" -> find(invocation.words(), effects);
            case "dd" -> dd(invocation.words(), effects);
            case "tar" -> tar(invocation.words(), effects);
            case "zip" -> {
                if (invocation.has("-T", "--test") && invocation.hasWord("-?-?(TT|unzip-command).*")) {
                    effects.ask("has zip run a program");
                }
                boolean moves = invocation.has("-m", "--move");
                List<Arg> operands = invocation.operands();
                effects.write(operands.isEmpty() ? operands : operands.subList(0, 1));
                effects.read(invocation.operandsFrom(1));
                if (moves) {
                    effects.tree(invocation.operandsFrom(1));
                }
            }
            case "cpio" -> cpio(invocation, effects);
            case "unpack" -> {
                effects.read(invocation.operands());
                effects.write(invocation.values("-d", "-o"));
                boolean lists =
                        invocation.has("-l", "-t", "-p", "-Z", "-v") || Regex.fits(invocation.operand(0), "l|t|lt?");
                boolean there = !invocation.values("-d", "-o").isEmpty() || invocation.hasWord("-[do].+");
                if (!lists && !there) {
                    effects.unknown("would unpack over the project's own files");
                }
            }
            case "rsync" -> rsync(invocation, effects);
            case "rimraf" -> effects.tree(invocation.operands());
            case "copy" -> {
                disguised(invocation, effects, table);
                return false;
            }
            case "link" -> {
                disguised(invocation, effects, table);
                effects.read(Meaning.allButLast(invocation.operands()));
                return false;
            }
            case "mode" -> {
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
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            boolean next = i + 1 < words.size();
            if (!begun && !text.startsWith("-") && !text.equals("(") && !text.equals("!")) {
                points.add(words.get(i));
                continue;
            }
            begun |= !Regex.fits(text, "-[HLP]|-O\\d*|-D");
            if (FIND_RUNS.contains(text)) {
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
        if (deletes) {
            effects.tree(from);
            boolean onlyEmpty = words.stream().anyMatch(it -> it.text().equals("-empty")) || onlyLeftovers(words);
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

    /** Whether it takes nothing but files of one name that a build or an editor makes again. */
    private static boolean onlyLeftovers(List<Arg> words) {
        boolean joined = words.stream().anyMatch(it -> Regex.fits(it.text(), "-o|-or|-not|!|,|\\(|-a|-and"));
        List<String> names = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).text().equals("-name")) {
                names.add(words.get(i + 1).text());
            }
        }
        return !joined && names.size() == 1 && Regex.fits(names.getFirst(), LEFTOVERS);
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

    /** Its first word may be a cluster without a dash. */
    private static void tar(List<Arg> given, Effects effects) {
        List<Arg> words = new ArrayList<>(given);
        if (!words.isEmpty() && !words.getFirst().text().startsWith("-")) {
            oldStyle(words, effects);
        }
        Program row = ProgramRows.parse("tar : nothing w=-f,--file,--index-file"
                        + " x=-I,-F,--use-compress-program,--to-command,--info-script,--new-volume-script,--rsh-command,--rmt-command"
                        + " r=-T,-X,--files-from,--exclude-from"
                        + " d=-C,--directory"
                        + " v=" + String.join(",", TAR_VALUES) + " c=--checkpoint-action\n")
                .values()
                .iterator()
                .next();
        Invocation invocation = Invocation.of(row, words);
        boolean lists = invocation.has("-t", "--list") || invocation.has("-d", "--diff", "--compare");
        boolean extracts = invocation.has("-x", "--extract", "--get");
        for (Option option : invocation.options()) {
            tarOption(option, lists || extracts, effects);
        }
        effects.read(invocation.operands());
        if (extracts) {
            boolean there = invocation.has("-C", "--directory", "--one-top-level");
            List<Arg> places = invocation.values("-C", "--directory");
            effects.write(there ? places : List.of(Arg.of(".")));
            if (places.isEmpty() || places.stream().anyMatch(it -> Regex.fits(it.text(), "\\.?/?"))) {
                effects.unknown("would unpack over the project's own files");
            }
            if (invocation.has("-P", "--absolute-names", "--unlink-first", "--recursive-unlink")) {
                effects.ask("would unpack to wherever the archive says");
            }
        }
        if (invocation.has("--remove-files")) {
            effects.tree(invocation.operands());
            effects.ask("would delete the files that it packs");
        }
        if (invocation.open()) {
            effects.unknown("gives tar words that are not known");
        }
        if (lists && !extracts) {
            effects.lookOnly();
        }
    }

    private static void tarOption(Option option, boolean readsArchive, Effects effects) {
        switch (option.name()) {
            case "-f", "--file" -> {
                boolean remote = Regex.fits(option.value().text(), "[^/]+:.*");
                if (remote) {
                    effects.ask("would go to another machine");
                } else if (readsArchive) {
                    effects.read(List.of(option.value()));
                } else {
                    effects.write(option.value());
                }
            }
            case "-I", "--use-compress-program" -> {
                boolean plain =
                        Regex.fits(option.value().text(), "(pigz|gzip|xz|zstd|bzip2|pbzip2|lz4|lzma)( -[\\w=]+)*");
                if (!plain) {
                    effects.line(option.value());
                }
            }
            case "--checkpoint-action" -> {
                if (!Regex.fits(option.value().text(), "dot|echo.*|bell|ttyout.*|sleep=.*|totals")) {
                    effects.line(option.value().withText(option.value().text().replaceFirst("^exec=", "")));
                    effects.ask("has tar run a program");
                }
            }
            default -> {
                if (option.kind() == Program.Kind.LINE) {
                    effects.line(option.value());
                } else if (option.kind() == Program.Kind.READ) {
                    effects.read(List.of(option.value()));
                }
            }
        }
    }

    /** {@code tar cfC a.tar dir x}: the values follow in the order of their letters. */
    private static void oldStyle(List<Arg> words, Effects effects) {
        String cluster = words.removeFirst().text();
        List<Arg> options = new ArrayList<>();
        for (int i = 0; i < cluster.length(); i++) {
            char c = cluster.charAt(i);
            options.add(Arg.of("-" + c));
            if ("fCITXFbgHKLNV".indexOf(c) >= 0 && !words.isEmpty()) {
                options.add(words.removeFirst());
            }
        }
        words.addAll(0, options);
        if (cluster.chars().anyMatch(dev.carabiner.guard.line.Holes::isHole)) {
            effects.unknown("gives tar words that are not known");
        }
    }

    private static void cpio(Invocation invocation, Effects effects) {
        if (invocation.has("-o", "-t", "--create", "--list")) {
            effects.lookOnly();
        } else {
            effects.ask("would unpack to wherever the archive says");
        }
        if (invocation.hasWord("--rsh-command.*|--to-stdout.*|-F.*:.*")) {
            effects.ask("has cpio run a program");
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
