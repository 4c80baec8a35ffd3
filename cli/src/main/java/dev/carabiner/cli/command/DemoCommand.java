package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code carabiner demo}: a guided session without a network. */
@Command(
        name = "demo",
        description = {
            "A guided session, offline, in under a minute.",
            "It has a denied command, a changed input, linter feedback, an approval, a sub-agent, and the",
            "verified audit log of all of it."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  carabiner demo", "  carabiner demo < /dev/null     the same, without a question"})
final class DemoCommand implements Callable<Integer> {

    private final Surroundings here;

    DemoCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        return new Demo(here).run();
    }
}
