package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UnifiedDiffTest {

    @TempDir
    private Path directory;

    @Test
    void shows_a_few_lines_around_each_change() {
        String before = IntStream.rangeClosed(1, 20).mapToObj(it -> it + "\n").collect(Collectors.joining());
        String after = before.replace("5\n6", "5\nnew\n6").replace("19\n", "");

        assertThat(UnifiedDiff.between("f", before, after).text())
                .isEqualTo("--- a/f\n+++ b/f\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+new\n 6\n 7\n 8\n"
                        + "@@ -16,5 +17,4 @@\n 16\n 17\n 18\n-19\n 20\n");
    }

    @Test
    void of_the_same_is_empty() {
        assertThat(UnifiedDiff.between("f", "x", "x")).isEqualTo(new UnifiedDiff("", false));
    }

    @Test
    void of_very_much_is_cut_and_says_so() {
        UnifiedDiff diff = UnifiedDiff.between("f", "old line\n".repeat(50_000), "new line\n".repeat(50_000));

        assertThat(diff.truncated()).isTrue();
        assertThat(diff.text()).hasSizeLessThan(21_000).endsWith("[the rest of the changes is left out]\n");
    }

    @Test
    void of_one_line_in_very_much_is_that_line() {
        String text = "line\n".repeat(50_000);

        assertThat(UnifiedDiff.between("f", text + "old\n" + text, text + "new\n" + text)
                        .text())
                .endsWith("@@ -49998,7 +49998,7 @@\n line\n line\n line\n-old\n+new\n line\n line\n line\n");
    }

    @Test
    void names_the_file_in_one_line_whatever_its_name_is() {
        assertThat(UnifiedDiff.between("a\n+forged", "", "x\n").text())
                .isEqualTo("--- a/a\\n+forged\n+++ b/a\\n+forged\n@@ -0,0 +1,1 @@\n+x\n");
    }

    static boolean hasPatch() {
        return Files.isExecutable(Path.of("/usr/bin/patch"));
    }

    @Test
    @EnabledIf("hasPatch")
    void can_be_applied() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < 40; round++) {
            String before = text(random);
            String after = text(random);
            assertThat(patched(before, UnifiedDiff.between("f", before, after).text()))
                    .as("round %d", round)
                    .isEqualTo(after);
        }
    }

    private static String text(Random random) {
        String lines = random.ints(random.nextInt(30), 0, 5)
                .mapToObj(it -> "line " + it)
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() || random.nextInt(4) == 0 ? lines : lines + "\n";
    }

    private String patched(String before, String diff) throws IOException, InterruptedException {
        Path file = directory.resolve("f");
        Files.writeString(file, before);
        Path patch = Files.writeString(directory.resolve("patch"), diff);
        Process process = new ProcessBuilder("patch", "-s", "-p1", "-i", patch.toString())
                .directory(directory.toFile())
                .inheritIO()
                .start();
        process.waitFor();
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
