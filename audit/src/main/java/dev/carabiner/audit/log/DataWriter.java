package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.json.JsonBytes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the data of a record as a JSON object. In the place of each secret value stands a commitment, whose opening is
 * written apart, to a file from which it can be erased. In the place of each other value that is longer than 1,024 bytes
 * stands its digest; the value itself is handed to {@link LongValues}. Not for use by two threads at once.
 */
final class DataWriter {

    /** A value of more bytes of JSON than this is named by its digest. */
    static final int LONGEST_INLINE = 1024;

    /** Something unusually large is let go rather than kept for the next record. */
    private static final int KEPT = 16 * 1024;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final LongValues longValues;
    private Set<String> secretFields;
    private boolean folds = true;
    private JsonBytes openings = new JsonBytes(16);
    private JsonBytes out = new JsonBytes(16);
    private boolean empty = true;

    DataWriter(Set<String> secretFields, LongValues longValues) {
        this.secretFields = secretFields;
        this.longValues = longValues;
    }

    JsonBytes openings() {
        return openings;
    }

    void begin(JsonBytes into) {
        out = into;
        if (openings.array().length > KEPT) {
            openings = new JsonBytes(16);
        }
        openings.cut(0);
        longValues.clear();
        open();
    }

    void end() {
        close();
    }

    private void open() {
        out.raw('{');
        empty = true;
    }

    private void close() {
        out.raw('}');
        empty = false;
    }

    /** A field of an event's data, or of a record of the log's own. */
    void field(String key, @Nullable Object value) {
        key(key);
        if (secretFields.contains(key)) {
            commit(value);
        } else {
            value(value);
        }
    }

    DataWriter field(FieldName name, @Nullable Object value) {
        name(name);
        if (isSecret(name)) {
            commit(value);
        } else {
            value(value);
        }
        return this;
    }

    /** The value that a patch puts somewhere: secret if any key of that path is. */
    void fieldAt(FieldName name, String pointer, @Nullable Object value) {
        boolean secret = isSecret(name);
        for (String key : pointer.split("/", -1)) {
            secret |= secretFields.contains(key.replace("~1", "/").replace("~0", "~"));
        }
        name(name);
        if (secret) {
            commit(value);
        } else {
            value(value);
        }
    }

    DataWriter field(FieldName name, String value) {
        name(name);
        if (isSecret(name)) {
            commit(value);
        } else {
            text(value);
        }
        return this;
    }

    DataWriter field(FieldName name, long value) {
        name(name);
        if (isSecret(name)) {
            commit(value);
        } else {
            out.number(value);
        }
        return this;
    }

    DataWriter field(FieldName name, boolean value) {
        name(name);
        if (isSecret(name)) {
            commit(value);
        } else {
            out.value(value);
        }
        return this;
    }

    /** Leaves the field out if there is nothing to tell. */
    DataWriter unlessEmpty(FieldName name, @Nullable String value) {
        return value == null || value.isEmpty() ? this : field(name, value);
    }

    private boolean isSecret(FieldName name) {
        return !secretFields.isEmpty() && secretFields.contains(name.text());
    }

    private void name(FieldName name) {
        name.write(out, empty);
        empty = false;
    }

    /** An event's data: an object of any length, whose fields are looked at one by one. */
    void object(FieldName name, Map<String, ?> fields) {
        name(name);
        if (isSecret(name)) {
            commit(fields);
        } else {
            fields(fields);
        }
    }

    <T> void objects(FieldName name, List<T> values, Consumer<T> fields) {
        name(name);
        if (isSecret(name)) {
            commit(() -> array(values, fields));
        } else {
            array(values, fields);
        }
    }

    void object(FieldName name, Runnable fields) {
        name(name);
        if (isSecret(name)) {
            commit(() -> object(fields));
        } else {
            object(fields);
        }
    }

    private void object(Runnable fields) {
        open();
        fields.run();
        close();
    }

    private void commit(Runnable writing) {
        JsonBytes record = out;
        Set<String> known = secretFields;
        out = new JsonBytes(256);
        secretFields = Set.of(); // inside of what is kept apart, nothing is kept apart once more
        folds = false;
        writing.run();
        folds = true;
        byte[] json = out.copy(0, out.length());
        out = record;
        secretFields = known;
        commitJson(json);
    }

    private <T> void array(List<T> values, Consumer<T> fields) {
        out.raw('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.raw(',');
            }
            open();
            fields.accept(values.get(i));
            close();
        }
        out.raw(']');
    }

    /** A key that begins as those of the log's own marks do gets another dollar sign, so that no event can forge one. */
    private void key(String key) {
        if (!empty) {
            out.raw(',');
        }
        empty = false;
        out.text(key.startsWith("$") ? "$" + key : key);
        out.raw(':');
    }

    /** A value that may be long, or hold secrets or long values further down. */
    private void value(@Nullable Object value) {
        int start = out.length();
        int secrets = openings.length();
        switch (value) {
            case String text -> text(text);
            case Map<?, ?> map -> {
                fields(map);
                foldIfLong(start, secrets);
            }
            case List<?> list -> {
                elements(list);
                foldIfLong(start, secrets);
            }
            case null, default -> out.value(value);
        }
    }

    private void text(String text) {
        int start = out.length();
        out.text(text);
        foldIfLong(start, openings.length());
    }

    private void fields(Map<?, ?> map) {
        open();
        map.forEach((key, inner) -> field((String) key, inner));
        close();
    }

    private void elements(List<?> list) {
        out.raw('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) {
                out.raw(',');
            }
            value(list.get(i));
        }
        out.raw(']');
    }

    /** What holds a commitment stays in the record, where an erasure finds it by its path. */
    private void foldIfLong(int start, int secretsBefore) {
        if (out.length() - start > LONGEST_INLINE && folds && openings.length() == secretsBefore) {
            String digest = longValues.take(out.array(), start, out.length());
            out.cut(start);
            out.raw("{\"$value\":\"").raw(digest).raw("\"}");
        }
    }

    private void commit(@Nullable Object value) {
        JsonBytes json = new JsonBytes(64);
        json.value(value);
        commitJson(json.copy(0, json.length()));
    }

    private void commitJson(byte[] bytes) {
        byte[] salt = new byte[Sha256.BYTES];
        RANDOM.nextBytes(salt);
        String commitment = Hex.of(Sha256.of(salt, bytes));
        openings.raw(commitment).raw(' ').raw(Hex.of(salt)).raw(' ').raw(bytes).raw('\n');
        out.raw("{\"$commitment\":\"").raw(commitment).raw("\"}");
    }
}
