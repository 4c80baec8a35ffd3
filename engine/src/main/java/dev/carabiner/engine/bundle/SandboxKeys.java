package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.Key.Rule;
import dev.carabiner.process.SandboxLimits;

/** The keys of {@code session.sandbox_limits}: how much a confined command may take. */
public final class SandboxKeys {

    static final Section SECTION = new Section();

    private static final SandboxLimits USUAL = SandboxLimits.DEFAULT;

    /** How many processes at once. */
    public static final Key<Integer> PROCESSES =
            SECTION.add("processes", Shapes.atLeast(1, Shapes.NUMBER), USUAL.processes(), Rule.LEAST);

    /** Memory of all processes together, in megabytes. */
    public static final Key<Integer> MEMORY =
            SECTION.add("memory_mb", Shapes.atLeast(1, Shapes.NUMBER), megabytes(USUAL.memory()), Rule.LEAST);

    /** The largest file, in megabytes. */
    public static final Key<Integer> FILE_SIZE =
            SECTION.add("file_mb", Shapes.atLeast(1, Shapes.NUMBER), megabytes(USUAL.fileSize()), Rule.LEAST);

    /** How much a command may add to the workspace, in megabytes. */
    public static final Key<Integer> GROWTH =
            SECTION.add("growth_mb", Shapes.atLeast(1, Shapes.NUMBER), megabytes(USUAL.growth()), Rule.LEAST);

    /** The size of the private temporary directory, in megabytes. */
    public static final Key<Integer> TEMPORARY =
            SECTION.add("temporary_mb", Shapes.atLeast(1, Shapes.NUMBER), megabytes(USUAL.temporary()), Rule.LEAST);

    private SandboxKeys() {}

    /** The five together. */
    public static SandboxLimits limits(SectionValues values) {
        return new SandboxLimits(
                values.get(PROCESSES),
                bytes(values.get(MEMORY)),
                bytes(values.get(FILE_SIZE)),
                bytes(values.get(GROWTH)),
                bytes(values.get(TEMPORARY)));
    }

    private static int megabytes(long bytes) {
        return (int) (bytes >> 20);
    }

    private static long bytes(int megabytes) {
        return (long) megabytes << 20;
    }
}
