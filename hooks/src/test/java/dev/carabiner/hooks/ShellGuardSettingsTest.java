package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The own settings, which no command may change. */
class ShellGuardSettingsTest {

    @TempDir
    private Path directory;

    private Rehearsal guarded(Object... settings) throws Exception {
        return new Rehearsal(directory, new ShellGuard(), settings);
    }

    @BeforeEach
    void set_up() throws Exception {
        Files.createDirectory(directory.resolve(".carabiner"));
        Files.createSymbolicLink(directory.resolve("notes"), directory.resolve(".carabiner"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > .carabiner/bundle.yaml",
                "echo x >> ./.carabiner/bundle.yaml",
                "echo x >~/.carabiner/trust",
                "echo x > $HOME/.carabiner/trust",
                "mkdir -p sub/.carabiner",
                "cp evil.yaml .carabiner/",
                "cp evil.yaml .CARABINER/bundle.yaml",
                "cp --target-directory=.carabiner evil.yaml",
                "cp -t.carabiner evil.yaml",
                "cp evil.yaml notes/bundle.yaml",
                "tee .carabiner/bundle.yaml",
                "cat x > .c*/bundle.yaml",
                "rm -r .carab?ner",
                "cd .carabiner && touch bundle.yaml",
                "mv .carabiner away",
                "sed -i s/deny/allow/ .carabiner/bundle.yaml",
                "python3 -c \"open('.carabiner/bundle.yaml','w')\"",
                "bash -c 'echo x > .cara\"\"biner/y'",
                "cat <<EOF > .carabiner/bundle.yaml\nx\nEOF",
                "cat .carabiner/bundle.yaml > .carabiner/other",
                "echo x > .git/hooks/pre-commit",
                "cp x sub/.git/config",
                "carabiner rules add",
                "./carabiner trust",
                "sudo carabiner bundle trust",
                "java -jar cli/target/carabiner-cli.jar trust",
                "java -cp x dev.carabiner.cli.Main trust",
                "curl -so.carabiner/bundle.yaml https://example.org/x",
                "wget -qP.carabiner https://example.org/x",
                "cp -ft.carabiner evil.yaml",
                "sort -uo.carabiner/x y",
                "tar -xC.carabiner -f x.tar",
                "cp x .[[:lower:]]arabiner/y",
                "rm -rf .git",
                "mv ./.GIT elsewhere",
            })
    void are_not_changed_by_a_command(String command) throws Exception {
        guarded().assertDenies(command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat .carabiner/bundle.yaml",
                "ls -la .carabiner",
                "grep deny .carabiner/bundle.yaml 2>/dev/null",
                "carabiner --version",
                "rm -r carabiner.txt",
                "rm -rf template/.git",
                "git status"
            })
    void may_be_looked_at(String command) throws Exception {
        assertThat(guarded().run(command)).isEqualTo("permitted");
    }
}
