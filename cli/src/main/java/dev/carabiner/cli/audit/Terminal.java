package dev.carabiner.cli.audit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody is watching. */
final class Terminal {

    private static final Path SHELL = Path.of("/bin/sh");

    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
    private static final int KIND_OF_FILE = 0xF000;
    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xC000;

    private Terminal() {}

    /** Whether somebody at the other end of standard output may stop reading it. */
    static boolean isPipedOutput() {
        try {
            int kind = KIND_OF_FILE & (int) Files.getAttribute(STANDARD_OUTPUT, "unix:mode");
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | RuntimeException e) {
            return false; // closed, or a system that does not know
        }
    }

    /**
     * Whether standard error is a terminal. Java knows only of a console, which has to do with the other two streams, so
     * the system's shell is asked, with the stream in question as its own. Takes some milliseconds.
     */
    static boolean isStandardError() {
        if (!Files.isExecutable(SHELL)) {
            return false;
        }
        try {
            Process test = new ProcessBuilder(SHELL.toString(), "-c", "test -t 2")
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.INHERIT)
                    .start();
            return test.waitFor() == 0;
        } catch (IOException e) {
            return false; // then there is no bar
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
