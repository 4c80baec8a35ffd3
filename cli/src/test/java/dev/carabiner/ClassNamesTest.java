package dev.carabiner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One word for one thing: two top-level classes of one simple name are the same idea, or one of them needs another name. */
class ClassNamesTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /** These are the same idea, each with why it is there twice. */
    private static final Map<String, String> SAME_IDEA = Map.of(
            "GitStatus", "the example shows the shipped module in a page",
            "LinterFeedback", "the example shows the shipped module in a page",
            "ProductionGuard", "the example shows the shipped module in a page",
            "TerminalApproval", "a host without the command asks at its terminal with the smallest one",
            "Tool", "the examples' host has tools too, without the runtime's");

    @Test
    void stand_in_one_package_unless_they_are_the_same_idea() {
        Map<String, Set<String>> twice = packagesByName();
        twice.values().removeIf(packages -> packages.size() == 1);
        twice.keySet().removeAll(SAME_IDEA.keySet());

        assertThat(twice)
                .as("Rename the lesser class of each pair, or say in SAME_IDEA why both are the same idea")
                .isEmpty();
    }

    @Test
    void that_are_excused_stand_in_two_packages() {
        Map<String, Set<String>> packages = packagesByName();

        assertThat(SAME_IDEA.keySet())
                .allSatisfy(name -> assertThat(packages.getOrDefault(name, Set.of()))
                        .as(name)
                        .hasSizeGreaterThan(1));
    }

    private static Map<String, Set<String>> packagesByName() {
        Map<String, Set<String>> packages = new TreeMap<>();
        modules(PROJECT).map(module -> module.resolve("src/main/java")).forEach(sources -> {
            try (Stream<Path> files = Files.exists(sources) ? Files.walk(sources) : Stream.empty()) {
                files.map(sources::relativize)
                        .filter(ClassNamesTest::isClass)
                        .forEach(file -> packages.computeIfAbsent(simpleName(file), any -> new TreeSet<>())
                                .add(String.valueOf(file.getParent()).replace('/', '.')));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return packages;
    }

    /** Those of the default build and the adapters, which a profile builds. */
    private static Stream<Path> modules(Path directory) {
        Stream<Path> own = ModulePom.in(directory).modules().stream().map(directory::resolve);
        return directory.equals(PROJECT) ? Stream.concat(own, modules(PROJECT.resolve("adapters"))) : own;
    }

    private static boolean isClass(Path file) {
        return file.toString().endsWith(".java")
                && !file.getFileName().toString().contains("-info.");
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
