package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectSearchTest {

    @TempDir
    Path temp;

    Path home;
    Path below;

    @BeforeEach
    void make_a_project() throws IOException {
        temp = temp.toRealPath();
        home = Files.createDirectories(temp.resolve("home"));
        below = Files.createDirectories(temp.resolve("work/project/src/main"));
    }

    private Path bundleIn(String directory) throws IOException {
        Path place = temp.resolve(directory);
        Files.createDirectories(place.resolve(".carabiner"));
        Files.writeString(place.resolve(".carabiner/bundle.yaml"), "bundle: {name: b}\n");
        return place;
    }

    @Nested
    class The_project_of_a_directory {

        @Test
        void is_the_nearest_one_above_with_a_bundle() throws IOException {
            bundleIn("work");
            Path project = bundleIn("work/project");

            assertThat(ProjectSearch.projectOf(below, home)).isEqualTo(project);
            assertThat(ProjectSearch.projectOf(project, home)).isEqualTo(project);
            assertThat(ProjectSearch.projectOf(temp.resolve("work"), home)).isEqualTo(temp.resolve("work"));
        }

        @Test
        void is_itself_where_there_is_none() {
            assertThat(ProjectSearch.projectOf(below, home)).isEqualTo(below);
        }

        @Test
        void is_one_with_a_bundle_that_cannot_be_read_too() throws IOException {
            Path project = temp.resolve("work/project");
            Files.createDirectories(project.resolve(".carabiner"));
            Files.createSymbolicLink(project.resolve(".carabiner/bundle.yaml"), temp.resolve("nowhere"));

            assertThat(ProjectSearch.projectOf(below, home)).isEqualTo(project);
        }

        @Test
        void is_found_where_the_directory_really_is() throws IOException {
            Path project = bundleIn("work/project");
            bundleIn("home/other");
            Path link = Files.createSymbolicLink(temp.resolve("home/other/link"), below);

            assertThat(ProjectSearch.projectOf(link, home)).isEqualTo(project);
        }
    }

    @Nested
    class The_way_up_ends {

        @Test
        void at_the_home_directory_whose_bundle_is_no_projects() throws IOException {
            bundleIn("home");
            Path inHome = Files.createDirectories(home.resolve("work/here"));

            assertThat(ProjectSearch.projectOf(inHome, home)).isEqualTo(inHome);
            assertThat(ProjectSearch.projectOf(home, home)).isEqualTo(home);
        }

        @Test
        void at_the_home_directory_also_for_those_who_are_in_it() throws IOException {
            Path user = Files.createDirectories(temp.resolve("work/user"));
            bundleIn("work");

            assertThat(ProjectSearch.projectOf(user, user)).isEqualTo(user);
        }

        @Test
        void at_a_mount_point() throws IOException {
            bundleIn("work");
            Path mounted = temp.resolve("work/project");
            ProjectSearch search =
                    new ProjectSearch(home, it -> it.startsWith(mounted) ? "other disk" : "disk", it -> "me");

            assertThat(search.from(below)).isEqualTo(below);
            Files.createDirectories(mounted.resolve(".carabiner"));
            Files.writeString(mounted.resolve(".carabiner/bundle.yaml"), "bundle: {name: b}\n");
            assertThat(search.from(below)).isEqualTo(mounted);
        }

        @Test
        void at_a_directory_of_another_owner() throws IOException {
            bundleIn("work");
            ProjectSearch search = new ProjectSearch(
                    home, it -> "disk", it -> it.equals(temp.resolve("work")) ? "somebody else" : "me");

            assertThat(search.from(below)).isEqualTo(below);
        }

        @Test
        void where_nothing_can_be_looked_at() throws IOException {
            bundleIn("work");
            ProjectSearch search = new ProjectSearch(
                    home,
                    it -> {
                        throw new IOException("no");
                    },
                    it -> "me");

            assertThat(search.from(below)).isEqualTo(below);
        }
    }
}
