package dev.carabiner.fuzz;

import dev.carabiner.audit.format.JsonCheck;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.Proof;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Whatever bytes the audit log's readers are given, they refuse them or take them, and do nothing else. And what the
 * strict check takes as data, the JSON library reads and the writer writes back to the same bytes, numbers apart.
 */
public final class AuditParserFuzzer {

    private AuditParserFuzzer() {}

    /** Called by Jazzer; any exception but those for refusing is a finding. */
    public static void fuzzerTestOneInput(byte[] input) {
        new RecordLine().parse(input, 0, input.length);
        Note.parse(input);
        VerifierKey.parse(new String(input, StandardCharsets.ISO_8859_1));
        proof(input);
        if (new JsonCheck().object(input, 0, input.length, 2) == input.length) {
            readBack(input);
        }
    }

    private static void proof(byte[] input) {
        try {
            Proof.parse(input);
        } catch (CarabinerException e) {
            return; // refused
        }
    }

    private static void readBack(byte[] input) {
        EventData data;
        try {
            data = EventDataJson.read(input);
        } catch (CarabinerException e) {
            return; // deeper, or with longer numbers, than event data may be
        }
        JsonBytes written = new JsonBytes(input.length);
        written.value(data.asMap());
        boolean sameText = Arrays.equals(input, written.copy(0, written.length()));
        if (!sameText && !hasNumber(input)) {
            throw new IllegalStateException("written back, it is " + data);
        }
    }

    private static boolean hasNumber(byte[] input) {
        for (byte b : input) {
            if (b >= '0' && b <= '9') {
                return true;
            }
        }
        return false;
    }
}
