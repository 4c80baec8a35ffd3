package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.display.VisibleText;
import java.nio.charset.StandardCharsets;

/** A record as one line for people. */
final class RecordText {

    private static final int SHOWN_LENGTH = 160;
    private static final int LONGEST_CHARACTER = 4;

    private RecordText() {}

    /** What is in a record may want to play tricks on a terminal, so it is shown as it is and not as it likes. */
    static String of(RecordLine record, boolean full) {
        byte[] data = record.data();
        String head = record.seq() + " " + record.time() + " ";
        return VisibleText.inOneLine(
                full
                        ? head + record.session() + " " + record.type() + " " + record.actor() + " "
                                + new String(data, StandardCharsets.UTF_8)
                        : head + shortened(record.session()) + " " + record.type() + " " + shortened(record.actor())
                                + " " + shortened(data));
    }

    private static String shortened(String text) {
        int hidden = text.length() - SHOWN_LENGTH;
        return hidden > 0 ? text.substring(0, SHOWN_LENGTH) + more(hidden) : text;
    }

    /** The same without making a text of all of it, which may be 16 MiB. */
    private static String shortened(byte[] utf8) {
        int head = Math.min(utf8.length, LONGEST_CHARACTER * SHOWN_LENGTH);
        String text = new String(utf8, 0, head, StandardCharsets.UTF_8);
        int hidden = length(utf8) - SHOWN_LENGTH;
        return hidden > 0 ? text.substring(0, SHOWN_LENGTH) + more(hidden) : text;
    }

    /** How many chars a text has: none for a byte that continues a character, two for one beyond the first 65,536. */
    private static int length(byte[] utf8) {
        int length = 0;
        for (byte b : utf8) {
            length += (b & 0xC0) == 0x80 ? 0 : (b & 0xF8) == 0xF0 ? 2 : 1;
        }
        return length;
    }

    private static String more(int hidden) {
        return "… (" + hidden + " more)";
    }
}
