package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootFilesTest {

    private static final int SOMEBODY = 65_534;

    @TempDir
    Path temp;

    private List<String> problems(Path file) {
        List<BundleProblem> problems = new ArrayList<>();
        new RootFiles(new Position("policy.yaml", 1), true, problems).check(file);
        return problems.stream().map(BundleProblem::message).toList();
    }

    /** What belongs to another user than root is refused, also where root runs this test. */
    @Test
    void a_file_of_another_user_is_refused() throws IOException {
        Path file = Files.writeString(temp.toRealPath().resolve("policy.yaml"), "");
        boolean isRoot = Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"));
        if (isRoot) {
            assertThat(problems(file)).isEmpty();
            Files.setAttribute(file, "unix:uid", SOMEBODY);
        }

        assertThat(problems(file))
                .contains(file + " is not root's; a managed policy holds only if root has written " + file);
    }

    @Test
    void a_directory_of_another_user_is_refused() throws IOException {
        Path directory = Files.createDirectory(temp.toRealPath().resolve("etc"));
        Path file = Files.writeString(directory.resolve("policy.yaml"), "");
        if (Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"))) {
            Files.setAttribute(directory, "unix:uid", SOMEBODY);
        }

        assertThat(problems(file))
                .contains(directory + " is not root's; a managed policy holds only if root has written " + file);
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        assertThat(problems(temp.resolve("none"))).hasSize(1);
    }

    @Test
    void a_machine_without_the_file_has_no_policy() throws IOException {
        assertThat(ManagedPolicy.ofRoot(temp.resolve("none")).file()).isNull();
        Path file = Files.writeString(temp.resolve("policy.yaml"), "");
        assertThat(ManagedPolicy.ofRoot(file).file()).isEqualTo(file);
    }
}
