package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;

/** Cuts the middle out of long tool results: what a tool says first and what it says last tell the most. */
final class ResultCutter {

    /** The note that stands for what was cut takes about this many tokens itself. */
    private static final int NOTE_TOKENS = 40;

    /** In a cut result's metadata: how long it was, so that a second cut does not speak of the first one's rest. */
    private static final String ORIGINAL = "original_characters";

    /** No character is more bytes of UTF-8, nor more tokens than it has bytes. */
    private static final int MOST_TOKENS_PER_CHARACTER = 3;

    private final TokenCounter counter;

    ResultCutter(TokenCounter counter) {
        this.counter = counter;
    }

    Message cut(Message result, int budget) {
        String text = result.text();
        long original = result.metadata().get(ORIGINAL) instanceof Number length ? length.longValue() : text.length();
        String shorter = cut(text, budget, Math.max(original, text.length()));
        return shorter.equals(text)
                ? result
                : result.withText(shorter)
                        .withMetadata(EventData.of(result.metadata()).with(ORIGINAL, original));
    }

    private String cut(String text, int budget, long original) {
        if ((long) text.length() * MOST_TOKENS_PER_CHARACTER <= budget) {
            return text;
        }
        int tokens = counter.count(text);
        if (tokens <= budget) {
            return text;
        }
        int room = Math.max(budget - NOTE_TOKENS, budget / 2);
        int kept = (int) ((long) text.length() * room / tokens);
        String shorter = without(text, kept, tokens, original);
        while (kept > 0 && counter.count(shorter) > budget) { // some parts of a text are denser than others
            kept = kept * 3 / 4;
            shorter = without(text, kept, tokens, original);
        }
        return shorter;
    }

    private static String without(String text, int kept, int tokens, long original) {
        int head = boundary(text, kept * 2 / 3);
        int tail = boundary(text, text.length() - (kept - head));
        long cut = original - head - (text.length() - tail);
        return text.substring(0, head) + "\n[… " + cut + " of " + original + " characters, about "
                + cut * tokens / text.length() + " tokens, were cut here …]\n" + text.substring(tail);
    }

    /** Not between the halves of a character. */
    private static int boundary(String text, int at) {
        boolean between = at > 0
                && at < text.length()
                && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return between ? at - 1 : at;
    }
}
