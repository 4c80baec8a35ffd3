package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.ShownScreen;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * The program in a process of its own, on a terminal that the operating system drives: what is typed here goes through
 * its line discipline, so that Ctrl-C is a signal and not just a key.
 */
final class OnTerminal implements AutoCloseable {

    static final String CONTROL_C = "\u0003";
    static final String CONTROL_D = "\u0004";
    static final String ENTER = "\r";

    /** A program started in the background ignores Ctrl-C, as does everything it starts; here it is to be heeded. */
    private static final String WITH_CTRL_C =
            "heeding='env --default-signal=INT'; $heeding true 2>/dev/null || heeding=; ";

    private final ShownScreen screen;
    private final Process process;
    private final OutputStream keyboard;
    private final Thread reader;

    private OnTerminal(ShownScreen screen, Process process) {
        this.screen = screen;
        this.process = process;
        keyboard = process.getOutputStream();
        reader = Thread.ofPlatform().daemon().name("screen").start(() -> {
            try {
                process.getInputStream().transferTo(screen);
            } catch (IOException e) {
                screen.write("\r\n[the terminal is gone]".getBytes(StandardCharsets.UTF_8), 0, 22);
            }
        });
    }

    /** The tool {@code script} makes the terminal, and ends with the program's exit code. */
    static OnTerminal start(Place place, int columns, int rows, Map<String, String> variables, String... words) {
        String line =
                Program.command(List.of("-Dcarabiner.terminal=in,out,err", "-Dcarabiner.columns=" + columns), words)
                        .stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        String command = "stty sane cols " + columns + " rows " + rows + " && " + WITH_CTRL_C + "exec $heeding " + line;
        ProcessBuilder builder = new ProcessBuilder(
                        List.of("script", "--quiet", "--return", "--command", command, "/dev/null"))
                .directory(place.project().toFile())
                .redirectErrorStream(true);
        String path = builder.environment().get("PATH");
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "HOME", place.home().toString(),
                        "PATH", path,
                        "SHELL", "/bin/sh",
                        "TERM", "xterm-256color",
                        "LC_ALL", "C.UTF-8"));
        builder.environment().putAll(variables);
        return new OnTerminal(new ShownScreen(columns, rows), started(builder));
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            return Assumptions.abort("There is no program 'script' to make a terminal: " + e.getMessage());
        }
    }

    void type(String keys) throws IOException {
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    /** Arrow up, as a terminal sends it: what it sends depends on what the program has asked for. */
    void typeUp() throws IOException {
        boolean application = raw().lastIndexOf("\u001B[?1h") > raw().lastIndexOf("\u001B[?1l");
        type(application ? "\u001BOA" : "\u001B[A");
    }

    /** A prompt, when there is one to be entered. */
    void enter(String prompt) throws Exception {
        awaitPrompt();
        type(prompt);
        await("❯ " + prompt);
        type(ENTER);
    }

    /** Waits until the last line asks for a prompt, and nothing has been typed there. */
    void awaitPrompt() throws InterruptedException {
        await(text -> text.equals("❯") || text.endsWith("\n❯"), "a prompt");
    }

    void await(String expected) throws InterruptedException {
        screen.await(expected);
    }

    void await(Predicate<String> condition, String what) throws InterruptedException {
        screen.await(condition, what);
    }

    String text() {
        return screen.text();
    }

    String raw() {
        return screen.raw();
    }

    /** The processes of that name that the program has started, and those that these have. */
    List<Long> children(String name) {
        return process.descendants()
                .filter(it -> it.info().command().orElse("").endsWith("/" + name))
                .map(ProcessHandle::pid)
                .toList();
    }

    /** Whether it is there and not merely waiting for its parent to take note of its end. */
    static boolean runs(long pid) {
        try {
            String status = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            return !status.substring(status.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for the end. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS))
                .as("the program has not ended, and the screen shows:%n%s", text())
                .isTrue();
        reader.join(TimeUnit.SECONDS.toMillis(10));
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        keyboard.close();
    }
}
