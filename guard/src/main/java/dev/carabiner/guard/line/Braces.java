package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Quote;
import dev.carabiner.guard.line.Part.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brace expansion: {@code {a,b}} and {@code {1..3}}, before everything else. */
final class Braces {

    private static final int MOST_WORDS = 200;
    private static final Pattern NUMBERS = Pattern.compile("(-?\\d{1,9})\\.\\.(-?\\d{1,9})(?:\\.\\.(-?\\d{1,9}))?");
    private static final Pattern LETTERS = Pattern.compile("([A-Za-z])\\.\\.([A-Za-z])(?:\\.\\.(-?\\d{1,9}))?");

    private static final Part ANY = new Part.Parameter("", "a name in braces", null, "", null, false);

    private Braces() {}

    /**
     * The words that a word becomes; itself, if there is nothing to expand.
     *
     * @throws UnreadableLineException if they are too many
     */
    static List<Word> expand(Word word) {
        if (!mayHave(word)) {
            return List.of(word);
        }
        List<Word> words = new ArrayList<>();
        expand(List.of(), atoms(word), words);
        return words;
    }

    private static boolean mayHave(Word word) {
        for (Part part : word.parts()) {
            if (part instanceof Text(String text, Quote quote) && quote == Quote.NONE && text.indexOf('{') >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Each unquoted letter on its own, so that braces can be found among them. */
    private static List<Part> atoms(Word word) {
        List<Part> atoms = new ArrayList<>();
        for (Part part : word.parts()) {
            if (part instanceof Text(String text, Quote quote) && quote == Quote.NONE) {
                text.chars().forEach(c -> atoms.add(new Text(String.valueOf((char) c), Quote.NONE)));
            } else {
                atoms.add(part);
            }
        }
        return atoms;
    }

    private static boolean is(Part part, char c) {
        return part instanceof Text(String text, Quote quote)
                && quote == Quote.NONE
                && text.length() == 1
                && text.charAt(0) == c;
    }

    private static void expand(List<Part> done, List<Part> rest, List<Word> out) {
        for (int open = 0; open < rest.size(); open++) {
            int close = is(rest.get(open), '{') ? closing(rest, open) : -1;
            List<List<Part>> choices = close < 0 ? List.of() : choices(rest.subList(open + 1, close));
            if (!choices.isEmpty()) {
                List<Part> before = new ArrayList<>(done);
                before.addAll(rest.subList(0, open));
                for (List<Part> choice : choices) {
                    List<Part> after = new ArrayList<>(choice);
                    after.addAll(rest.subList(close + 1, rest.size()));
                    expand(before, after, out);
                }
                return;
            }
        }
        if (out.size() >= MOST_WORDS) {
            throw new UnreadableLineException("braces that stand for too many words");
        }
        List<Part> all = new ArrayList<>(done);
        all.addAll(rest);
        out.add(merged(renamed(all)));
    }

    /** {@code $x{a,b}} is {@code $xa} and {@code $xb}: letters that come to stand behind a parameter may be of its name. */
    private static List<Part> renamed(List<Part> atoms) {
        List<Part> renamed = new ArrayList<>();
        for (int i = 0; i < atoms.size(); i++) {
            boolean plain = atoms.get(i) instanceof Part.Parameter parameter
                    && !parameter.quoted()
                    && parameter.operator().isEmpty();
            boolean longer = plain && i + 1 < atoms.size() && isOfName(atoms.get(i + 1));
            renamed.add(longer ? ANY : atoms.get(i));
            while (longer && i + 1 < atoms.size() && isOfName(atoms.get(i + 1))) {
                i++;
            }
        }
        return renamed;
    }

    private static boolean isOfName(Part atom) {
        return atom instanceof Text(String text, Quote quote)
                && (quote == Quote.NONE || quote == Quote.ESCAPED)
                && Regex.fits(text, "\\w+");
    }

    private static int closing(List<Part> atoms, int open) {
        int depth = 0;
        for (int i = open; i < atoms.size(); i++) {
            depth += is(atoms.get(i), '{') ? 1 : is(atoms.get(i), '}') ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static List<List<Part>> choices(List<Part> inside) {
        List<List<Part>> choices = new ArrayList<>();
        int from = 0;
        int depth = 0;
        for (int i = 0; i < inside.size(); i++) {
            Part part = inside.get(i);
            depth += is(part, '{') ? 1 : is(part, '}') ? -1 : 0;
            if (depth == 0 && is(part, ',')) {
                choices.add(inside.subList(from, i));
                from = i + 1;
            }
        }
        if (!choices.isEmpty()) {
            choices.add(inside.subList(from, inside.size()));
            return choices;
        }
        String bare = merged(inside).bare();
        return bare == null ? List.of() : sequence(bare);
    }

    private static List<List<Part>> sequence(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        Matcher letters = LETTERS.matcher(text);
        boolean ofNumbers = numbers.matches();
        if (!ofNumbers && !letters.matches()) {
            return List.of();
        }
        Matcher found = ofNumbers ? numbers : letters;
        int from = ofNumbers ? Integer.parseInt(found.group(1)) : found.group(1).charAt(0);
        int to = ofNumbers ? Integer.parseInt(found.group(2)) : found.group(2).charAt(0);
        int step = found.group(3) == null ? 1 : Math.max(1, Math.abs(Integer.parseInt(found.group(3))));
        int width = ofNumbers ? width(found.group(1), found.group(2)) : 0;
        if (Math.abs((long) to - from) / step > MOST_WORDS) {
            throw new UnreadableLineException("braces that stand for too many words");
        }
        List<List<Part>> choices = new ArrayList<>();
        for (int i = from; from <= to ? i <= to : i >= to; i += from <= to ? step : -step) {
            String one = ofNumbers ? padded(i, width) : String.valueOf((char) i);
            choices.add(List.of(new Text(one, Quote.ESCAPED)));
        }
        return choices;
    }

    private static int width(String from, String to) {
        boolean padded = Regex.fits(from, "-?0\\d+") || Regex.fits(to, "-?0\\d+");
        return padded ? Math.max(from.length(), to.length()) : 0;
    }

    private static String padded(int number, int width) {
        return width == 0 ? String.valueOf(number) : String.format("%0" + width + "d", number);
    }

    private static Word merged(List<Part> atoms) {
        WordParser.Parts parts = new WordParser.Parts();
        for (Part atom : atoms) {
            if (atom instanceof Text(String text, Quote quote) && quote == Quote.NONE) {
                text.chars().forEach(c -> parts.add((char) c, Quote.NONE));
            } else {
                parts.add(atom);
            }
        }
        return parts.word();
    }
}
