package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;

/** What a crash may leave at the end of a log, told from what only a forger does. */
final class TornTail {

    private TornTail() {}

    /** To be called where something is unfinished; throws if no crash can have left it there. */
    static void check(RecordChain chain, int number, boolean last) {
        boolean begun = chain.segment() == number;
        if (!last || (begun && chain.ended())) {
            String where = LogFiles.segmentName(number) + " has an unfinished or empty line";
            throw new TamperedException(chain.size(), where);
        }
        if (!begun && number > 1 && !chain.ended()) {
            String where = LogFiles.segmentName(number - 1) + " has no segment_end, and there is one behind it";
            throw new TamperedException(chain.size(), where);
        }
    }

    /** Whether what the reader came to, which is no line, is torn; throws if it is too long for a record. */
    static boolean isTorn(LineReader lines, LineReader.Kind kind, RecordChain chain) {
        if (kind == LineReader.Kind.TOO_LONG && !lines.hasNul()) {
            throw new TamperedException(chain.size(), "the line is too long");
        }
        return kind != LineReader.Kind.END;
    }
}
