package dev.carabiner.engine.bundle;

import dev.carabiner.audit.log.Anchor;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A place that is given the checkpoints of every session's audit log. */
public sealed interface AnchorSpec {

    /** The anchor of one session's log. */
    Anchor of(String session);

    /** In which each session has a file of its own. */
    record Directory(Path path) implements AnchorSpec {

        @Override
        public Anchor of(String session) {
            return Anchor.file(path.resolve(session + ".notes"));
        }
    }

    /** Which reads a checkpoint from its standard input. */
    record Program(List<String> words) implements AnchorSpec {

        public Program {
            words = List.copyOf(words);
        }

        @Override
        public Anchor of(String session) {
            return Anchor.command(words);
        }
    }

    /** To which a checkpoint is posted. */
    record Address(URI url) implements AnchorSpec {

        @Override
        public Anchor of(String session) {
            return Anchor.http(url);
        }
    }
}
