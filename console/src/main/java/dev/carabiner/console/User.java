package dev.carabiner.console;

import dev.carabiner.approval.DeciderName;
import java.util.Objects;

/** A person or a program that the server knows, under the name that the record has for it. */
public record User(String name, ConsoleRole role) {

    public User {
        Objects.requireNonNull(role, "the role of a user");
        String problem = DeciderName.refusal(name);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }
}
