package dev.carabiner.cli.agent;

import dev.carabiner.cli.Program;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The program itself behind the installed file, in processes of its own: as service, as a start, as second terminal. */
final class RealService implements AutoCloseable {

    final GuardStage stage;
    private final Path log;
    private final List<Process> started = new ArrayList<>();

    RealService(Path temporary, int seconds) throws IOException {
        this(temporary, seconds, ":");
    }

    /** @param before a line of shell that the launcher begins with each time */
    RealService(Path temporary, int seconds, String before) throws IOException {
        stage = new GuardStage(temporary, before + "\n" + launcher(temporary), seconds);
        GuardFile.write(stage.here, stage.launcher, HookStart.version(), seconds);
        log = temporary.resolve("log");
    }

    private static String launcher(Path temporary) {
        String self = "-Dcarabiner.launcher=" + temporary.resolve("launcher");
        String words = Program.command(List.of(self)).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        return "HOME='" + temporary.resolve("home") + "' exec " + words + " \"$@\"";
    }

    /** Starts the service, after a line of shell such as a limit, and waits until it listens. */
    RealService serving(String before) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", before + "; exec \"$0\" hookd", stage.launcher.toString())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        started.add(process);
        for (int i = 0; i < 1200 && !Files.exists(GuardFile.socket(stage.here)); i++) {
            if (!process.isAlive()) {
                throw new IllegalStateException("It does not run: " + Files.readString(log));
            }
            Thread.sleep(50);
        }
        return this;
    }

    /** Runs the installed file and leaves it waiting. */
    Process waiting(String agent, String payload) throws IOException {
        Process process = new ProcessBuilder(GuardFile.in(stage.here).toString(), agent)
                .directory(stage.here.directory().toFile())
                .start();
        started.add(process);
        process.getOutputStream().write(payload.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return process;
    }

    /** Runs the program in a second terminal. Returns its exit code. */
    int carabiner(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(stage.launcher.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        started.add(process);
        process.waitFor(60, TimeUnit.SECONDS);
        return process.exitValue();
    }

    String said() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws Exception {
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
