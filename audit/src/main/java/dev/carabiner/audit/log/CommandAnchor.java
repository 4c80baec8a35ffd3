package dev.carabiner.audit.log;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.TimeUnit;

record CommandAnchor(List<String> command) implements Anchor {

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());
    private static final int SECONDS = 10;

    CommandAnchor {
        command = List.copyOf(command);
    }

    @Override
    public void keep(byte[] note) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.directory(new File("/")); // not among a project's files, one of which could have the program's name
        builder.environment().keySet().retainAll(List.of("PATH"));
        Process process = builder.start();
        try {
            write(note, process);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it did not end within " + SECONDS + " seconds");
            }
            if (process.exitValue() != 0) {
                throw new IOException("it ended with exit code " + process.exitValue());
            }
        } finally {
            end(process);
        }
    }

    /** With what it has started: a shell that is ended leaves its commands behind, one more with each checkpoint. */
    private static void end(Process process) {
        List<ProcessHandle> started = process.isAlive() ? process.descendants().toList() : List.of();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** A command may be content without having read it all: its exit code says whether it is. */
    private static void write(byte[] note, Process process) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(note);
        } catch (IOException e) {
            LOG.log(Logger.Level.DEBUG, "An anchor's command did not read its input", e);
        }
    }

    /** Without its arguments, which may hold what is not for a log. */
    @Override
    public String name() {
        return "command " + command.getFirst();
    }
}
