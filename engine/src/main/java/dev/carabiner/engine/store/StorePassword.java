package dev.carabiner.engine.store;

import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The password of a store's server. It stands in a variable of the environment or in a file, never in a bundle.
 *
 * @param file null if the bundle names none
 * @param environment gives the value of a variable, or null
 */
public record StorePassword(@Nullable Path file, UnaryOperator<@Nullable String> environment) {

    /** The variable, which is looked at where the bundle names no file. */
    public static final String VARIABLE = "CARABINER_APPROVALS_PASSWORD";

    private static final int LONGEST = 4096;

    /**
     * The password; empty if there is none, as for a server that knows its users otherwise.
     *
     * @throws IllegalStateException if the file cannot be read, or others can write it
     */
    public String read() {
        if (file == null) {
            String value = environment.apply(VARIABLE);
            return value == null ? "" : value;
        }
        try {
            byte[] content = PrivateFiles.read(file, LONGEST);
            if (content == null) {
                throw new IllegalStateException(
                        "There is no file " + file + ", which session.approvals.password_file names");
            }
            return new String(content, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The file of session.approvals.password_file cannot be read: " + FileProblem.inWords(e), e);
        }
    }

    List<Path> files() {
        return file == null ? List.of() : List.of(file);
    }

    /** Says where it stands, not what it is. */
    @Override
    public String toString() {
        return file == null ? "$" + VARIABLE : file.toString();
    }
}
