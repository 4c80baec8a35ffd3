package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lines between {@code // snippet: NAME} and {@code // end} in a source file. Two files may have a region of one name,
 * with the same text: what a project outside the build shows is then compiled by the build as well.
 *
 * @param imports those of its file
 */
record SnippetRegion(String text, List<String> imports) {

    private static final Path TESTS = Path.of("src/test/java/dev/carabiner/docs"); // of every module that has it
    private static final Path OUTSIDE = Path.of("examples/outside/src");
    private static final Pattern REGION = Pattern.compile(" *// snippet: ([a-z-]+)\n(.*?)\n *// end\n", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?[\\w.]+\\.(\\w+);$", Pattern.MULTILINE);

    static Map<String, SnippetRegion> allOf(Path project) throws IOException {
        Map<String, SnippetRegion> regions = new LinkedHashMap<>();
        for (Path source : sources(project)) {
            String code = Files.readString(source);
            List<String> imports =
                    IMPORT.matcher(code).results().map(it -> it.group()).toList();
            Matcher region = REGION.matcher(code);
            while (region.find()) {
                SnippetRegion found = new SnippetRegion(region.group(2).stripIndent(), imports);
                SnippetRegion before = regions.putIfAbsent(region.group(1), found);
                assertThat(before == null ? found.text : before.text)
                        .as("the region %s of %s and of another file", region.group(1), source)
                        .isEqualTo(found.text);
            }
        }
        return regions;
    }

    private static List<Path> sources(Path project) throws IOException {
        List<Path> folders = new ArrayList<>(List.of(project.resolve(OUTSIDE)));
        for (Path home : List.of(project, project.resolve("adapters"))) {
            try (Stream<Path> modules = Files.list(home)) {
                modules.map(it -> it.resolve(TESTS)).filter(Files::isDirectory).forEach(folders::add);
            }
        }
        List<Path> sources = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(it -> it.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        sources.sort(null);
        return sources;
    }

    /** The imports of its file that the text needs, static ones first, and the text; a blank line between. */
    String withImports() {
        List<String> needed = imports.stream().filter(this::needs).toList();
        Map<Boolean, String> parts = needed.stream()
                .collect(Collectors.partitioningBy(it -> it.startsWith("import static"), Collectors.joining("\n")));
        return Stream.of(parts.get(true), parts.get(false), text)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining("\n\n"));
    }

    private boolean needs(String importLine) {
        String name = importLine.substring(importLine.lastIndexOf('.') + 1, importLine.length() - 1);
        return Pattern.compile("\\b" + name + "\\b").matcher(text).find();
    }
}
