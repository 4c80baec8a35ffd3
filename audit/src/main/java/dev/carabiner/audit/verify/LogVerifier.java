package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Notes;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a log is what was written, from its files and what the verifier brings: the root public key, checkpoints
 * kept elsewhere, both or neither. Reads every byte once and needs the same memory for any length.
 */
public final class LogVerifier {

    private final LogFiles files;
    private final @Nullable VerifierKey rootKey;
    private final List<Path> anchors;
    private final LongConsumer progress;

    private final RecordChain chain = new RecordChain();
    private final Signatures signatures = Signatures.all();
    private final List<NoteTrail> trails = new ArrayList<>(); // the side file's first, then the anchors'
    private long bytesDone;
    private boolean torn;

    private LogVerifier(Path directory, @Nullable VerifierKey rootKey, List<Path> anchors, LongConsumer progress) {
        this.files = new LogFiles(directory);
        this.rootKey = rootKey;
        this.anchors = List.copyOf(anchors);
        this.progress = progress;
    }

    /** The same without being told of the progress. */
    public static Verdict verify(Path directory, @Nullable VerifierKey rootKey, List<Path> anchors) throws IOException {
        return verify(directory, rootKey, anchors, done -> {});
    }

    /**
     * Verifies the log in a directory.
     *
     * @param progress is told now and then how many bytes of segments are done
     * @throws NoLogException if there is none
     */
    public static Verdict verify(
            Path directory, @Nullable VerifierKey rootKey, List<Path> anchors, LongConsumer progress)
            throws IOException {
        return new LogVerifier(directory, rootKey, anchors, progress).verdict();
    }

    private Verdict verdict() throws IOException {
        try {
            readAll();
            return torn ? tornVerdict() : trustVerdict();
        } catch (TamperedException e) {
            return verdict(Result.TAMPERED, e.seq(), e.explanation());
        } finally {
            closeNotes();
        }
    }

    private void readAll() throws IOException {
        openNotes(); // before the segments are listed: notes speak of records that were there before them
        SortedMap<Integer, Path> segments = segments();
        try {
            for (Map.Entry<Integer, Path> segment : segments.entrySet()) {
                boolean last = segment.getKey().equals(segments.lastKey());
                readSegment(segment.getValue(), segment.getKey(), last);
            }
            finishNotes();
        } catch (TamperedException | IOException e) {
            signatures.finish(); // a wrong one that was met before this comes first
            throw e;
        }
        signatures.finish();
        for (int number : segments.keySet()) {
            SecretsCheck.check(files.secrets(number));
        }
    }

    private void openNotes() throws IOException {
        trails.add(NoteTrail.ofLog(Notes.ofLog(files), signatures));
        for (Path anchor : anchors) {
            trails.add(NoteTrail.ofAnchor(Notes.open(anchor), anchor.toString(), signatures));
        }
    }

    private void closeNotes() throws IOException {
        for (NoteTrail trail : trails) {
            trail.close();
        }
    }

    private SortedMap<Integer, Path> segments() throws IOException {
        SortedMap<Integer, Path> segments = files.segments();
        if (segments.isEmpty()) {
            if (isEmpty(files.checkpoints()) && anchors.stream().allMatch(LogVerifier::isEmpty)) {
                throw new NoLogException(files.directory());
            }
            throw new TamperedException(TamperedException.NO_RECORD, "there are checkpoints and no segment");
        }
        if (segments.firstKey() == 0) {
            throw new TamperedException(TamperedException.NO_RECORD, "there is a segment 0");
        }
        int expected = 1;
        for (int number : segments.keySet()) {
            if (number != expected++) {
                String missing = LogFiles.segmentName(expected - 1) + " is missing";
                throw new TamperedException(TamperedException.NO_RECORD, missing);
            }
        }
        return segments;
    }

    private static boolean isEmpty(Path file) {
        try {
            return !Files.exists(file) || Files.size(file) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void readSegment(Path path, int number, boolean last) throws IOException {
        try (LineReader lines = new LineReader(path)) {
            LineReader.Kind kind = lines.next();
            if (kind == LineReader.Kind.END) {
                tornAt(number, last);
            }
            while (kind != LineReader.Kind.END && !torn) {
                if (kind == LineReader.Kind.LINE) {
                    readLine(lines, number, last);
                } else if (TornTail.isTorn(lines, kind, chain)) {
                    tornAt(number, last);
                }
                kind = lines.next();
            }
        }
    }

    private void readLine(LineReader lines, int number, boolean last) throws IOException {
        try {
            if (chain.segment() != number) {
                chain.acceptFirst(lines.bytes(), lines.from(), lines.to());
                checkRoot();
            } else {
                chain.accept(lines.bytes(), lines.from(), lines.to());
            }
        } catch (TamperedException e) {
            if (!lines.hasNul()) {
                throw e;
            }
            tornAt(number, last);
            return;
        }
        for (int i = 0; i < trails.size(); i++) { // no iterator: this is done for each record
            trails.get(i).reached(chain);
        }
        report(lines.to() - lines.from());
    }

    private void tornAt(int number, boolean last) {
        TornTail.check(chain, number, last);
        torn = true;
    }

    private void checkRoot() {
        if (rootKey != null && chain.segment() == 1 && !rootKey.equals(chain.key())) {
            throw new TamperedException(0, "the log's first key is not the given one");
        }
    }

    private void report(int lineBytes) {
        long before = bytesDone;
        bytesDone += lineBytes + 1;
        if (before >> 20 != bytesDone >> 20) {
            progress.accept(bytesDone);
        }
    }

    private void finishNotes() throws IOException {
        for (NoteTrail trail : trails) {
            trail.finish(chain);
        }
        torn |= trails.getFirst().isTorn();
    }

    private Verdict tornVerdict() {
        return verdict(Result.TORN, -1, "a crash left something unfinished behind record " + (chain.size() - 1));
    }

    private Verdict trustVerdict() {
        Coverage coverage =
                new Coverage(chain.size(), rootKey != null, trails.getFirst(), trails.subList(1, trails.size()));
        Result result = coverage.covered() == chain.size() ? Result.GOOD : Result.NOT_ANCHORED;
        return verdict(result, -1, coverage.explanation());
    }

    private Verdict verdict(Result result, long badRecord, String explanation) {
        return new Verdict(result, chain.log(), chain.size(), chain.segment(), badRecord, explanation);
    }
}
