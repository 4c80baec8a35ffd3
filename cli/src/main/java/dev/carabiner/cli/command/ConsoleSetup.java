package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.console.Console;
import dev.carabiner.console.Console.Preview;
import dev.carabiner.console.KnownSession;
import dev.carabiner.console.MountedHook;
import dev.carabiner.console.webhook.WebhookEndpoint;
import dev.carabiner.console.webhook.WebhookSettings;
import dev.carabiner.console.webhook.WebhookType;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.explain.Judgement;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.ListedHandler;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the command gives a console: this user's sessions, the hooks of a bundle, and what its guards would say. */
final class ConsoleSetup {

    private final SharedStore store;
    private final Engine engine;
    private final Surroundings here;

    private ConsoleSetup(SharedStore store, Engine engine, Surroundings here) {
        this.store = store;
        this.engine = engine;
        this.here = here;
    }

    /** A console over this store that is not started yet. Store and bundle stay the caller's to close, after it. */
    static Console.Builder over(SharedStore store, ServedBundle bundle, Surroundings here) {
        ConsoleSetup setup = new ConsoleSetup(store, bundle.engine(), here);
        List<MountedHook> hooks = setup.hooks();
        ServedFindings findings = new ServedFindings(() -> setup.checked(bundle.files()));
        Console.Builder builder = Console.over(store.database())
                .directories(store::directoryOf)
                .sessions(setup::sessions)
                .hooks(() -> hooks)
                .findings(findings::soFar)
                .preview(setup::previewed)
                .explainer(setup::explained);
        List<WebhookEndpoint> endpoints = WebhooksFile.read(here);
        return endpoints.isEmpty()
                ? builder
                : builder.webhooks(new WebhookSettings(endpoints, WebhooksFile.delivered(here, store.place())));
    }

    /** Tells which webhooks are on, without their secrets and without what may be secret in their addresses. */
    static void tellWebhooks(Console console, Consumer<String> line) {
        for (WebhookEndpoint each : console.webhooks()) {
            String types = each.types().size() == WebhookType.values().length
                    ? "all types"
                    : each.types().stream().sorted().map(WebhookType::text).collect(Collectors.joining(", "));
            line.accept("Webhook " + each + ": " + types);
        }
        if (!console.webhooks().isEmpty() && !console.sendsWebhooks()) {
            line.accept("Another server of yours sends the webhooks; this one does when that ends.");
        }
    }

    private List<KnownSession> sessions() {
        SessionStore sessions = SessionTable.store(here);
        List<KnownSession> known = new ArrayList<>();
        for (ListedSession each : sessions.list()) {
            if (each instanceof ListedSession.Known(SessionMetadata it)) {
                known.add(new KnownSession(
                        it.id(),
                        it.name(),
                        it.created(),
                        it.updated(),
                        it.workingDirectory(),
                        it.bundle(),
                        it.parent(),
                        it.status().text(),
                        it.turns(),
                        sessions.root().resolve(it.id()).resolve("audit")));
            }
        }
        return known;
    }

    private List<MountedHook> hooks() {
        try (Judge judge =
                engine.session("console", here.directory()).confinesTools().judge()) {
            return judge.handlers().stream().map(ConsoleSetup::mounted).toList();
        } catch (CarabinerException e) {
            Bundles.warn("The hooks of the bundle cannot be listed: " + e.getMessage(), here);
            return List.of();
        }
    }

    private List<Finding> checked(BundleFiles files) {
        return engine.session("console", here.directory()).confinesTools().check(files);
    }

    private static MountedHook mounted(ListedHandler handler) {
        HookOptions options = handler.options();
        return new MountedHook(
                handler.name(),
                options.event(),
                options.priority(),
                options.onFailure().name().toLowerCase(Locale.ROOT),
                options.timeout());
    }

    /** As the command {@code explain} does, by the bundle of this server, whichever the session has. */
    private EventData explained(String event, EventData data, @Nullable KnownSession session) {
        String id = session == null ? "explain" : session.id();
        Path directory = session == null ? here.directory() : session.directory();
        try (Judge judge =
                engine.session(id, directory).captureOutput().confinesTools().judge()) {
            return judge.explain(event, data).json();
        }
    }

    private Preview.Verdict previewed(ApprovalRequest request, EventData input) {
        Path directory = Objects.requireNonNullElse(store.directoryOf(request.session()), here.directory());
        try (Judge judge =
                engine.session(request.session(), directory).confinesTools().judge()) {
            Judgement judged = judge.call(request.tool(), input);
            String verdict = switch (judged.verdict()) {
                case PASS -> "allow";
                case ASK -> "ask";
                case DENY -> "deny";
            };
            return new Preview.Verdict(verdict, judged.reason());
        }
    }
}
