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
 * Writes the data of a record as a JSON object, and puts a commitment in the place of each secret value. What opens the
 * commitment is written apart, to a file from which it can be erased.
 */
final class DataWriter {

    /** Something unusually large is let go rather than kept for the next record. */
    private static final int KEPT = 16 * 1024;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Set<String> secretFields;
    private JsonBytes openings = new JsonBytes(16);
    private JsonBytes out = new JsonBytes(16);
    private boolean empty = true;

    DataWriter(Set<String> secretFields) {
        this.secretFields = secretFields;
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

    DataWriter field(String key, @Nullable Object value) {
        key(key);
        if (secretFields.isEmpty()) {
            out.value(value);
        } else if (secretFields.contains(key)) {
            commit(value);
        } else {
            guarded(value);
        }
        return this;
    }

    DataWriter field(FieldName name, @Nullable Object value) {
        name(name);
        if (secretFields.isEmpty()) {
            out.value(value);
        } else if (secretFields.contains(name.text())) {
            commit(value);
        } else {
            guarded(value);
        }
        return this;
    }

    DataWriter field(FieldName name, @Nullable String value) {
        name(name);
        if (isSecret(name)) {
            commit(value);
        } else if (value == null) {
            out.value(null);
        } else {
            out.text(value);
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

    private boolean isSecret(FieldName name) {
        return !secretFields.isEmpty() && secretFields.contains(name.text());
    }

    private void name(FieldName name) {
        name.write(out, empty);
        empty = false;
    }

    <T> void objects(FieldName name, List<T> values, Consumer<T> fields) {
        name(name);
        if (isSecret(name)) {
            commitObjects(values, fields);
        } else {
            array(values, fields);
        }
    }

    private <T> void commitObjects(List<T> values, Consumer<T> fields) {
        JsonBytes record = out;
        Set<String> known = secretFields;
        out = new JsonBytes(256);
        secretFields = Set.of(); // inside of what is kept apart, nothing is kept apart once more
        array(values, fields);
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

    private void key(String key) {
        if (!empty) {
            out.raw(',');
        }
        empty = false;
        out.text(key);
        out.raw(':');
    }

    /** A value that may hold secrets further down. */
    private void guarded(@Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                open();
                map.forEach((key, inner) -> field((String) key, inner));
                close();
            }
            case List<?> list -> {
                out.raw('[');
                for (int i = 0; i < list.size(); i++) {
                    if (i > 0) {
                        out.raw(',');
                    }
                    guarded(list.get(i));
                }
                out.raw(']');
            }
            case null, default -> out.value(value);
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
