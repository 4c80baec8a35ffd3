package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Arg.Count;
import java.util.ArrayList;
import java.util.List;

/** The words that one word of the line becomes, in the making: pieces are appended, blanks in them split. */
final class Fields {

    private final List<Arg> done = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private final List<ShellCommand> sources = new ArrayList<>();
    private boolean started;
    private Count count = Count.ONE;
    private boolean bracketOpen;

    Fields copy() {
        Fields copy = new Fields();
        copy.done.addAll(done);
        copy.current.append(current);
        copy.sources.addAll(sources);
        copy.started = started;
        copy.count = count;
        copy.bracketOpen = bracketOpen;
        return copy;
    }

    void append(Piece piece, String blanks) {
        for (int i = 0; i < piece.fields().size(); i++) {
            if (i > 0) {
                end();
            }
            sources.addAll(piece.sources());
            if (piece.split()) {
                split(piece.fields().get(i), blanks);
            } else {
                started = true;
                current.append(piece.fields().get(i));
            }
        }
        count = piece.open() ? Count.ANY : count;
        started |= piece.open();
    }

    /** Letters of the line itself: they are not split, and their wildcards are looked for. */
    void appendBare(String text) {
        started = true;
        wildcards(text);
    }

    private void split(String text, String blanks) {
        if (!blanks.isBlank() && text.chars().anyMatch(c -> blanks.indexOf(c) >= 0)) {
            started = true; // other signs than blanks leave empty words between them
            current.append(Holes.ANY);
            count = Count.ANY;
            return;
        }
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || blanks.indexOf(text.charAt(i)) >= 0) {
                if (i > from) {
                    started = true;
                    String field = text.substring(from, i);
                    wildcards(field);
                    count = Piece.mayBeSplit(field) ? Count.ANY : count;
                }
                if (i < text.length()) {
                    end();
                }
                from = i + 1;
            }
        }
    }

    private void wildcards(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '*') {
                boolean tree = i + 1 < text.length() && text.charAt(i + 1) == '*';
                i += tree ? 1 : 0;
                wild(tree ? Holes.NAMES : Holes.NAME);
            } else if (c == '?') {
                wild(Holes.NAME);
            } else if (c == '[') {
                int first = i + 1 + (text.startsWith("!", i + 1) || text.startsWith("^", i + 1) ? 1 : 0);
                int close = text.indexOf(']', first + 1);
                if (close > 0) {
                    wild(Holes.NAME);
                    i = classEnd(text, i, close);
                } else {
                    bracketOpen = true;
                    current.append(c);
                }
            } else if (c == ']' && bracketOpen) { // a bracket whose letters are partly quoted or of a value
                current.append(Holes.ANY);
                count = Count.ANY;
            } else {
                current.append(c);
            }
        }
    }

    /** The bracket that closes it: one of a class such as {@code [:lower:]} does not. */
    private static int classEnd(String text, int open, int close) {
        int end = close;
        int inner = text.indexOf("[:", open + 1);
        while (inner >= 0 && inner < end && text.indexOf(":]", inner) >= 0) {
            int classEnd = text.indexOf(":]", inner) + 1;
            int next = text.indexOf(']', classEnd + 1);
            if (next < 0) {
                return end;
            }
            end = next;
            inner = text.indexOf("[:", classEnd);
        }
        return end;
    }

    private void wild(char hole) {
        current.append(hole);
        count = count == Count.ONE ? Count.SOME : count;
    }

    private void end() {
        if (started) {
            done.add(new Arg(current.toString(), count, List.copyOf(sources)));
        }
        current.setLength(0);
        sources.clear();
        started = false;
        bracketOpen = false;
        count = Count.ONE;
    }

    /** What it has become. */
    List<Arg> finished() {
        end();
        return List.copyOf(done);
    }
}
