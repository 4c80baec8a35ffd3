package dev.carabiner.storetests;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL server of its own: a directory, a port and, while it runs, a process. */
final class PostgresNode {

    /** Forced to the disk, and small. */
    private static final String SETTINGS = """
            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            fsync = on
            synchronous_commit = on
            full_page_writes = on
            shared_buffers = 32MB
            max_connections = 80
            wal_keep_size = 256MB
            wal_retrieve_retry_interval = 100ms
            hot_standby = on
            """;

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Path binaries;
    private final Path data;
    private final Path log;
    private final int port;
    private @Nullable Process process;

    PostgresNode(Path binaries, Path directory) throws IOException {
        this.binaries = binaries;
        this.data = directory.resolve("data");
        this.log = directory.resolve("log");
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        }
        Files.createDirectories(directory);
    }

    Path data() {
        return data;
    }

    int port() {
        return port;
    }

    /** Makes an empty database cluster. */
    void init() throws IOException, InterruptedException {
        Process init = started("initdb", "-D", data.toString(), "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8");
        if (init.waitFor() != 0) {
            throw new IOException("initdb failed: " + Files.readString(log));
        }
        set(SETTINGS);
    }

    /** Adds lines to its settings, for its next start. */
    void set(String lines) throws IOException {
        Files.writeString(
                data.resolve("postgresql.auto.conf"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Starts it, and returns when it takes connections. */
    void start() throws Exception {
        process = started("postgres", "-D", data.toString(), "-p", String.valueOf(port));
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                query("SELECT 1");
                return;
            } catch (SQLException e) {
                if (!running().isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException("PostgreSQL did not start: " + Files.readString(log), e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** PostgreSQL refuses to be root's; in a user namespace of its own it is no one's. */
    private Process started(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private Process running() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("It was not started");
        }
        return running;
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?connectTimeout=5&socketTimeout=60",
                "postgres",
                "");
    }

    /** The first column of the first row; null if there is no row. */
    @Nullable
    String query(String sql) throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return null;
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    /** As a machine dies that loses its power: every process of the server at once, by {@code kill -9}. */
    void kill() throws InterruptedException {
        Process running = running();
        List<ProcessHandle> children = running.descendants().toList();
        running.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        running.waitFor();
        for (ProcessHandle child : children) {
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (child.isAlive() && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
        }
    }

    /** Sends a signal to every process of the server, as in {@code STOP} and {@code CONT}. */
    void signal(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("kill", "-" + name, String.valueOf(running().pid())));
        running().descendants().forEach(child -> command.add(String.valueOf(child.pid())));
        new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }
}
