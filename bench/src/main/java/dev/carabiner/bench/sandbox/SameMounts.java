package dev.carabiner.bench.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.LiveCommand;
import dev.carabiner.process.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words by which a session starts bubblewrap, read from the system while a command of the session runs. */
public final class SameMounts {

    private SameMounts() {}

    /** Everything up to what is run inside, and {@code true} in its place. */
    static List<String> of(CommandRunner runner, Path workspace) throws IOException, InterruptedException {
        return around(List.of("/bin/true"), runner, workspace);
    }

    /** Everything up to what is run inside, and this program in its place. */
    public static List<String> around(List<String> program, CommandRunner runner, Path workspace)
            throws IOException, InterruptedException {
        try (LiveCommand sleeping =
                runner.startLive(Command.of(List.of("/bin/sleep", "60"), workspace), Opening.NONE)) {
            for (int i = 0; i < 500 && sleeping.isAlive(); i++) {
                List<String> words = ProcessHandle.current()
                        .descendants()
                        .map(SameMounts::words)
                        .filter(it -> it.contains("--die-with-parent") && it.contains("--"))
                        .findFirst()
                        .orElse(List.of());
                if (!words.isEmpty()) {
                    List<String> plain = new ArrayList<>(words.subList(begin(words), words.indexOf("--") + 1));
                    plain.addAll(program);
                    return plain;
                }
                Thread.sleep(10);
            }
            throw new IOException("No bubblewrap was seen");
        }
    }

    /** A program before it, which gives it a session of its own, is left out. */
    private static int begin(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).endsWith("/bwrap")) {
                return i;
            }
        }
        return 0;
    }

    private static List<String> words(ProcessHandle process) {
        try {
            String all = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), UTF_8);
            return List.of(all.split("\0", -1));
        } catch (IOException e) {
            return List.of(); // it has just ended
        }
    }
}
