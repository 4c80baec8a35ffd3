package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every Java snippet in README and docs is a region of code that compiles and runs: {@code <!-- snippet: NAME -->} shows
 * it, {@code <!-- snippet: NAME with imports -->} shows what it imports too. Run with {@code -Dcarabiner.snippets=write} to
 * bring the pages up to date after a change of the code.
 */
class SnippetsTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    /** A block behind the mark {@code file:} is a file that the tests of the bridge write and run as it stands there. */
    private static final Pattern UNCHECKED_ELSEWHERE =
            Pattern.compile("(?<!<!-- file: [^\\n]{1,80} -->\\n)^```java$", Pattern.MULTILINE);

    private static final Pattern BLOCK =
            Pattern.compile("(<!-- snippet: ([a-z-]+)( with imports)? -->\n```java\n)(.*?)(```)", Pattern.DOTALL);

    @Test
    void are_what_the_tests_run() throws IOException {
        Map<String, SnippetRegion> regions = SnippetRegion.allOf(PROJECT);
        List<String> shown = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            String current = BLOCK.matcher(text).replaceAll(block -> {
                shown.add(block.group(2));
                return Matcher.quoteReplacement(block.group(1) + shownBy(block, regions, page) + "\n" + block.group(5));
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
            long blocks = UNCHECKED_ELSEWHERE.matcher(text).results().count();
            assertThat(BLOCK.matcher(text).results().count())
                    .as("marked Java blocks of %s", page)
                    .isEqualTo(blocks);
        }
    }

    private static String shownBy(MatchResult block, Map<String, SnippetRegion> regions, Path page) {
        SnippetRegion region = regions.get(block.group(2));
        assertThat(region).as("the region %s of %s", block.group(2), page).isNotNull();
        return block.group(3) == null ? region.text() : region.withImports();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"));
                Stream<Path> root = Files.list(PROJECT)) {
            return Stream.concat(root, docs)
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
