package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Whether the openings of secret fields that are still there open their commitments. A line that begins with a space has
 * been erased, or was being erased; one with a zero byte never wholly reached the disk. Neither can pass for an opening.
 */
final class SecretsCheck {

    private static final int DIGITS = 2 * Sha256.BYTES;
    private static final int VALUE = 2 * (DIGITS + 1);

    private SecretsCheck() {}

    static void check(Path file) throws IOException {
        if (Files.notExists(file)) {
            return;
        }
        try (LineReader lines = new LineReader(file)) {
            LineReader.Kind kind = lines.next();
            while (kind == LineReader.Kind.LINE || kind == LineReader.Kind.TOO_LONG) {
                boolean good = kind == LineReader.Kind.LINE && (isErased(lines) || opens(lines));
                if (!good && !lines.hasNul()) {
                    throw wrong(file, lines);
                }
                kind = lines.next();
            }
        }
    }

    private static TamperedException wrong(Path file, LineReader lines) {
        String where = file.getFileName() + " at byte " + lines.offset();
        return new TamperedException(TamperedException.NO_RECORD, where + " does not open its commitment");
    }

    private static boolean isErased(LineReader lines) {
        return lines.from() == lines.to() || lines.bytes()[lines.from()] == ' ';
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
