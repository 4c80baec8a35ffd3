package dev.carabiner.engine.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A project that was just cloned, and is not trusted yet. */
abstract class ClonedProject {

    @TempDir
    Path temp;

    Path project;
    Path store;
    ProjectTrust trust;
    final BundleLoader loader = new BundleLoader(TestModules.catalog());

    @BeforeEach
    void clone_a_project() throws IOException {
        temp = temp.toRealPath();
        project = Files.createDirectory(temp.resolve("project"));
        store = temp.resolve("home/.carabiner/trust");
        trust = new ProjectTrust(store);
    }

    void write(String name, String yaml) throws IOException {
        Path file = project.resolve(".carabiner").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, yaml);
    }

    Trust.Untrusted untrusted() {
        return (Trust.Untrusted) trust.state(project);
    }

    void trustAsItIs() {
        trust.trust(project, untrusted().digest());
    }
}
