package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.LockedException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Listens on a Unix socket that only its owner can reach, and answers one HTTP request per connection on a thread of its
 * own. It ends when it has not been asked for so long.
 */
public final class HookServer implements AutoCloseable {

    private static final int MOST_AT_ONCE = 256;

    private final Path socket;
    private final String version;
    private final Function<HookRequest, Said> service;
    private final ServerSocketChannel channel;
    private final UserPrincipal owner;
    private final ExclusiveLock only;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("hook-deadlines").factory());
    private volatile Instant used = Instant.now();

    private HookServer(
            Path socket,
            String version,
            Function<HookRequest, Said> service,
            ServerSocketChannel channel,
            UserPrincipal owner,
            ExclusiveLock only) {
        this.owner = owner;
        this.only = only;
        this.socket = socket;
        this.version = version;
        this.service = service;
        this.channel = channel;
    }

    /**
     * Begins to listen.
     *
     * @throws IOException if another one listens there, or the directory is not the user's alone
     */
    public static HookServer at(Path socket, String version, Function<HookRequest, Said> service) throws IOException {
        Path directory = socket.getParent();
        if (directory == null) {
            throw new IOException(socket + " is in no directory");
        }
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        ExclusiveLock only = lock(socket);
        try {
            return listening(socket, version, service, only);
        } catch (IOException | RuntimeException e) {
            only.close();
            throw e;
        }
    }

    /** Several may be started at once: without it, the second would take the first one's socket for a leftover. */
    private static ExclusiveLock lock(Path socket) throws IOException {
        try {
            return ExclusiveLock.take(socket.resolveSibling(socket.getFileName() + ".lock"));
        } catch (LockedException e) {
            throw new IOException("Another service listens on " + socket, e);
        }
    }

    private static HookServer listening(
            Path socket, String version, Function<HookRequest, Said> service, ExclusiveLock only) throws IOException {
        if (isAnswered(socket)) { // one of before, which took no lock
            throw new IOException("Another service listens on " + socket);
        }
        Files.deleteIfExists(socket);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(UnixDomainSocketAddress.of(socket), MOST_AT_ONCE);
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        UserPrincipal owner = Files.getOwner(socket, LinkOption.NOFOLLOW_LINKS); // this process has just made it
        return new HookServer(socket, version, service, channel, owner, only);
    }

    private static boolean isAnswered(Path socket) {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return other.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Answers until it is closed, or has not been asked for so long. Returns then. */
    public void serve(Duration idle) throws IOException {
        ScheduledFuture<?> unused = deadlines.scheduleWithFixedDelay(
                () -> {
                    boolean idling = used.plus(idle).isBefore(Instant.now()) && busy.get() == 0;
                    if (idling || !Files.exists(socket)) {
                        close();
                    }
                },
                1,
                1,
                TimeUnit.SECONDS);
        while (channel.isOpen()) { // until the file is gone, too
            try {
                SocketChannel connection = channel.accept();
                used = Instant.now();
                if (places.tryAcquire()) {
                    Thread.ofVirtual().name("hook").start(() -> answer(connection));
                } else {
                    connection.close();
                }
            } catch (ClosedChannelException e) {
                return;
            }
        }
    }

    private void answer(SocketChannel connection) {
        busy.incrementAndGet();
        try (connection) {
            if (!owner.equals(SocketPeer.of(connection))) {
                return;
            }
            InputStream in = new BufferedInputStream(Channels.newInputStream(connection));
            OutputStream out = Channels.newOutputStream(connection);
            HttpMessage message = HttpMessage.read(in);
            HookRequest request = message.request(version);
            if (request == null) {
                out.write(HttpMessage.response(409, "another version\n"));
                close();
                return;
            }
            out.write(HttpMessage.response(200, Framed.of(within(request))));
        } catch (IOException | RejectedExecutionException e) {
            // the caller has gone, has sent what is no request or came when this ends: it denies or starts by itself
        } finally {
            busy.decrementAndGet();
            places.release();
            used = Instant.now();
        }
    }

    /** A hook that takes too long is interrupted, which denies. */
    private Said within(HookRequest request) {
        Thread judging = Thread.currentThread();
        long left =
                Math.max(1, Duration.between(Instant.now(), request.deadline()).toMillis());
        ScheduledFuture<?> alarm = deadlines.schedule(judging::interrupt, left, TimeUnit.MILLISECONDS);
        try {
            return service.apply(request);
        } finally {
            alarm.cancel(false);
            Thread.interrupted();
        }
    }

    /** Stops listening. What is being answered is answered. May be called twice. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            deadlines.shutdown();
            try (only;
                    channel) { // its end lets serve() return, and then the process may end: the file goes before
                Files.deleteIfExists(socket);
            } catch (IOException e) {
                System.getLogger(HookServer.class.getName()).log(System.Logger.Level.DEBUG, "The socket is left", e);
            }
        }
    }

    /** Whether it has stopped listening. */
    public boolean isClosed() {
        return closed.get();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
