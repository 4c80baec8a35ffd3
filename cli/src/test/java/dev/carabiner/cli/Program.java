package dev.carabiner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the program is started, with the class path of the tests. */
public final class Program {

    private Program() {}

    public static List<String> command(List<String> options, String... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(words));
        return command;
    }
}
