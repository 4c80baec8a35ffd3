package dev.carabiner.audit.verify;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What vouches for the records of a log that was found consistent.
 *
 * @param keyGiven whether the side file counts: any program can write one, and only a key tells who did
 */
record Coverage(long records, boolean keyGiven, NoteTrail sideFile, List<NoteTrail> anchors) {

    private static final String CUT_TAILS =
            "; that no tail was cut off, only an anchor that reaches the last record can show";

    /** How many records are vouched for. */
    long covered() {
        return Math.max(keyGiven ? sideFile.covered() : 0, anchored());
    }

    private long anchored() {
        return anchors.stream().mapToLong(NoteTrail::covered).max().orElse(0);
    }

    /** One line for a person. Section 7 of the format's page has these words, as both verifiers say them. */
    String explanation() {
        String reach = anchors.stream()
                .map(anchor ->
                        "; " + anchor.file() + " covers the first " + anchor.covered() + " of " + records + " records")
                .collect(Collectors.joining());
        return verdict() + reach + (anchored() < records && covered() == records ? CUT_TAILS : "");
    }

    private String verdict() {
        if (covered() == records) {
            return anchored() == records
                    ? "every record is vouched for"
                    : "every record is signed, from the first to the last";
        }
        return keyGiven || !anchors.isEmpty()
                ? "consistent, but nothing vouches for the records from " + covered() + " on"
                : "consistent, but neither a public key nor an anchor was given";
    }
}
