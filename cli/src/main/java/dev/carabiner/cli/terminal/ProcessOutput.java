package dev.carabiner.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The process's output, which knows at the end whether it all arrived. */
public final class ProcessOutput extends PrintStream {

    private final Watched target;

    /** Text goes to the target in this character set; that the target is gone is remembered, not thrown. */
    public ProcessOutput(OutputStream target, Charset charset) {
        this(new Watched(target), charset);
    }

    private ProcessOutput(Watched target, Charset charset) {
        super(target, false, charset);
        this.target = target;
    }

    /** Why something was lost; null if nothing was, or if the reader has gone and wants no more. */
    public @Nullable String loss() {
        flush();
        String problem = target.problem;
        return problem == null || problem.contains("Broken pipe") ? null : problem;
    }

    private static final class Watched extends FilterOutputStream {

        private volatile @Nullable String problem; // the first

        Watched(OutputStream target) {
            super(target);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                if (problem == null) {
                    problem = String.valueOf(e.getMessage());
                }
                throw e;
            }
        }
    }
}
