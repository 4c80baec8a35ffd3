package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages for people have in common. */
class PagesTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]*)(#[^)\\s]*)?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

    @ParameterizedTest
    @MethodSource("guides")
    void start_with_what_the_reader_can_do_after_them(Path page) throws IOException {
        assertThat(Files.readString(page)).matches(Pattern.compile("# .+\n\nAfter this page you .*", Pattern.DOTALL));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void link_to_files_and_headings_that_exist(Path page) throws IOException {
        LINK.matcher(Files.readString(page)).results().forEach(link -> {
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(target).as("%s in %s", link.group(), page).exists();
            if (link.group(2) != null) {
                assertThat(anchorsOf(target)).as("anchors of %s", target).contains(link.group(2));
            }
        });
    }

    @Test
    void show_the_version_that_is_built() throws IOException {
        String pom = Files.readString(PROJECT.resolve("pom.xml"));
        String version = pom.substring(pom.indexOf("<version>"), pom.indexOf("</version>"));
        for (String page : List.of("README.md", "docs/extending.md", "examples/outside/pom.xml")) {
            String name = page.endsWith(".md") ? version : version.replace("<version>", "<carabiner.version>");
            assertThat(Files.readString(PROJECT.resolve(page))).as(page).contains(name + "</");
        }
    }

    static List<Path> guides() throws IOException {
        try (Stream<Path> docs = Files.list(PROJECT.resolve("docs"))) {
            Stream<Path> others = Stream.of("CONTRIBUTING.md", "SECURITY.md", "examples/outside/README.md")
                    .map(PROJECT::resolve);
            return Stream.concat(docs.filter(PagesTest::isPage), others)
                    .sorted()
                    .toList();
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(PROJECT);
                Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
            Stream<Path> outside = Stream.of(PROJECT.resolve("examples/outside/README.md"));
            return Stream.of(root, docs, outside)
                    .flatMap(it -> it)
                    .filter(PagesTest::isPage)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }

    /** As the places that show such pages make them: lower case, blanks as dashes, without punctuation. */
    private static List<String> anchorsOf(Path page) {
        try {
            return HEADING.matcher(Files.readString(page))
                    .results()
                    .map(it -> it.group(1)
                            .toLowerCase()
                            .replaceAll("[^a-z0-9 _-]", "")
                            .replace(' ', '-'))
                    .map(it -> "#" + it)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(page + " cannot be read", e);
        }
    }
}
