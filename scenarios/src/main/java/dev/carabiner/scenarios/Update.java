package dev.carabiner.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what was into the files instead of what was expected, each change in its place, and leaves the rest of a file as
 * it is: values of every kind get the value that was, lines of a matrix go to the group that they belong to. What it does
 * not write is said, with why.
 */
public final class Update {

    private final Map<Path, FileUpdate> files;
    private final List<String> byHand;

    private Update(Map<Path, FileUpdate> files, List<String> byHand) {
        this.files = files;
        this.byHand = byHand;
    }

    /**
     * What there is to write. Nothing is written yet; the files are read.
     *
     * @param base what the scenarios were read with
     */
    public static Update of(TestReport report, Path base) throws IOException {
        Map<String, List<Fix>> fixes = new LinkedHashMap<>();
        List<String> byHand = new ArrayList<>();
        for (CaseResult it : report.cases()) {
            for (Mismatch wrong : it.mismatches()) {
                Fix fix = wrong.fix();
                if (it.status() == CaseResult.Status.OPEN) {
                    continue; // a known gap is as it was expected
                }
                if (fix == null) {
                    byHand.add(it.at() + ": " + it.name() + ", " + about(wrong));
                } else {
                    fixes.computeIfAbsent(fix.at().file(), none -> new ArrayList<>())
                            .add(fix);
                }
            }
        }
        Map<Path, FileUpdate> files = new LinkedHashMap<>();
        for (Map.Entry<String, List<Fix>> file : fixes.entrySet()) {
            Path path = base.resolve(file.getKey());
            FileUpdate update = FileUpdate.of(Files.readString(path), file.getKey(), file.getValue());
            files.put(path, update);
            byHand.addAll(update.byHand());
        }
        return new Update(files, List.copyOf(byHand));
    }

    private static String about(Mismatch wrong) {
        if (wrong.path().startsWith("context.")) {
            return wrong.path() + ": what a conversation holds is not written out; say another part of it";
        }
        return (wrong.path().isEmpty() ? "" : wrong.path() + ": ")
                + "this is not an expected value, but a step or an answer" + " of the case, or its policy";
    }

    /** What would be written, a line each: place and value. */
    public List<String> lines() {
        return files.values().stream().flatMap(file -> file.lines().stream()).toList();
    }

    /** What is for a person to mend, a line each: place and why. */
    public List<String> byHand() {
        return byHand;
    }

    /**
     * Writes it all.
     *
     * @throws IOException also if a file has changed since it was read: nothing is written into it then
     */
    public void write() throws IOException {
        for (Map.Entry<Path, FileUpdate> file : files.entrySet()) {
            if (file.getValue().lines().isEmpty()) {
                continue;
            }
            if (!Files.readString(file.getKey()).equals(file.getValue().before())) {
                throw new IOException(file.getKey() + " has changed meanwhile; run the test again");
            }
            Files.writeString(file.getKey(), file.getValue().after());
        }
    }
}
