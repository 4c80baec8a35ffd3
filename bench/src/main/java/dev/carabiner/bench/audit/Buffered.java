package dev.carabiner.bench.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One producer appends as fast as it can to each peer in turn. By the clock, from the first append until the system has
 * every record, so that work left to another thread counts; and by the processor time of all threads of the process.
 */
final class Buffered {
    private Buffered() {}

    static Figures measure(Pace pace, Path directory) throws IOException, InterruptedException {
        List<Peer> peers = List.of(
                new Peer(BareChain::new, Figure.BARE_CLOCK, Figure.BARE_CPU),
                new Peer(CarabinerChain::new, Figure.CARABINER_CLOCK, Figure.CARABINER_CPU),
                new Peer(ChronicleChain::new, Figure.CHRONICLE_CLOCK, Figure.CHRONICLE_CPU));
        for (int turn = 0; turn < pace.warmups() + pace.stretches(); turn++) {
            for (Peer peer : turn % 2 == 0 ? peers : peers.reversed()) {
                Stretch stretch = stretch(peer, directory, pace.bufferedRecords());
                if (turn >= pace.warmups()) {
                    peer.stretches.add(stretch);
                }
            }
        }
        Figures figures = new Figures();
        for (Peer peer : peers) {
            figures.add(peer.clock, Figures.best(peer.stretches, Stretch::clock));
            figures.add(peer.cpu, Figures.best(peer.stretches, Stretch::cpu));
        }
        figures.add(Figure.CARABINER_CALL, Figures.best(peers.get(1).stretches, Stretch::call));
        return figures;
    }

    private static Stretch stretch(Peer peer, Path directory, int records) throws IOException, InterruptedException {
        Path empty = Disk.empty(directory.resolve("stretch"));
        try (ChainedLog chain = peer.opening.open(empty)) {
            Disk.settle();
            long cpu = ProcessorTime.nanos();
            long start = System.nanoTime();
            for (int place = 0; place < records; place++) {
                chain.append(place);
            }
            double appended = System.nanoTime() - start;
            chain.drain();
            double drained = System.nanoTime() - start;
            double used = ProcessorTime.nanos() - cpu;
            return new Stretch(drained / records, used / records, appended / records);
        } finally {
            Disk.delete(empty);
        }
    }

    /** Of one record, in ns: until the system has it, of the processor's time, and until append returns. */
    private record Stretch(double clock, double cpu, double call) {}

    private record Peer(Opening opening, Figure clock, Figure cpu, List<Stretch> stretches) {
        Peer(Opening opening, Figure clock, Figure cpu) {
            this(opening, clock, cpu, new ArrayList<>());
        }
    }

    private interface Opening {
        ChainedLog open(Path directory) throws IOException;
    }
}
