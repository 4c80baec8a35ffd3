package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every Java snippet in README and docs is a region of a test that compiles and runs. Run with
 * {@code -Dcarabiner.snippets=write} to bring the pages up to date after a change of the code.
 */
class SnippetsTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src/test/java/dev/carabiner/docs"); // of every module that has it
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- snippet: ([a-z-]+) -->\n```java\n)(.*?)(```)", Pattern.DOTALL);

    @Test
    void are_what_the_tests_run() throws IOException {
        Map<String, String> regions = regions();
        List<String> shown = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            Matcher block = BLOCK.matcher(text);
            String current = block.replaceAll(found -> {
                shown.add(found.group(2));
                String region = regions.get(found.group(2));
                assertThat(region)
                        .as("the region %s of %s", found.group(2), page)
                        .isNotNull();
                return Matcher.quoteReplacement(found.group(1) + region + "\n" + found.group(4));
            });
            if ("write".equals(System.getProperty("carabiner.snippets"))) {
                Files.writeString(page, current);
            } else {
                assertThat(text)
                        .as("%s, to be updated with -Dcarabiner.snippets=write", page)
                        .isEqualTo(current);
            }
        }
        assertThat(shown).as("every region is shown somewhere").containsAll(regions.keySet());
    }

    @Test
    void are_all_marked_so_that_none_escapes_the_check() throws IOException {
        for (Path page : pages()) {
            String text = Files.readString(page);
            long blocks = Pattern.compile("^```java$", Pattern.MULTILINE)
                    .matcher(text)
                    .results()
                    .count();
            assertThat(BLOCK.matcher(text).results().count())
                    .as("marked Java blocks of %s", page)
                    .isEqualTo(blocks);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(PROJECT.resolve("README.md")),
                            docs.filter(page -> page.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }

    private static Map<String, String> regions() throws IOException {
        Map<String, String> regions = new LinkedHashMap<>();
        try (Stream<Path> modules = Files.list(PROJECT)) {
            for (Path module : modules.sorted().toList()) {
                if (Files.isDirectory(module.resolve(SOURCES))) {
                    try (Stream<Path> sources = Files.list(module.resolve(SOURCES))) {
                        sources.sorted().forEach(source -> regions.putAll(regionsOf(source)));
                    }
                }
            }
        }
        return regions;
    }

    private static Map<String, String> regionsOf(Path source) {
        Map<String, String> regions = new LinkedHashMap<>();
        try {
            Matcher region = Pattern.compile(" *// snippet: ([a-z-]+)\n(.*?)\n *// end\n", Pattern.DOTALL)
                    .matcher(Files.readString(source));
            while (region.find()) {
                regions.put(region.group(1), region.group(2).stripIndent());
            }
            return regions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
