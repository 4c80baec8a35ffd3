package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The audit log of a stored session, verified before it is believed. */
final class AuditOf {

    private AuditOf() {}

    static String session(SessionStore store, String id) throws IOException {
        Path log = store.auditDirectory(id);
        Verdict verdict = LogVerifier.verify(log, null, List.of());
        assertThat(verdict.result()).as(verdict.explanation()).isEqualTo(Verdict.Result.NOT_ANCHORED);
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(log)) {
            for (Path segment : files.filter(it -> it.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                all.append(Files.readString(segment));
            }
        }
        return all.toString();
    }
}
