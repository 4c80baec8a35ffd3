package dev.carabiner.guard.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rules allow is where the guards look. */
class OneResolverTest {

    private static final List<String> NAMES = List.of(
            "a", "b", "file", "to-b", "to-file", "up", "dead", "to-dead", "loop", "out", "new", "..", ".", "..", "");

    @TempDir
    private Path directory;

    @Test
    void where_a_rule_is_certain_that_a_path_leads_the_guards_look() throws Exception {
        Path root = Files.createDirectory(directory.toRealPath().resolve("root"));
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/file"), "x");
        Files.createSymbolicLink(root.resolve("to-b"), Path.of("a/b"));
        Files.createSymbolicLink(root.resolve("to-file"), Path.of("a/file"));
        Files.createSymbolicLink(root.resolve("a/up"), Path.of("../a/.."));
        Files.createSymbolicLink(root.resolve("a/b/dead"), Path.of("../missing"));
        Files.createSymbolicLink(root.resolve("to-dead"), Path.of("to-b/dead"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("a/out"), directory.toRealPath());
        RulePaths rules = new RulePaths(root);
        PathWords guards = new PathWords(Workspace.at(root), List.of(root.resolve("home")));
        Random random = new Random(20_261_118);
        int certain = 0;
        for (int i = 0; i < 5_000; i++) {
            StringBuilder path = new StringBuilder(random.nextInt(8) == 0 ? root + "/" : "");
            for (int names = random.nextInt(6); names >= 0; names--) {
                path.append(NAMES.get(random.nextInt(NAMES.size()))).append(names == 0 ? "" : "/");
            }
            Path place = rules.certain(path.toString());
            if (place != null) {
                certain++;
                assertThat(guards.canonical(path.toString()))
                        .as(path.toString())
                        .isEqualTo(place);
                assertThat(guards.places(path.toString())).as(path.toString()).contains(place);
            }
        }
        assertThat(certain).isGreaterThan(500);
    }
}
