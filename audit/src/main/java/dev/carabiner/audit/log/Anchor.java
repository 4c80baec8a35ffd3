package dev.carabiner.audit.log;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A place outside the log that is given its checkpoints, so that a log which was cut short is found out. */
public interface Anchor {

    /** Keeps a checkpoint: a signed note of six lines. May take its time; throws if it did not keep it. */
    void keep(byte[] note) throws IOException, InterruptedException;

    /** How it is named in records. Carries no secret. */
    String name();

    /** Appends to another file, best on a disk that the agent cannot write. */
    static Anchor file(Path file) {
        return new FileAnchor(file);
    }

    /** Starts a command with the note on its standard input and no environment but the path. */
    static Anchor command(List<String> command) {
        return new CommandAnchor(command);
    }

    /** Posts to an HTTP address. */
    static Anchor http(URI address) {
        return new HttpAnchor(address);
    }
}
