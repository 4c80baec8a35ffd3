package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A user's home and project, and what a session has left there. */
record Place(Path home, Path project) {

    /** In the record of an emit, the name of its event follows its id. */
    private static final Pattern EMITTED =
            Pattern.compile("\"data\":\\{\"emit\":\"[^\"]*\",(?:\"parent\":\"[^\"]*\",)?\"event\":\"([^\"]*)\"");

    static Place in(Path directory) throws IOException {
        return new Place(
                Files.createDirectory(directory.resolve("home")), Files.createDirectory(directory.resolve("project")));
    }

    /** A bundle of the user's own, outside the project. */
    Path bundle(String text) throws IOException {
        return Files.writeString(home.resolve("bundle.yaml"), text);
    }

    SessionMetadata onlySession() {
        List<ListedSession> all = store().list();
        assertThat(all).hasSize(1);
        return ((ListedSession.Known) all.getFirst()).metadata();
    }

    Verdict.Result verified() throws IOException {
        Path log = log();
        VerifierKey root =
                VerifierKey.parse(Files.readString(log.resolve("root.pub")).strip());
        return LogVerifier.verify(log, root, List.of()).result();
    }

    /** How often the audit log says that this event was emitted. */
    long recorded(String event) throws IOException {
        try (Stream<Path> files = Files.list(log())) {
            long count = 0;
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".jsonl")).toList()) {
                count += Files.readAllLines(file).stream()
                        .filter(line -> line.contains("\"type\":\"emit\""))
                        .filter(line -> EMITTED.matcher(line)
                                .results()
                                .anyMatch(it -> it.group(1).equals(event)))
                        .count();
            }
            return count;
        }
    }

    private Path log() {
        return store().auditDirectory(onlySession().id());
    }

    private SessionStore store() {
        return SessionStore.at(home.resolve(".carabiner/sessions"));
    }
}
