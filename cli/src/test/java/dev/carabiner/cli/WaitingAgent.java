package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Agents in processes of their own, which ask about {@code tee}, and the store that they wait in. */
final class WaitingAgent implements AutoCloseable {

    private static final String BUNDLE = """
            bundle: {name: asks, version: 1}
            session: {sandbox: %s%s}
            providers: [{module: provider-offline}]
            tools: [{module: tool-bash}]
            hooks:
              - module: shell-guard
                config: {ask: ["tee *"], deny: ["shred *"]}
            """;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Place place;
    private final List<Process> started = new ArrayList<>();
    private final Path bundle;

    WaitingAgent(Path directory, String moreOfSession) throws IOException {
        this(directory, "off", moreOfSession.isEmpty() ? "" : ", " + moreOfSession);
    }

    private WaitingAgent(Path directory, String sandbox, String moreOfSession) throws IOException {
        place = Place.in(directory);
        bundle = place.bundle(BUNDLE.formatted(sandbox, moreOfSession));
    }

    /** Such agents whose commands run confined. */
    static WaitingAgent confined(Path directory) throws IOException {
        return new WaitingAgent(directory, "required", "");
    }

    String bundle() {
        return bundle.toString();
    }

    /** Starts an agent with this prompt; its output is in a file of that number. */
    Process start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("--approve", "elsewhere"));
        all.addAll(List.of(words));
        return startWith(all.toArray(String[]::new));
    }

    /** The same without saying who answers. */
    Process startWith(String... words) throws IOException {
        return command("run", words);
    }

    /** Starts another command with the same bundle. */
    Process command(String name, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(name, "--bundle", bundle()));
        all.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(Program.command(List.of(), all.toArray(String[]::new)))
                .directory(place.project().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(started.size()).toFile());
        builder.environment().put("HOME", place.home().toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path output(int number) {
        return place.home().resolve("output-" + number);
    }

    String output() throws IOException {
        return Files.readString(output(started.size() - 1));
    }

    int end(Process process) throws Exception {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        return process.exitValue();
    }

    ApprovalDatabase database() {
        return ApprovalDatabase.sqlite(place.home().resolve(".carabiner/approvals.db"));
    }

    /** The only request of the store that is so, as soon as there is one. */
    StoredApproval await(Predicate<StoredApproval> so) throws Exception {
        Path file = place.home().resolve(".carabiner/approvals.db");
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            if (Files.exists(file)) {
                try (ApprovalDatabase database = database()) {
                    List<StoredApproval> all = new ArrayList<>(database.store().pending(null, 10));
                    all.addAll(database.ended(10));
                    List<StoredApproval> found = all.stream().filter(so).toList();
                    if (!found.isEmpty()) {
                        return found.getFirst();
                    }
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("No such request; the agent said: " + output());
    }

    StoredApproval awaitPending() throws Exception {
        return await(it -> it.state() == State.PENDING);
    }

    List<String> lines(String file) throws IOException {
        Path path = place.project().resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
    }
}
