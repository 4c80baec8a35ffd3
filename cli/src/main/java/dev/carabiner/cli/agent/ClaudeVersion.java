package dev.carabiner.cli.agent;

import dev.carabiner.process.Command;
import dev.carabiner.process.Environment;
import dev.carabiner.process.Finished;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which Claude Code is installed: only newer ones have a switch for hooks that cannot be started. */
public final class ClaudeVersion {

    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");
    private static final List<Integer> FAILS_CLOSED = List.of(2, 1, 295);

    private ClaudeVersion() {}

    /** What {@code claude --version} says; empty if there is none on the path. */
    public static String installed() {
        try {
            Finished finished = Command.of(List.of("claude", "--version"), Path.of("/"))
                    .environment(Environment.basic())
                    .limit(Duration.ofSeconds(10))
                    .runApart();
            return finished.succeeded() ? finished.output().strip() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** Whether it knows {@code onFailure}; one that does not may take the whole file for wrong. */
    public static boolean knowsOnFailure(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.find()) {
            return false;
        }
        for (int i = 0; i < FAILS_CLOSED.size(); i++) {
            int difference = Integer.compare(Integer.parseInt(parts.group(i + 1)), FAILS_CLOSED.get(i));
            if (difference != 0) {
                return difference > 0;
            }
        }
        return true;
    }
}
