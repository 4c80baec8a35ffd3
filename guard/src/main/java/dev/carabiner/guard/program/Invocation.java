package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.HarmlessOptions.Form;
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
     * @param kind null if neither the row nor the list of harmless options knows it
     * @param rest the words behind it
     */
    record Option(String name, @Nullable Kind kind, Arg value, List<Arg> rest) {}

    private static final Arg NONE = Arg.of("");

    /** As the only word, they have any program say what it is. */
    private static final String QUESTIONS = "--help|-h|--version|-V";

    static Invocation of(Program program, List<Arg> words) {
        return new Parsing(program, words).parse();
    }

    /** With those options of the program before its subcommand that are not known, need a yes, run something or name a file. */
    Invocation behind(List<Option> before) {
        List<Option> all = new ArrayList<>();
        for (Option option : before) {
            if (option.kind == null || !option.kind.isHarmless()) {
                all.add(option);
            }
        }
        all.addAll(options);
        return new Invocation(program, List.copyOf(all), operands, words, open);
    }

    /** The first option that nothing is known of; empty if there is none. */
    String unknownOption() {
        for (Option option : options) {
            if (option.kind == null) {
                return option.name;
            }
        }
        return "";
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
        private @Nullable HarmlessOptions harmless;
        private boolean open;
        private boolean runs;
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
                boolean begins = program.special().equals("find") && FilePrograms.FIND_RUNS.contains(text);
                runs = begins || (runs && !text.equals(";") && !text.equals("+"));
                if (ended || !text.startsWith("-") || text.equals("-")) {
                    operands.add(word);
                    ended |= stops;
                } else if (text.equals("--")) {
                    ended = true;
                } else if (isQuestion(text)) {
                    options.add(new Option(text, Kind.FLAG, NONE, rest()));
                } else if (text.startsWith("--") || program.is("dash")) {
                    longOption(word);
                } else {
                    cluster(word);
                }
                ended |= isLast(text);
            }
            return new Invocation(program, List.copyOf(options), List.copyOf(operands), words, open);
        }

        private boolean isQuestion(String text) {
            return words.size() == 1 && !program.options().containsKey(text) && Regex.fits(text, QUESTIONS);
        }

        /** What follows {@code python -m}, {@code python -c} and {@code java -jar} are words of what is run. */
        private boolean isLast(String text) {
            return switch (program.special()) {
                case "python" -> Regex.fits(text, "-[bBdEhiIOPqRsSuvVx?]*[mc].*");
                case "java" -> Regex.fits(text, "-jar|-m|--module(=.*)?");
                default -> false;
            };
        }

        private static boolean mayBeOption(Arg word) {
            return word.count() == Arg.Count.ANY
                    ? !onlyPlain(word.text())
                    : !word.text().isEmpty() && word.text().charAt(0) == Holes.ANY;
        }

        private static boolean onlyPlain(String text) {
            return text.chars().noneMatch(c -> c == Holes.ANY || c == Holes.HOME_OF);
        }

        private void longOption(Arg word) {
            String name = name(word.text());
            Kind kind = program.options().get(name);
            boolean named = kind == null && harmless().names(name);
            if (kind == null && !named) {
                kind = program.kind(name);
            }
            if (kind == null && program.is("dash") && name.startsWith("--")) {
                kind = program.kind(name.substring(1));
            }
            if (kind == null && program.special().equals("compiler") && CompilerOptions.judges(program, word.text())) {
                options.add(new Option(word.text(), Kind.FLAG, NONE, rest()));
            } else if (kind == null) {
                listed(word, harmless().form(name));
            } else if (name.length() < word.text().length()) {
                options.add(new Option(name, kind, word.withText(word.text().substring(name.length() + 1)), rest()));
            } else {
                add(name, kind);
            }
        }

        /** The word up to its value. */
        private static String name(String text) {
            int sign = text.indexOf('=');
            return sign < 0 ? text : text.substring(0, sign);
        }

        /** A value that looks like an option is looked at as one, too, where it matters. */
        private void add(String name, Kind kind) {
            boolean valued = kind.takesValue() && kind != Kind.COMMAND && at < words.size();
            boolean isText = kind == Kind.VALUE || kind == Kind.CODE;
            boolean both = valued && !isText && hidesOption();
            Arg value = valued ? words.get(at) : NONE;
            at += valued && !both ? 1 : 0;
            options.add(new Option(name, kind, value, rest()));
            runs |= kind == Kind.COMMAND;
        }

        /** A word that is one option by what the list of harmless ones says. */
        private void listed(Arg word, @Nullable Form form) {
            String name = name(word.text());
            boolean attached = name.length() < word.text().length();
            String value = attached ? word.text().substring(name.length() + 1) : "";
            if (form == null) {
                options.add(new Option(name, unlisted(), attached ? word.withText(value) : NONE, rest()));
            } else if (!attached) {
                add(name, form == Form.VALUED && !hidesOption() ? Kind.VALUE : Kind.FLAG);
            } else {
                boolean fits = form != Form.FLAG || Regex.fits(value, "true|false|yes|no|on|off|\\d+");
                options.add(new Option(name, fits ? Kind.VALUE : null, word.withText(value), rest()));
            }
        }

        /** Whether the next word looks like an option: it is looked at as one, in case this one has no value after all. */
        private boolean hidesOption() {
            return !program.special().equals("find")
                    && at < words.size()
                    && Regex.fits(words.get(at).text(), "(?s)-[^\\d].*");
        }

        /** Behind an option that takes a command, options are those of the command. */
        private @Nullable Kind unlisted() {
            return runs || harmless().areAll() ? Kind.FLAG : null;
        }

        private HarmlessOptions harmless() {
            if (harmless == null) {
                harmless = HarmlessRows.standard().of(program.key());
            }
            return harmless;
        }

        private void cluster(Arg word) {
            String text = word.text();
            Kind whole = text.length() > 2 ? program.kind(text) : null;
            if (whole != null) {
                add(text, whole);
                return;
            }
            Form form = text.length() > 2 ? wholeForm(text) : null;
            if (form != null) {
                listed(word, form);
                return;
            }
            for (int i = 1; i < text.length(); i++) {
                String name = "-" + text.charAt(i);
                String attached = text.substring(i + 1);
                Kind kind = letter(name, attached.isEmpty());
                if (kind == Kind.COMMAND) {
                    add(name, kind);
                    return;
                } else if (kind == null || !kind.takesValue()) {
                    options.add(new Option(name, kind, NONE, rest()));
                    boolean valued = kind == Kind.FLAG
                            && !Character.isDigit(text.charAt(i))
                            && harmless().form(name) == Form.ATTACHED;
                    if (valued) {
                        return;
                    }
                } else if (attached.isEmpty()) {
                    add(name, kind);
                } else {
                    options.add(new Option(name, kind, word.withText(attached), rest()));
                    return;
                }
            }
        }

        /** {@code -name}, {@code -std=c99} and {@code -20}; options with one letter may be a cluster. */
        private @Nullable Form wholeForm(String text) {
            String name = name(text);
            return name.length() > 2 ? harmless().form(name) : null;
        }

        private @Nullable Kind letter(String name, boolean last) {
            Kind kind = program.kind(name);
            if (kind != null) {
                return kind;
            }
            Form form = harmless().form(name);
            boolean valued = form == Form.VALUED && !(last && hidesOption());
            return form == null ? unlisted() : valued ? Kind.VALUE : Kind.FLAG;
        }

        private List<Arg> rest() {
            return words.subList(Math.min(at, words.size()), words.size());
        }
    }
}
