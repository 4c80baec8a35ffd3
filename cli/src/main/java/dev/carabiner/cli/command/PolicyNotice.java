package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.ManagedPolicy;
import java.nio.file.Path;

/** Says with every command that this machine has a managed policy. */
public final class PolicyNotice {

    private PolicyNotice() {}

    /** Prints a line on the error stream if there is a policy. It is not read here, only looked for. */
    public static void print(Surroundings here) {
        Path file = ManagedPolicy.installed().file();
        if (file != null) {
            here.err()
                    .println(here.styles()
                            .dim("carabiner: The managed policy " + VisibleText.inOneLine(file.toString())
                                    + " is in force"));
        }
    }
}
