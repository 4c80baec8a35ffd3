package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Invocation.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Programs for texts that have a small language of their own, by which some of them can run or write something. */
final class TextPrograms {

    /** Those that take no value and may stand before another one in the same word. */
    private static final String AWK_FLAGS = "-[bcCghIkMnNOPrsStV]*";

    private static final Pattern AWK_RUNS =
            Pattern.compile("system\\s*\\(|\\|\\s*&?\\s*(?:getline|\")|\"\\s*\\||\\|&|print[^;}\\n"
                    + "]*[|>]|getline[^;|}\\n"
                    + "]*<|@\\w+\\s*\\(|close\\s*\\(|@load|@include|ENVIRON|-i\\b|fflush|ARG[VC]\\b[^=;}]*=(?!=)|printf[^;}\\n"
                    + "]*>|\\(\\s*\\$?\\w+\\s*\\)\\s*\\|");

    /** {@code less -x4o/a/log}: behind a number, the word goes on with other options. */
    private static final String BEHIND_NUMBER = "-\\w*[bhjxyz][\\d.,]+\\w*[oOk].*";

    private TextPrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "sed" -> SedScript.apply(invocation.words(), effects);
            case "awk" -> awk(invocation.words(), effects);
            case "jq" -> jq(invocation, effects);
            case "yq" -> {
                if (invocation.has("-s", "--split-exp")) {
                    effects.unknown("has yq write files that it names itself");
                }
                effects.read(invocation.operandsFrom(1));
                if (invocation.has("-i", "--inplace", "--in-place")) {
                    effects.write(invocation.operandsFrom(1));
                }
                boolean verb = Regex.fits(invocation.operand(0), "e|eval|ea|eval-all");
                boolean loads = invocation.words().stream()
                        .filter(it -> !(verb && it.text().equals(invocation.operand(0))))
                        .anyMatch(it -> Regex.fits(it.text(), "(?s).*(load\\w*|env|strenv|envsubst|eval|system)\\b.*"));
                if (loads) {
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
            case "counter" -> {
                boolean known =
                        invocation.values("--vcs").stream().allMatch(it -> Regex.fits(it.text(), "git|svn|auto"));
                if (!known) {
                    effects.ask("has a counter run a program");
                }
                return false;
            }
            case "pandoc" -> {
                pandoc(invocation, effects);
                return false;
            }
            case "picture" -> {
                boolean more = invocation.hasWord(
                        "(?is)(ephemeral|msl|mvg|text|caption|label|https?|ftp|url|inline|show|win|x|ps|pdf|eps|plt):.*|[@|].*");
                if (more) {
                    effects.ask("names a picture by what ImageMagick runs, reads as a text or deletes");
                }
                return false;
            }
            case "pager" -> {
                if (invocation.operands().stream().anyMatch(it -> it.text().startsWith("+"))
                        || invocation.hasWord("\\+.*!.*")) {
                    effects.ask("gives a pager a command");
                }
                if (invocation.hasWord(BEHIND_NUMBER)) {
                    effects.ask("gives a pager a file to write, or keys to read");
                }
                return false;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void awk(List<Arg> words, Effects effects) {
        boolean program = false;
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            if (!program
                    && Regex.fits(text, AWK_FLAGS + "[dpo]\\S+|--(dump-variables|profile|pretty-print|debug)=.*")) {
                effects.write(words.get(i).withText(text.replaceFirst("^(" + AWK_FLAGS + "[dpo]|--[\\w-]+=)", "")));
            } else if (!program
                    && Regex.fits(
                            text,
                            AWK_FLAGS
                                    + "[fElioDWe].*|--file.*|--exec.*|--load.*|--include.*|--source.*|--debug.*|--profile.*|--pretty.*|--dump.*")) {
                boolean source = Regex.fits(text, AWK_FLAGS + "e.*|--source.*");
                boolean apart = Regex.fits(text, AWK_FLAGS + "[fElioDWe]");
                effects.script(i + 1 < words.size() && apart ? words.get(i + 1) : words.get(i));
                effects.unknown(source ? "runs a program of awk" : "runs a program of awk from a file");
                boolean next = i + 1 < words.size();
                if (source && next) {
                    awkProgram(words.get(i + 1), effects);
                }
                if (text.contains("inplace") || (next && words.get(i + 1).text().equals("inplace"))) {
                    effects.ask("has awk write over the files that it reads");
                }
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

    /** Formats can be scripts, and two of its own words begin something else. */
    private static void pandoc(Invocation invocation, Effects effects) {
        for (Arg format : invocation.values("-f", "-t", "-r", "-w", "--from", "--to", "--read", "--write")) {
            if (format.text().endsWith(".lua")) {
                effects.script(format);
            }
        }
        if (invocation.operand(0).equals("lua")) {
            effects.script(Arg.of("-"));
            invocation.operandsFrom(1).stream().limit(1).forEach(effects::script);
        } else if (invocation.operand(0).equals("server")) {
            effects.ask("would start a server");
        }
    }

    private static void jq(Invocation invocation, Effects effects) {
        boolean fromFile = invocation.has("-f", "--from-file");
        List<Arg> operands = new ArrayList<>(invocation.operands());
        for (Option option : invocation.options()) {
            boolean two = Regex.fits(option.name(), "--(arg|argjson|slurpfile|rawfile)")
                    && !option.rest().isEmpty();
            if (two) {
                operands.remove(option.rest().getFirst());
                if (option.kind() == Program.Kind.READ) {
                    effects.read(option.rest().subList(0, 1));
                }
            }
        }
        effects.read(operands.subList(Math.min(operands.size(), fromFile ? 0 : 1), operands.size()));
        if (invocation.hasWord("(?s).*(\\$__loc__|input_filename|\\benv\\b|\\$ENV|import |include ).*")) {
            effects.unknown("has jq read the environment or load a module");
        }
        effects.lookOnly();
    }
}
