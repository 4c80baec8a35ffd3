package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Invocation.Option;
import java.util.ArrayList;
import java.util.List;

/** Programs that pack and unpack, and that can be told to run another one for it. */
final class ArchivePrograms {

    private static final Program TAR = ProgramRows.one(
            "tar : nothing w=-f,--file,--index-file,-g,--listed-incremental,--volno-file"
                    + " x=-I,-F,--use-compress-program,--to-command,--info-script,--new-volume-script,--rsh-command,--rmt-command"
                    + " r=-T,-X,--files-from,--exclude-from d=-C,--directory c=--checkpoint-action"
                    + " v=-b,-K,-L,-N,-V,--exclude,--strip-components,--transform,--xform,--owner,--group,--mode,--mtime,--format,-H,--warning,--wildcards-match,--level");

    private ArchivePrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "tar" -> tar(invocation.words(), effects);
            case "zip" -> {
                if (invocation.has("-T", "--test") && invocation.hasWord("-[a-zA-Z]*TT.*|--unzip-command.*")) {
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
            case "ar", "jar" -> {
                String does = invocation.words().isEmpty()
                        ? ""
                        : invocation.words().getFirst().text();
                if (Regex.fits(does, "-?[a-zA-Z]*x.*|--extract")) {
                    effects.unknown("would unpack over the project's own files");
                }
                effects.write(invocation.operands());
                effects.build();
            }
            case "unpack" -> {
                boolean moves = Regex.fits(invocation.program().key(), "rar|lha")
                        && invocation.operand(0).startsWith("m");
                if (moves || invocation.hasWord("-sdel.*|-df|-dr")) {
                    effects.ask("would delete the files that it packs");
                }
                effects.read(invocation.operands());
                List<Arg> places = places(invocation);
                effects.write(places);
                boolean packs = Regex.fits(invocation.program().key(), "7z\\w?")
                        && invocation.operand(0).equals("a");
                if (packs) {
                    effects.write(invocation.operandsFrom(1).stream().limit(1).toList());
                    return true;
                }
                boolean zip = invocation.program().key().equals("unzip");
                boolean lists = zip
                        ? invocation.has("-l", "-t", "-p", "-Z", "-v", "-c")
                        : Regex.fits(invocation.operand(0), "l|lt|lb|v|vt|vb|t|p|h|i|b");
                if (!lists && places.isEmpty()) {
                    effects.unknown("would unpack over the project's own files");
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Where it unpacks to, by the letter that says so for this program. */
    private static List<Arg> places(Invocation invocation) {
        String key = invocation.program().key();
        if (key.equals("unar")) {
            return invocation.values("-o", "-output-directory", "--output-directory");
        }
        if (key.equals("unzip")) {
            return invocation.values("-d");
        }
        return key.startsWith("7z")
                ? invocation.words().stream()
                        .filter(it -> Regex.fits(it.text(), "-o.+"))
                        .map(it -> it.withText(it.text().substring(2)))
                        .toList()
                : List.of();
    }

    /** Its first word may be a cluster without a dash. */
    private static void tar(List<Arg> given, Effects effects) {
        List<Arg> words = new ArrayList<>(given);
        if (!words.isEmpty() && !words.getFirst().text().startsWith("-")) {
            oldStyle(words, effects);
        }
        Invocation invocation = Invocation.of(TAR, words);
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
            effects.write(invocation.values("--one-top-level").stream()
                    .filter(it -> !it.text().isEmpty())
                    .toList());
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
                } else if (option.kind() == Program.Kind.WRITTEN) {
                    effects.write(option.value());
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
        if (cluster.chars().anyMatch(Holes::isHole)) {
            effects.unknown("gives tar words that are not known");
        }
    }

    private static void cpio(Invocation invocation, Effects effects) {
        if (invocation.has("-o", "-t", "--create", "--list")) {
            effects.lookOnly();
        } else {
            effects.ask("would unpack to wherever the archive says");
        }
        if (invocation.has("-o", "--create")) {
            effects.write(invocation.values("-F", "-O", "--file"));
        }
        if (invocation.hasWord("--rsh-command.*|--to-stdout.*|-F.*:.*")) {
            effects.ask("has cpio run a program");
        }
    }
}
