package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.webhook.WebhookEndpoint;
import dev.carabiner.console.webhook.WebhookException;
import dev.carabiner.console.webhook.WebhookSettings;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * A server on this machine's loopback address, over one store of approvals: the page for people, the HTTP API for
 * programs. Nothing else starts it, and it decides nothing by itself.
 */
public final class Console implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 1_024;

    /** What the system keeps for a page that does not read: little, so that this is noticed. */
    private static final int SEND_BUFFER = 64 * 1024;

    private static final Duration IDLE = Duration.ofSeconds(90);

    /** When no more connections are taken, those that do nothing make room. */
    private static final Duration IDLE_WHEN_FULL = Duration.ofSeconds(2);

    /** What the guards would say to an edited input. Nothing may come of it but the words. */
    @FunctionalInterface
    public interface Preview {

        /** The verdict: {@code allow}, {@code ask} or {@code deny}, and why. */
        Verdict of(ApprovalRequest request, EventData input);

        /**
         * What they would say.
         *
         * @param verdict {@code allow}, {@code ask} or {@code deny}
         */
        record Verdict(String verdict, String reason) {}
    }

    /** What the hooks say about an event that is only described. They are called; nothing may come of it but the words. */
    @FunctionalInterface
    public interface Explainer {

        /**
         * The JSON that {@code docs/explain.schema.json} describes. Called on a thread of its own, which is interrupted if it
         * takes too long; two at once.
         *
         * @param session the one to judge for, by its id and its directory; null for none
         * @throws dev.carabiner.event.CarabinerException if the hooks cannot be asked; the message says why
         */
        EventData explain(String event, EventData data, @Nullable KnownSession session);
    }

    private final Server server;
    private final ServerConnector connector;
    private final Access access;
    private final Changes changes;
    private final LogFollower follower;
    private final @Nullable WebhookNews news;

    private Console(
            Server server,
            ServerConnector connector,
            Access access,
            Changes changes,
            LogFollower follower,
            @Nullable WebhookNews news) {
        this.server = server;
        this.connector = connector;
        this.access = access;
        this.changes = changes;
        this.follower = follower;
        this.news = news;
    }

    /** A console over this database, which stays the caller's to close, after the console. */
    public static Builder over(ApprovalDatabase database) {
        return new Builder(database);
    }

    /** What a console is made of. */
    public static final class Builder {

        private final ApprovalDatabase database;
        private final Map<String, User> tokens = new LinkedHashMap<>();
        private int port;
        private @Nullable Preview preview;
        private @Nullable Explainer explainer;
        private Function<String, @Nullable Path> directories = session -> null;
        private Supplier<List<KnownSession>> sessions = List::of;
        private Supplier<List<MountedHook>> hooks = List::of;
        private Supplier<@Nullable List<Finding>> findings = List::of;
        private @Nullable WebhookSettings webhooks;

        private Builder(ApprovalDatabase database) {
            this.database = database;
        }

        /** The port of the loopback address; 0, unless it is said, for any that is free. */
        public Builder port(int newPort) {
            port = newPort;
            return this;
        }

        /** A token by which a program comes in as this user; at least 32 characters that cannot be guessed. */
        public Builder token(String token, User user) {
            if (token.length() < Access.SHORTEST_TOKEN) {
                throw new IllegalArgumentException("A token of fewer than 32 characters can be guessed");
            }
            tokens.put(token, user);
            return this;
        }

        /** What the guards would say to an edited input; without it that cannot be asked. */
        public Builder preview(Preview newPreview) {
            preview = newPreview;
            return this;
        }

        /** What the hooks say about an event that is only described; without it that cannot be asked. */
        public Builder explainer(Explainer newExplainer) {
            explainer = newExplainer;
            return this;
        }

        /** The directory that a session works in, or null; without it no rule is offered. */
        public Builder directories(Function<String, @Nullable Path> bySession) {
            directories = bySession;
            return this;
        }

        /**
         * The sessions of this user, those used last first. It is called on a thread of the console about once a second;
         * their logs are followed, whichever process writes them.
         */
        public Builder sessions(Supplier<List<KnownSession>> newSessions) {
            sessions = newSessions;
            return this;
        }

        /** The handlers that the bundle in force mounts, in running order; without it only the logs tell of hooks. */
        public Builder hooks(Supplier<List<MountedHook>> newHooks) {
            hooks = newHooks;
            return this;
        }

        /**
         * What {@code hooks validate} finds in the bundle in force; null as long as that is not known. It is called on a
         * thread of the console for each answer about hooks, by several at once, and should answer soon.
         */
        public Builder findings(Supplier<@Nullable List<Finding>> newFindings) {
            findings = newFindings;
            return this;
        }

        /** What is told to other servers; without it nothing is. */
        public Builder webhooks(WebhookSettings newWebhooks) {
            webhooks = newWebhooks;
            return this;
        }

        /**
         * Starts the server; it listens when this returns.
         *
         * @throws IllegalStateException if it cannot listen, for instance because the port is taken
         * @throws WebhookException if what webhooks have delivered cannot be kept
         */
        public Console start() {
            Access access = new Access(System::nanoTime);
            tokens.forEach(access::addToken);
            Changes changes = new Changes(database.store());
            LogFollower follower = new LogFollower(sessions);
            VirtualThreadPool virtual = new VirtualThreadPool();
            QueuedThreadPool threads = new QueuedThreadPool(16, 2);
            threads.setName("carabiner-console");
            threads.setDaemon(true);
            threads.setVirtualThreadsExecutor(virtual);
            Server server = new Server(threads);
            server.addBean(virtual);
            ServerConnector connector = connector(server);
            RequestContext context = new RequestContext(database, follower, directories);
            ApprovalApi approvals = new ApprovalApi(database, access, changes, context, directories, preview);
            RequestLimit readers = RequestLimit.ofLogReaders();
            ConsoleApi api = new ConsoleApi(
                    approvals,
                    new SessionApi(follower, database.store(), readers),
                    new LogApi(follower, readers),
                    new AuditApi(follower, readers),
                    new ExplainApi(follower, explainer),
                    new RuleApi(database, directories),
                    new HookApi(follower, hooks, findings));
            ChangeStream events = new ChangeStream(changes, follower, approvals);
            Sockets sockets = new Sockets(server, changes, follower);
            server.setHandler(new ConsoleHandler(api, access, sockets, events));
            server.setErrorHandler(ConsoleHandler::refuse);
            try {
                server.start();
            } catch (Exception e) {
                changes.close();
                follower.close();
                throw new IllegalStateException(
                        "The console cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
            }
            Console console = new Console(server, connector, access, changes, follower, null);
            return webhooks == null ? console : telling(console, webhooks);
        }

        private Console telling(Console console, WebhookSettings settings) {
            try {
                WebhookNews news = new WebhookNews(
                        database.store(), settings, new WebhookTexts(console.address()), console.follower::tampered);
                console.follower.read(news::take);
                console.changes.listen(change -> news.wake());
                return new Console(
                        console.server, console.connector, console.access, console.changes, console.follower, news);
            } catch (WebhookException e) {
                console.close();
                throw e;
            }
        }

        private ServerConnector connector(Server server) {
            HttpConfiguration http = new HttpConfiguration();
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
            http.setRequestHeaderSize(16 * 1024);
            ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
            connector.setHost("127.0.0.1");
            connector.setPort(port);
            connector.setIdleTimeout(IDLE.toMillis());
            connector.setAcceptedSendBufferSize(SEND_BUFFER);
            server.addConnector(connector);
            NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, connector);
            limit.setEndPointIdleTimeout(IDLE_WHEN_FULL.toMillis());
            server.addBean(limit);
            return connector;
        }
    }

    /** Where it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** How many connections are open. */
    int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /**
     * An address by which one browser comes in as this user. The token is in the fragment, which no browser sends and no
     * log holds; it works once.
     */
    public String link(User user) {
        Objects.requireNonNull(user, "user");
        return address() + "/#t=" + access.newLink(user);
    }

    private String address() {
        return "http://127.0.0.1:" + port();
    }

    /** The webhooks that are told, by this server or another one of this user; see {@link #sendsWebhooks}. */
    public List<WebhookEndpoint> webhooks() {
        return news == null ? List.of() : news.endpoints();
    }

    /** Whether this server sends webhooks: it has some, and no other server of this user sends them. */
    public boolean sendsWebhooks() {
        return news != null && news.sends();
    }

    /**
     * Ends the server. Requests that are being answered are cut off; what the store has acknowledged stays; webhooks that can
     * be sent at once are sent, for a short time. A second time does nothing.
     */
    @Override
    public void close() {
        changes.close();
        follower.close();
        if (news != null) {
            news.close();
        }
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("The console did not end well", e);
        }
    }
}
