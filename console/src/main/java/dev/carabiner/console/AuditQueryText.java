package dev.carabiner.console;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.NearNames;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the text of a search: words, {@code "words in quotes"}, and filters such as {@code event:tool:*} or {@code
 * actor:"ann lee"}. Within quotes, {@code \"} and {@code \\} stand for the second character.
 */
final class AuditQueryText {

    static final List<String> FILTERS = List.of("session", "event", "hook", "action", "actor", "after", "before");

    private static final int LONGEST = 1_000;
    private static final int MOST_WORDS = 20;

    /** As records write it, so that texts compare as times do. */
    private static final DateTimeFormatter WRITTEN =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final String text;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> filters = new LinkedHashMap<>();
    private int at;

    private AuditQueryText(String text) {
        this.text = text;
    }

    /** @throws Problem that names the place, and what would be right there */
    static AuditQuery read(String text) {
        if (text.length() > LONGEST) {
            throw Problem.badRequest("\"q\" has more than " + LONGEST + " characters; look for less at once");
        }
        return new AuditQueryText(text).read();
    }

    private AuditQuery read() {
        while (skippedBlanks()) {
            int start = at;
            String filter = filter();
            String value = value(start);
            if (filter.isEmpty()) {
                addWord(value, start);
            } else {
                addFilter(filter, value, start);
            }
        }
        return new AuditQuery(List.copyOf(words), Map.copyOf(filters));
    }

    private boolean skippedBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    /** The name of a filter that stands here, and is left behind; empty for none: words have colons, too. */
    private String filter() {
        int colon = at;
        while (colon < text.length() && Character.isLetter(text.charAt(colon))) {
            colon++;
        }
        if (colon == at || colon == text.length() || text.charAt(colon) != ':') {
            return "";
        }
        String name = text.substring(at, colon);
        if (FILTERS.contains(name)) {
            at = colon + 1;
            return name;
        }
        String meant = NearNames.nearest(name.toLowerCase(Locale.ROOT), FILTERS, 1);
        if (meant != null) {
            throw wrong(at, "\"" + name + ":\" is no filter; write " + meant + ": or, for a word, put it in quotes");
        }
        return "";
    }

    private String value(int start) {
        return at < text.length() && text.charAt(at) == '"' ? quoted(start) : bare();
    }

    private String bare() {
        int from = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted(int start) {
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char here = text.charAt(at);
            if (here == '"') {
                at++;
                return out.toString();
            }
            boolean isEscape = here == '\\' && at + 1 < text.length() && "\"\\".indexOf(text.charAt(at + 1)) >= 0;
            out.append(isEscape ? text.charAt(++at) : here);
        }
        throw wrong(start, "the quotes are not closed; end them with \"");
    }

    private void addWord(String word, int start) {
        if (word.isEmpty()) {
            throw wrong(start, "there is nothing between the quotes; leave them out");
        }
        if (words.size() == MOST_WORDS) {
            throw wrong(start, "there are more than " + MOST_WORDS + " words; look for fewer");
        }
        words.add(word.toLowerCase(Locale.ROOT));
    }

    private void addFilter(String name, String value, int start) {
        if (value.isEmpty()) {
            throw wrong(start, name + ": has no value; write " + name + ":" + example(name) + ", or leave it out");
        }
        boolean isTime = name.equals("after") || name.equals("before");
        if (filters.put(name, isTime ? time(name, value, start) : value) != null) {
            throw wrong(start, name + ": stands there a second time; leave one out");
        }
    }

    private static String example(String name) {
        return switch (name) {
            case "session" -> "ID";
            case "event" -> "tool:pre";
            case "hook" -> "shell-guard";
            case "action" -> "deny";
            case "actor" -> "kernel";
            default -> "2026-01-31";
        };
    }

    private String time(String name, String value, int start) {
        try {
            boolean isDay = value.length() == "2026-01-31".length();
            Instant time = isDay
                    ? LocalDate.parse(value).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(value).toInstant();
            String written = WRITTEN.format(time);
            if (written.length() == "2026-01-31T12:00:00.000000000Z".length()) {
                return written;
            }
        } catch (DateTimeException e) {
            // refused below
        }
        throw wrong(
                start,
                name + ": \"" + VisibleText.inOneLine(value)
                        + "\" is no time; write 2026-01-31 or 2026-01-31T12:00:00Z (RFC 3339)");
    }

    private static Problem wrong(int place, String what) {
        return Problem.badRequest("\"q\" at character " + (place + 1) + ": " + what);
    }
}
