package dev.carabiner.scenarios;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.Message;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.scenarios.CaseResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A conversation of the whole agent with a scripted model. Its tools run, in a directory that is thrown away. */
final class ScriptedConversation {

    private static final int MOST_FILES = 10_000;

    private final Scenario scenario;
    private final Scenario.ConversationCase talk;
    private final Modules modules;
    private final Set<String> reached;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private String denied = ""; // the last reason of all turns
    private final List<String> injectedBy = Collections.synchronizedList(new ArrayList<>());

    ScriptedConversation(Scenario scenario, Scenario.ConversationCase talk, Modules modules, Set<String> reached) {
        this.scenario = scenario;
        this.talk = talk;
        this.modules = modules;
        this.reached = reached;
    }

    CaseResult run() {
        long began = System.nanoTime();
        String because = "";
        try (Workplace place = Workplace.with(scenario.files())) {
            because = run(place.directory());
            mismatches.replaceAll(it -> it.in(place.directory()));
        } catch (IOException e) {
            mismatches.add(new Mismatch("files", "files that can be read", String.valueOf(e.getMessage())));
        }
        boolean fits = mismatches.isEmpty();
        return new CaseResult(
                List.of(talk.name()),
                talk.at(),
                fits ? Status.PASSED : Status.FAILED,
                Duration.ofNanos(System.nanoTime() - began),
                mismatches,
                fits ? "" : because,
                fits ? "" : "the steps of the conversation, or the hook that was to act in it");
    }

    private String run(Path directory) throws IOException {
        TestClock clock = TestClock.at(scenario.clock());
        ApprovalStore store = ApprovalStore.inMemory(clock);
        ScriptedPerson person = new ScriptedPerson(talk.answers(), store, clock);
        ScriptedModel model = new ScriptedModel(new ArrayDeque<>(talk.steps()), this::takeAuthors, mismatches);
        AgentCatalog catalog = modules.agent().get();
        List<String> tools = catalog.tools().stream().map(it -> it.name()).toList();
        try (Session session = Session.builder()
                .bundle(new PolicyUnderTest(scenario).bundle(catalog.modules(), tools))
                .catalog(catalog)
                .provider(model)
                .approvals(person)
                .approvalStore(store)
                .audit(log())
                .display(message -> {})
                .workingDirectory(directory)
                .clock(clock)
                .tokenCounter(TokenCounter.approximate())
                .environment(name -> null)
                .sessionId("scenario")
                .start()) {
            TurnResult last = null;
            for (String text = model.nextUser(); text != null; text = model.nextUser()) {
                last = session.prompt(text);
                denied = last.lastDenial().isEmpty() ? denied : last.lastDenial();
            }
            mismatches.addAll(person.mistakes());
            talk.expect().check("", actual(last, session, person, directory), mismatches);
            return denied.isEmpty() ? "the answer was: " + answer(last) : denied;
        }
    }

    private static String answer(@Nullable TurnResult last) {
        return last == null ? "" : last.answer();
    }

    /** Nothing is kept of the record but who ran, and who injected. */
    private AuditLog log() {
        return record -> {
            if (record instanceof AuditRecord.Emitted emitted) {
                emitted.runs().forEach(run -> reached.add(run.hook()));
            } else if (record instanceof AuditRecord.Injected injected) {
                injectedBy.add(injected.actor());
            }
        };
    }

    private List<String> takeAuthors() {
        List<String> authors = List.copyOf(injectedBy);
        injectedBy.clear();
        return authors;
    }

    private Map<String, @Nullable Object> actual(
            @Nullable TurnResult last, Session session, ScriptedPerson person, Path directory) throws IOException {
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        actual.put("answer", answer(last));
        actual.put("status", last == null ? "" : last.status().name().toLowerCase(Locale.ROOT));
        actual.put("denied", denied);
        actual.put("asked", Actual.asked(person.asked()));
        String stored = session.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
        actual.put("context", Map.of("stored", stored, "never_stored", stored));
        actual.put("files", files(directory));
        return actual;
    }

    private static Map<String, @Nullable Object> files(Path directory) throws IOException {
        Map<String, @Nullable Object> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> found =
                    all.filter(Files::isRegularFile).limit(MOST_FILES + 1L).toList();
            if (found.size() > MOST_FILES) {
                throw new IOException("the conversation left more than " + MOST_FILES + " files");
            }
            for (Path file : found) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                files.put(
                        name, new String(Files.readAllBytes(file), UTF_8)); // one that is no text is no reason to fail
            }
        }
        return files;
    }
}
