package dev.carabiner.bench.adapters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A framework, and what its adapter's tests measured in a program of their own. */
record Framework(String name, String module, String main, double bar) {

    static final List<Framework> ALL = List.of(
            new Framework("LangChain4j", "langchain4j", "dev.carabiner.langchain4j.CallCost", 3.0),
            new Framework("Spring AI", "spring-ai", "dev.carabiner.springai.CallCost", 3.0),
            new Framework("Google ADK", "adk", "dev.carabiner.adk.CallCost", 1.7));

    /** Nanoseconds of processor time for a prompt: the median of the rounds, by what was measured. */
    record Costs(Map<String, Double> medians) {

        double of(String what) {
            return medians.getOrDefault(what, Double.NaN);
        }

        double ratio(String what) {
            return of(what) / of("alone");
        }
    }

    /** After a wave of conversations: how many sessions there were at once, how many are left, and bytes of memory in use. */
    record Wave(int most, int left, long bytes) {}

    Costs costs(Path adapters, int rounds, int millis, Path directory) throws IOException, InterruptedException {
        Map<String, List<Double>> taken = new HashMap<>();
        for (String[] line : lines(adapters, List.of("" + rounds, "" + millis), directory, "cost")) {
            taken.computeIfAbsent(line[1], any -> new ArrayList<>()).add(Double.parseDouble(line[2]));
        }
        Map<String, Double> medians = new HashMap<>();
        taken.forEach((what, values) -> medians.put(what, median(values)));
        return new Costs(medians);
    }

    List<Wave> waves(Path adapters, int waves, Path directory) throws IOException, InterruptedException {
        return lines(adapters, List.of("" + waves, "many"), directory, "wave").stream()
                .map(it -> new Wave(Integer.parseInt(it[1]), Integer.parseInt(it[2]), Long.parseLong(it[3])))
                .toList();
    }

    /** The lines of one kind that the program prints; the others go to this program's error stream. */
    private List<String[]> lines(Path adapters, List<String> arguments, Path directory, String kind)
            throws IOException, InterruptedException {
        Path target = adapters.resolve(module).resolve("target");
        Path work = Files.createTempDirectory(directory, module);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Duser.home=" + work.resolve("home"), // the one that the measured engine has too
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                String.join(
                        System.getProperty("path.separator"),
                        target.resolve("test-classes").toString(),
                        target.resolve("classes").toString(),
                        Files.readString(target.resolve("classpath")).strip()),
                main));
        command.addAll(arguments);
        command.add(work.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String[]> found = new ArrayList<>();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                System.err.println(name + "\t" + line);
                String[] fields = line.split("\t", -1);
                if (fields[0].equals(kind)) {
                    found.add(fields);
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException(name + " could not be measured; its error is above");
        }
        return found;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(it -> it).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
