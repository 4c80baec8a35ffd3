package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Whether the openings of secret fields that are still there open their commitments. */
final class SecretsCheck {

    private static final int DIGITS = 2 * Sha256.BYTES;
    private static final int VALUE = 2 * (DIGITS + 1);

    private SecretsCheck() {}

    static void check(Path file, long records) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (LineReader lines = new LineReader(file)) {
            LineReader.Kind kind = lines.next();
            while (kind == LineReader.Kind.LINE) {
                if (!isErased(lines) && !opens(lines)) {
                    throw wrong(file, lines, records);
                }
                kind = lines.next();
            }
            if (kind == LineReader.Kind.TOO_LONG) {
                throw wrong(file, lines, records);
            }
        }
    }

    private static TamperedException wrong(Path file, LineReader lines, long records) {
        String where = file.getFileName() + " at byte " + lines.offset();
        return new TamperedException(records, where + " does not open its commitment");
    }

    private static boolean isErased(LineReader lines) {
        for (int i = lines.from(); i < lines.to(); i++) {
            if (lines.bytes()[i] != ' ') {
                return false;
            }
        }
        return true;
    }

    private static boolean opens(LineReader lines) {
        byte[] bytes = lines.bytes();
        int from = lines.from();
        int salt = from + DIGITS + 1;
        int value = from + VALUE;
        boolean shaped = lines.to() > value
                && Hex.isHex(bytes, from, from + DIGITS)
                && bytes[salt - 1] == ' '
                && Hex.isHex(bytes, salt, salt + DIGITS)
                && bytes[value - 1] == ' ';
        if (!shaped) {
            return false;
        }
        byte[] saltBytes = new byte[Sha256.BYTES];
        byte[] commitment = new byte[Sha256.BYTES];
        Hex.read(bytes, salt, saltBytes);
        Hex.read(bytes, from, commitment);
        return Arrays.equals(commitment, Sha256.of(saltBytes, Arrays.copyOfRange(bytes, value, lines.to())));
    }
}
