package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The sandbox of macOS, by {@code sandbox-exec} and a profile. It holds files and network; processes are not hidden, and
 * what a command started is ended as without a sandbox.
 */
record Seatbelt(Path program) implements Sandbox {

    @Override
    public String name() {
        return "sandbox-exec";
    }

    @Override
    public List<String> words(Confinement confinement, Path directory, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of(program.toString(), "-p", SeatbeltProfile.of(confinement)));
        words.addAll(command);
        return words;
    }
}
