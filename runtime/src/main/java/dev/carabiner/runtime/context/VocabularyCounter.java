package dev.carabiner.runtime.context;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/**
 * Counts with a vocabulary. Its work on one word grows faster than the word, so text goes to it in pieces; and of a
 * very long text only samples are counted.
 */
enum VocabularyCounter implements TokenCounter {
    INSTANCE;

    private static final int PIECE = 2_000;
    private static final int MOST_COUNTED = 200_000;

    @Override
    public int count(String text) {
        if (text.length() > MOST_COUNTED) {
            return sampled(text);
        }
        long tokens = 0;
        for (int from = 0; from < text.length(); ) {
            int to = end(text, from);
            tokens += Vocabulary.ENCODING.countTokensOrdinary(text.substring(from, to));
            from = to;
        }
        return (int) tokens;
    }

    /** From all over the text, lest a harmless beginning stand for whatever follows it. */
    private static int sampled(String text) {
        int samples = MOST_COUNTED / PIECE;
        long tokens = 0;
        for (int i = 0; i < samples; i++) {
            int from = (int) ((long) (text.length() - PIECE) * i / (samples - 1));
            tokens += Vocabulary.ENCODING.countTokensOrdinary(text.substring(from, from + PIECE));
        }
        return (int) Math.min(Math.ceilDiv(tokens * text.length(), (long) samples * PIECE), Integer.MAX_VALUE);
    }

    /** Before a space if there is one in the second half of the piece: there a token would end anyway. */
    private static int end(String text, int from) {
        int furthest = from + PIECE;
        if (furthest >= text.length()) {
            return text.length();
        }
        for (int at = furthest; at > from + PIECE / 2; at--) {
            if (text.charAt(at) == ' ' && text.charAt(at - 1) != ' ') {
                return at;
            }
        }
        return Character.isLowSurrogate(text.charAt(furthest)) ? furthest - 1 : furthest;
    }

    /** Loaded, some megabytes of it, by the first count. */
    private static final class Vocabulary {

        static final Encoding ENCODING = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    }
}
