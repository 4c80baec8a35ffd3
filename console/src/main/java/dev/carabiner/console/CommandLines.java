package dev.carabiner.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A shell line as it is read by people: one simple command per line, each operator before what follows it. It judges
 * nothing and leaves nothing out: the pieces one after another are the line. What is not plainly separated stays whole.
 */
final class CommandLines {

    private static final List<String> OPERATORS = List.of("&&", "||", "|&", ";", "|", "&");

    /** Within these, an operator may mean something else. */
    private static final String NOT_PLAIN = "`$(){}<>#!\\";

    private CommandLines() {}

    /** The pieces of one line, without line feeds. */
    static List<String> of(String line) {
        List<String> pieces = new ArrayList<>();
        int begin = 0;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (quote == '"' && "\\`$".indexOf(c) >= 0) {
                    return List.of(line);
                }
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (NOT_PLAIN.indexOf(c) >= 0) {
                return List.of(line);
            } else {
                String operator = operatorAt(line, i);
                if (!operator.isEmpty()) {
                    pieces.add(line.substring(begin, i));
                    begin = i;
                    i += operator.length() - 1;
                }
            }
        }
        pieces.add(line.substring(begin));
        return quote != 0 || pieces.stream().anyMatch(CommandLines::isEmpty) ? List.of(line) : pieces;
    }

    private static boolean isEmpty(String piece) {
        return piece.chars().allMatch(it -> " \t;&|".indexOf(it) >= 0);
    }

    private static String operatorAt(String line, int at) {
        return OPERATORS.stream()
                .filter(it -> line.startsWith(it, at))
                .findFirst()
                .orElse("");
    }
}
