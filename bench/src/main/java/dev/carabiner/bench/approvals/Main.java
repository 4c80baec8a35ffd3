package dev.carabiner.bench.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.bench.Bar;
import dev.carabiner.bench.Machine;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed. */
final class Main {

    private static final int PENDING = 1_000;
    private static final int PAGES = 500;
    private static final double POLL_MILLIS = 5;

    private final boolean quick;
    private final Path directory;
    private final List<Bar> bars = new ArrayList<>();
    private final StringBuilder figures = new StringBuilder("| what | p50 ms | p99 ms |\n|---|--:|--:|\n");

    private Main(boolean quick, Path directory) {
        this.quick = quick;
        this.directory = directory;
    }

    /** Arguments: {@code full} or {@code quick}, a directory on a disk to work in, the file to write the report to. */
    public static void main(String[] args) throws Exception {
        System.setProperty("jdk.httpclient.receiveBufferSize", "65536"); // a page that does not read is noticed sooner
        Main main = new Main(args[0].equals("quick"), Path.of(args[1]));
        String load = Machine.load();
        main.measure();
        String report = main.report(load);
        System.out.print(report);
        Files.writeString(Path.of(args[2]), report);
        System.exit(main.bars.stream().allMatch(Bar::kept) ? 0 : 1);
    }

    private void measure() throws Exception {
        Path file = directory.resolve("wake.db");
        try (ApprovalDatabase one = ApprovalDatabase.sqlite(file)) {
            woken("SQLite, in the deciding process", one.store(), one.store());
            wokenElsewhere(one.store(), file);
        }
        heap(directory.resolve("heap.db"));
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start()) {
            String address = "postgresql://postgres@localhost:" + server.getPort() + "/postgres";
            try (ApprovalDatabase one = ApprovalDatabase.postgresql(address, "postgres");
                    ApprovalDatabase other = ApprovalDatabase.postgresql(address, "postgres")) {
                woken("PostgreSQL, decided through another connection", one.store(), other.store());
                try (Connection connection = server.getPostgresDatabase().getConnection()) {
                    heapBar("PostgreSQL", one.store(), connection, 3_584);
                }
            }
        }
        pages();
    }

    private int samples() {
        return quick ? 200 : 1_000;
    }

    private void say(String what) {
        System.err.println(what + " ...");
    }

    /** From the call that decides to the agent's return; beside it, one durable commit of the same store. */
    private void woken(String name, ApprovalStore waiting, ApprovalStore deciding) {
        say(name);
        Wakeups agents = new Wakeups(waiting, PENDING);
        WakeTimes commits = new WakeTimes();
        WakeTimes woken = new WakeTimes();
        for (int i = 0; i < samples() + 100; i++) {
            long start = System.nanoTime();
            deciding.remember("bench", UUID.randomUUID().toString());
            long committed = System.nanoTime();
            ApprovalRequest request = agents.next();
            deciding.decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, "");
            long back = agents.wokenAt(request);
            agents.addAgent();
            if (i >= 100) { // until the code is compiled
                commits.add(committed - start);
                woken.add(back - committed);
            }
        }
        figure(name + ", " + PENDING + " pending: one durable commit", commits);
        figure(name + ": decision to wake-up", woken);
        double commit = commits.millis(0.5);
        bars.add(new Bar(name + ", p50 / commit", woken.millis(0.5) / commit, Bar.Rule.AT_MOST, 3, Bar.Unit.TIMES));
        bars.add(new Bar(name + ", p99 / commit", woken.millis(0.99) / commit, Bar.Rule.AT_MOST, 15, Bar.Unit.TIMES));
    }

    private void wokenElsewhere(ApprovalStore waiting, Path file) throws IOException, InterruptedException {
        say("SQLite, decided by another process");
        Wakeups agents = new Wakeups(waiting, 20);
        WakeTimes woken = new WakeTimes();
        try (DecidingProcess other = new DecidingProcess(file)) {
            for (int i = 0; i < samples() + 50; i++) {
                ApprovalRequest request = agents.next();
                long acknowledged = other.decide(request);
                long back = agents.wokenAt(request);
                agents.addAgent();
                if (i >= 50) {
                    woken.add(Math.max(0, back - acknowledged));
                }
            }
        }
        figure("SQLite, another process decides: acknowledged to wake-up", woken);
        bars.add(new Bar(
                "SQLite, another process, p50 / poll",
                woken.millis(0.5) / POLL_MILLIS,
                Bar.Rule.AT_MOST,
                2,
                Bar.Unit.TIMES));
        bars.add(new Bar(
                "SQLite, another process, p99 / poll",
                woken.millis(0.99) / POLL_MILLIS,
                Bar.Rule.AT_MOST,
                4,
                Bar.Unit.TIMES));
    }

    private void heap(Path file) throws Exception {
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            heapBar("SQLite", database.store(), connection, 2_048);
        }
    }

    private void heapBar(String name, ApprovalStore store, Connection connection, int limit) throws Exception {
        int agents = quick ? 20_000 : 100_000;
        say(name + ", " + agents + " waiting");
        double each = WaitingHeap.bytesEach(store, connection, agents);
        bars.add(new Bar(name + ", " + agents + " waiting, heap each", each, Bar.Rule.AT_MOST, limit, Bar.Unit.BYTES));
    }

    private void pages() throws Exception {
        say(PAGES + " pages");
        PageLoad.Figures seen = new PageLoad(directory, PAGES, quick ? 10 : 30).run();
        figures.append(String.format(
                Locale.ROOT,
                "| %d pages told of %d events, the first third / the last third | | %.0f / %.0f |%n",
                seen.pages(),
                seen.events(),
                seen.early(),
                seen.late()));
        figures.append("| the page that did not read was closed with | | ")
                .append(seen.slowClosedWith())
                .append(" |\n");
        bars.add(new Bar("pages, events that one was not told of", seen.lost(), Bar.Rule.AT_MOST, 0, Bar.Unit.TIMES));
        bars.add(new Bar(
                "pages, told late / told early (p99)",
                seen.late() / seen.early(),
                Bar.Rule.AT_MOST,
                1.5,
                Bar.Unit.TIMES));
        bars.add(new Bar(
                "slow page told and closed (4008)",
                seen.slowClosedWith() == 4008 ? 1 : 0,
                Bar.Rule.AT_LEAST,
                1,
                Bar.Unit.TIMES));
        bars.add(new Bar(
                "emit's processor time, pages open / none", seen.emitRatio(), Bar.Rule.AT_MOST, 1.2, Bar.Unit.TIMES));
    }

    private void figure(String what, WakeTimes times) {
        figures.append(
                String.format(Locale.ROOT, "| %s | %.2f | %.2f |%n", what, times.millis(0.5), times.millis(0.99)));
    }

    private String report(String loadBefore) {
        StringBuilder judged = new StringBuilder("| bar | limit | measured | |\n|---|--:|--:|--:|\n");
        bars.forEach(bar -> judged.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s |%n",
                bar.what(),
                bar.limitText(),
                bar.measuredText(),
                bar.kept() ? "PASS" : "FAIL")));
        return """
                # What waiting for a decision costs

                %s, by `bench/run approvals`, %s. Every commit is forced to the disk. A poll is %.0f ms.

                - Machine: %s
                - Load average: %s before, %s after

                %s
                %s
                %d of %d bars kept.
                """.formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        quick ? "quick" : "full",
                        POLL_MILLIS,
                        Machine.describe(),
                        loadBefore,
                        Machine.load(),
                        figures,
                        judged,
                        bars.stream().filter(Bar::kept).count(),
                        bars.size());
    }
}
