package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every hook module promises to those who mount it: it is found, it registers, it survives whatever data events
 * bring, alone and a hundred at a time, it keeps its time, and it leaves nothing behind.
 */
@Timeout(120)
public abstract class HookModuleContract {

    private static final int CROWD = 100;

    /** A new module, as the service loader would make it. */
    protected abstract HookModule newModule();

    /** Settings that the module can be mounted with; none unless overridden. */
    protected HookConfig config() {
        return HookConfig.none();
    }

    /** How long one event may take, for a usual one; one second unless overridden. */
    protected Duration declaredTime() {
        return Duration.ofSeconds(1);
    }

    /** What an event of this name usually carries; overridden where the module needs other data to do its work. */
    protected EventData usual(String event) {
        return SampleEvents.usual(event);
    }

    /**
     * Mounts the module in a new session over these hooks. Closing what is returned takes it out again.
     *
     * @throws Exception if the module refuses to be mounted
     */
    protected final AutoCloseable mount(HookModule module, HookRegistry hooks) throws Exception {
        return SessionCoordinator.builder().hooks(hooks).build().mount(module, config());
    }

    @Test
    void its_name_is_one_that_a_bundle_can_hold() {
        assertThat(newModule().name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    }

    @Test
    void it_says_what_it_is_for() {
        assertThat(newModule().description()).isNotBlank();
    }

    @Test
    void the_service_loader_finds_it() {
        assertThat(ServiceLoader.load(HookModule.class))
                .anyMatch(found -> found.getClass().equals(newModule().getClass())
                        && found.name().equals(newModule().name()));
    }

    @Test
    void its_defaults_are_of_settings_that_it_knows() {
        assertThat(newModule().configKeys().keySet())
                .containsAll(newModule().configDefaults().asMap().keySet());
    }

    @Test
    void mounting_registers_and_closing_takes_everything_away() throws Exception {
        HookRegistry hooks = new HookRegistry();
        AutoCloseable mounted = mount(newModule(), hooks);
        assertThat(hooks.listHandlers()).isNotEmpty();

        mounted.close();

        assertThat(hooks.listHandlers()).isEmpty();
        assertThatCode(mounted::close).as("closing twice").doesNotThrowAnyException();
    }

    /** What is shared by all sessions may stay from the first time on: the second time adds nothing. */
    @Test
    void after_it_has_worked_nothing_of_it_goes_on() throws Exception {
        work();
        Set<Long> processes = processes();
        Set<Thread> threads = lasting();
        work();

        Processes.await(
                () -> processes.containsAll(processes()) && threads.containsAll(lasting()), Duration.ofSeconds(5));
    }

    private void work() throws Exception {
        HookRegistry hooks = new HookRegistry();
        try (AutoCloseable mounted = mount(newModule(), hooks)) {
            for (String event : events(hooks)) {
                hooks.emit(event, usual(event));
            }
        }
    }

    @Test
    void one_module_serves_several_sessions_apart() throws Exception {
        HookModule module = newModule();
        HookRegistry first = new HookRegistry();
        HookRegistry second = new HookRegistry();
        AutoCloseable mounted = mount(module, first);
        try (AutoCloseable other = mount(module, second)) {
            mounted.close();

            assertThat(first.listHandlers()).isEmpty();
            assertThat(second.listHandlers()).isNotEmpty();
        }
    }

    @Test
    void an_event_that_it_does_not_know_is_left_alone() throws Exception {
        HookRegistry hooks = new HookRegistry();
        try (AutoCloseable mounted = mount(newModule(), hooks)) {
            HookOutcome outcome = hooks.emit("unheard:of", EventData.of("anything", 1));

            assertThat(outcome.denied()).as("%s", outcome).isFalse();
            assertThat(failures(outcome)).isEmpty();
        }
    }

    @Test
    void missing_null_and_hostile_data_are_answered_or_a_failure_by_its_policy() throws Exception {
        HookRegistry hooks = new HookRegistry();
        boolean isGuard = newModule().isGuard();
        try (AutoCloseable mounted = mount(newModule(), hooks);
                QuietHookLog quiet = QuietHookLog.begin()) {
            for (String event : events(hooks)) {
                for (EventData data : SampleEvents.hostile(event)) {
                    HookOutcome outcome = hooks.emit(event, data);
                    for (HookFailure failure : failures(outcome)) {
                        String what = outcome + " for " + shortened(data);
                        assertThat(failure.getCause()).as(what).isNotInstanceOf(Error.class);
                        assertThat(!isGuard && failure.kind() == HookFailure.Kind.TIMEOUT)
                                .as("too late, and no guard: %s", what)
                                .isFalse();
                        assertThat(isGuard && failure.policy() == FailurePolicy.CONTINUE)
                                .as("a guard whose failure means nothing: %s", what)
                                .isFalse();
                    }
                }
                assertThat(failures(hooks.emit(event, usual(event))))
                        .as("a usual %s after all that", event)
                        .isEmpty();
            }
        }
    }

    @Test
    void a_hundred_events_at_once_are_answered_as_one_is() throws Exception {
        HookRegistry hooks = new HookRegistry();
        try (AutoCloseable mounted = mount(newModule(), hooks);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String event : events(hooks)) {
                EventData data = usual(event);
                boolean denied = hooks.emit(event, data).denied();
                Callable<HookOutcome> emit = () -> hooks.emit(event, data);
                for (Future<HookOutcome> done : threads.invokeAll(
                        IntStream.range(0, CROWD).mapToObj(i -> emit).toList())) {
                    HookOutcome outcome = done.get();
                    assertThat(failures(outcome)).as("%s", outcome).isEmpty();
                    assertThat(outcome.denied()).as("%s", outcome).isEqualTo(denied);
                }
            }
        }
    }

    @Test
    void a_usual_event_takes_no_longer_than_declared() throws Exception {
        try (TestSession session = TestSession.with(ScriptedChannel.always("Deny"))) {
            session.mount(newModule(), config());
            for (String event : events(session.hooks())) {
                HookOutcome outcome = session.coordinator().emit(event, usual(event));
                for (HandlerRun run : outcome.runs()) {
                    assertThat(run.elapsed()).as("%s of %s", run.name(), event).isLessThan(declaredTime());
                }
            }
        }
    }

    /** The events that it is registered for; for a pattern, one that it covers. */
    private static List<String> events(HookRegistry hooks) {
        List<String> events = new ArrayList<>();
        for (String name : hooks.listHandlers().keySet()) {
            boolean own = !name.contains("*");
            String event = own ? name : name.equals("*") ? "tool:pre" : name.replace("*", "pre");
            events.add(EventNames.canonical(event));
        }
        return events;
    }

    private static List<HookFailure> failures(HookOutcome outcome) {
        List<HookFailure> failures = new ArrayList<>();
        for (HandlerRun run : outcome.runs()) {
            if (run.failure() != null) {
                failures.add(run.failure());
            }
        }
        return failures;
    }

    private static String shortened(EventData data) {
        String text = String.valueOf(data);
        return text.length() <= 300 ? text : text.substring(0, 300) + " … (" + text.length() + " characters)";
    }

    private static Set<Long> processes() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    /** Threads that would keep a program from ending. */
    private static Set<Thread> lasting() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }
}
