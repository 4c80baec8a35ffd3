package dev.carabiner.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFilesTest {

    @TempDir
    Path directory;

    Path file;

    @BeforeEach
    void choose_a_file() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        file = directory.resolve("file");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private void write(String permissions) throws IOException {
        Files.writeString(file, "text");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Nested
    class Making {

        @Test
        void gives_directories_and_files_to_their_owner() throws IOException {
            PrivateFiles.makeDirectories(directory.resolve("a/b"));
            PrivateFiles.makeFile(file);

            assertThat(permissions(directory.resolve("a"))).isEqualTo("rwx------");
            assertThat(permissions(directory.resolve("a/b"))).isEqualTo("rwx------");
            assertThat(permissions(file)).isEqualTo("rw-------");
        }

        @Test
        void tells_where_names_are_new() throws IOException {
            assertThat(PrivateFiles.makeDirectories(directory.resolve("a/b")))
                    .containsExactly(directory, directory.resolve("a"));
            assertThat(PrivateFiles.makeDirectories(directory.resolve("a/b"))).isEmpty();
        }

        @Test
        void leaves_a_file_that_is_there() throws IOException {
            write("rw-r--r--");

            PrivateFiles.makeFile(file);

            assertThat(file).hasContent("text");
        }

        @Test
        void refuses_a_link_to_a_file() throws IOException {
            Files.createSymbolicLink(file, Files.createFile(directory.resolve("elsewhere")));

            assertThatThrownBy(() -> PrivateFiles.makeFile(file)).hasMessageEndingWith("is a symbolic link");
        }
    }

    @Nested
    class Tightening {

        @ParameterizedTest
        @ValueSource(strings = {"rw-r-----", "rw----r--", "rwx------"})
        void takes_away_what_is_too_much(String permissions) throws IOException {
            write(permissions);

            assertThat(PrivateFiles.tighten(file, PrivateFiles.READ_WRITE)).isTrue();
            assertThat(permissions(file)).isEqualTo("rw-------");
        }

        @ParameterizedTest
        @ValueSource(strings = {"rw-------", "r--------"})
        void leaves_what_is_less(String permissions) throws IOException {
            write(permissions);

            assertThat(PrivateFiles.tighten(file, PrivateFiles.READ_WRITE)).isFalse();
            assertThat(permissions(file)).isEqualTo(permissions);
        }
    }

    @Nested
    class Reading {

        @Test
        void gives_the_content_also_to_an_interrupted_thread() throws IOException {
            write("rw-r--r--");
            Thread.currentThread().interrupt();

            byte[] content = PrivateFiles.read(file, 4);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(content).asString().isEqualTo("text");
        }

        @Test
        void gives_null_for_no_file() throws IOException {
            assertThat(PrivateFiles.read(file, 4)).isNull();
            assertThat(PrivateFiles.read(directory.resolve("no/file"), 4)).isNull();
        }

        @Test
        void refuses_a_larger_file() throws IOException {
            write("rw-------");

            refuses("is too large; expected at most 3 bytes");
        }

        @Test
        void refuses_a_link_also_to_nowhere() throws IOException {
            Files.createSymbolicLink(file, directory.resolve("elsewhere"));

            refuses("is a symbolic link");
        }

        @Test
        void refuses_a_directory() throws IOException {
            Files.createDirectory(file);

            refuses("is not a regular file");
        }

        @ParameterizedTest
        @ValueSource(strings = {"rw--w----", "rw-----w-"})
        void refuses_a_file_that_others_can_write(String permissions) throws IOException {
            write(permissions);

            refuses("can be written by others (" + permissions + ")");
        }

        @ParameterizedTest
        @ValueSource(strings = {"rwx-w----", "rwx----w-"})
        void refuses_a_file_that_others_can_replace(String permissions) throws IOException {
            write("rw-------");
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));

            refuses("can be written by others (" + permissions + ")");
        }

        private void refuses(String part) {
            assertThatThrownBy(() -> PrivateFiles.read(file, 3))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining(part);
        }
    }
}
