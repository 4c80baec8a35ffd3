package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.json.JsonBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the words of an audit command stand for. A word that stands for nothing is wrong usage. */
final class ArgumentTypes {

    private ArgumentTypes() {}

    /** A path that is not empty: an empty one would be the working directory. */
    static final class Directory implements ITypeConverter<Path> {

        @Override
        public Path convert(String word) {
            if (word.isEmpty()) {
                throw new TypeConversionException("the directory of a log has an empty name");
            }
            return Path.of(word);
        }
    }

    /** The number of a record. */
    static final class RecordNumber implements ITypeConverter<Long> {

        @Override
        public Long convert(String word) {
            if (!word.matches("[0-9]{1,18}")) {
                throw new TypeConversionException("'" + word + "' is not the number of a record");
            }
            return Long.parseLong(word);
        }
    }

    /** A public key, or a file that holds one. */
    static final class Key implements ITypeConverter<VerifierKey> {

        @Override
        public VerifierKey convert(String word) {
            VerifierKey key;
            try {
                key = VerifierKey.named(word);
            } catch (IOException e) {
                throw new TypeConversionException("the public key cannot be read: " + FailureText.shown(e));
            }
            if (key == null) {
                throw new TypeConversionException("'" + word + "' is neither a public key nor a file that holds one");
            }
            return key;
        }
    }

    /** A text as records write it. */
    static final class Quoted implements ITypeConverter<String> {

        @Override
        public String convert(String word) {
            JsonBytes json = new JsonBytes(64);
            json.text(word);
            return new String(json.array(), 0, json.length(), StandardCharsets.UTF_8);
        }
    }

    /** A day or an instant, as records write it, so that text compares as time does. */
    static final class Time implements ITypeConverter<String> {

        private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern(
                        "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
                .withZone(ZoneOffset.UTC);

        @Override
        public String convert(String word) {
            try {
                boolean day = word.length() == "2026-01-31".length();
                Instant time =
                        day ? LocalDate.parse(word).atStartOfDay(ZoneOffset.UTC).toInstant() : Instant.parse(word);
                String written = WRITTEN.format(time);
                if (written.length() == "2026-01-31T12:00:00.000000000Z".length()) {
                    return written; // else it has a year with a sign, which would not compare
                }
            } catch (DateTimeException e) {
                throw noTime(word);
            }
            throw noTime(word);
        }

        private static TypeConversionException noTime(String word) {
            return new TypeConversionException(
                    "'" + word + "' is no time: use 2026-01-31 or 2026-01-31T12:00:00Z, in the years 0000 to 9999");
        }
    }
}
