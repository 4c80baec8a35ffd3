package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Program.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program's words, told apart by its row: options with their values, and operands.
 *
 * @param open whether one of the words is not known and could be an option
 */
record Invocation(Program program, List<Option> options, List<Arg> operands, List<Arg> words, boolean open) {

    /**
     * An option.
     *
     * @param kind null if it does not matter to the table
     * @param rest the words behind it
     */
    record Option(String name, @Nullable Kind kind, Arg value, List<Arg> rest) {}

    private static final Arg NONE = Arg.of("");

    static Invocation of(Program program, List<Arg> words) {
        return new Parsing(program, words).parse();
    }

    /** With those options of the program before its subcommand that need a yes, run something or name a file. */
    Invocation behind(List<Option> before) {
        List<Option> all = new ArrayList<>();
        for (Option option : before) {
            if (option.kind != null && option.kind != Kind.VALUE && option.kind != Kind.PASSED) {
                all.add(option);
            }
        }
        all.addAll(options);
        return new Invocation(program, List.copyOf(all), operands, words, open);
    }

    boolean has(String... names) {
        for (String name : names) {
            for (Option option : options) {
                boolean cut = name.startsWith("--") && option.name.length() > 3 && name.startsWith(option.name);
                if (option.name.equals(name) || cut) {
                    return true;
                }
            }
        }
        return false;
    }

    List<Arg> values(String... names) {
        List<Arg> values = new ArrayList<>();
        for (Option option : options) {
            for (String name : names) {
                if (option.name.equals(name)) {
                    values.add(option.value);
                }
            }
        }
        return values;
    }

    /** The text of an operand, or empty. */
    String operand(int index) {
        return index < operands.size() ? operands.get(index).text() : "";
    }

    List<Arg> operandsFrom(int index) {
        return index < operands.size() ? operands.subList(index, operands.size()) : List.of();
    }

    boolean hasWord(String pattern) {
        return words.stream().anyMatch(it -> Regex.fits(it.text(), pattern));
    }

    /** One pass over the words. */
    private static final class Parsing {

        private final Program program;
        private final List<Arg> words;
        private final List<Option> options = new ArrayList<>();
        private final List<Arg> operands = new ArrayList<>();
        private boolean open;
        private int at;

        Parsing(Program program, List<Arg> words) {
            this.program = program;
            this.words = words;
        }

        Invocation parse() {
            boolean stops = program.is("stop") || program.is("launch") || program.is("text") || program.is("script");
            boolean ended = false;
            while (at < words.size()) {
                Arg word = words.get(at++);
                String text = word.text();
                open |= !ended && mayBeOption(word);
                if (ended || !text.startsWith("-") || text.equals("-")) {
                    operands.add(word);
                    ended |= stops;
                } else if (text.equals("--")) {
                    ended = true;
                } else if (text.startsWith("--") || program.is("dash")) {
                    longOption(word);
                } else {
                    cluster(word);
                    ended |= isModule(text);
                }
            }
            return new Invocation(program, List.copyOf(options), List.copyOf(operands), words, open);
        }

        /** What follows {@code python -m} are words of the module. */
        private boolean isModule(String text) {
            return program.special().equals("python") && Regex.fits(text, "-[bBdEhiIOPqRsSuvVx?]*m.*");
        }

        private static boolean mayBeOption(Arg word) {
            return word.count() == Arg.Count.ANY
                    ? !onlyPlain(word.text())
                    : !word.text().isEmpty()
                            && Holes.isHole(word.text().charAt(0))
                            && word.text().charAt(0) == Holes.ANY;
        }

        private static boolean onlyPlain(String text) {
            return text.chars().noneMatch(c -> c == Holes.ANY || c == Holes.HOME_OF);
        }

        private void longOption(Arg word) {
            String text = word.text();
            int sign = text.indexOf('=');
            String name = sign < 0 ? text : text.substring(0, sign);
            Kind kind = program.kind(name);
            if (kind == null && program.is("dash") && name.startsWith("--")) {
                kind = program.kind(name.substring(1));
            }
            if (sign >= 0) {
                options.add(new Option(name, kind, word.withText(text.substring(sign + 1)), rest()));
            } else {
                boolean valued = kind != null && kind.takesValue() && kind != Kind.COMMAND && at < words.size();
                options.add(new Option(name, kind, valued ? words.get(at++) : NONE, rest()));
            }
        }

        private void cluster(Arg word) {
            String text = word.text();
            Kind whole = text.length() > 2 ? program.kind(text) : null;
            if (whole != null) {
                boolean valued = whole.takesValue() && whole != Kind.COMMAND && at < words.size();
                options.add(new Option(text, whole, valued ? words.get(at++) : NONE, rest()));
                return;
            }
            for (int i = 1; i < text.length(); i++) {
                String name = "-" + text.charAt(i);
                Kind kind = program.kind(name);
                if (kind == null || !kind.takesValue()) {
                    options.add(new Option(name, kind, NONE, rest()));
                } else if (kind == Kind.COMMAND) {
                    options.add(new Option(name, kind, NONE, rest()));
                    return;
                } else {
                    String attached = text.substring(i + 1);
                    Arg value =
                            !attached.isEmpty() ? word.withText(attached) : at < words.size() ? words.get(at++) : NONE;
                    options.add(new Option(name, kind, value, rest()));
                    return;
                }
            }
        }

        private List<Arg> rest() {
            return words.subList(Math.min(at, words.size()), words.size());
        }
    }
}
