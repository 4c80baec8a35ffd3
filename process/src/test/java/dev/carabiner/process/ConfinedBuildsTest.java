package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real builds inside the sandbox, without a network: the toolchain is found, its cache is Carabiner's own, and nothing of the
 * user's is changed.
 */
@NeedsSandbox
@Timeout(300)
class ConfinedBuildsTest {

    private static final String CACHE = "carabiner.cache";

    @TempDir
    private Path temporary;

    private Path workspace;
    private Path cache;
    private Confinement confinement;

    @BeforeEach
    void confine() throws IOException {
        Path real = temporary.toRealPath();
        workspace = Files.createDirectory(real.resolve("workspace"));
        cache = Files.createDirectory(real.resolve("cache"));
        System.setProperty(CACHE, cache.toString());
        confinement = Confinement.of(Objects.requireNonNull(Sandbox.find().sandbox()), workspace)
                .network(Network.OFF);
    }

    @AfterEach
    void restore() {
        System.clearProperty(CACHE);
    }

    private Finished run(String line) throws Exception {
        Finished finished = Command.of(List.of("/bin/bash", "-c", line), workspace)
                .in(confinement)
                .limit(Duration.ofMinutes(4))
                .run();
        assertThat(finished.succeeded()).as(finished.output()).isTrue();
        return finished;
    }

    private void write(String file, String text) throws IOException {
        Path path = workspace.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static void assumeInstalled(String program) {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(it -> Files.isExecutable(Path.of(it).resolve(program))),
                program + " is not installed");
    }

    private Path cached(String name) {
        return cache.resolve("sandbox/home").resolve(name);
    }

    @Test
    void git_keeps_a_repository_and_clones_it() throws Exception {
        assumeInstalled("git");

        run("""
                set -e
                git init -q one && cd one
                git config user.name n && git config user.email n@example.test
                echo a > a && git add a && git commit -qm first
                git checkout -qb topic && echo b > b && git add b && git commit -qm second
                git checkout -q - && git merge -q topic && git tag v1
                cd .. && git clone -q one two && cd two && git log --oneline | wc -l > count""");

        assertThat(workspace.resolve("two/count")).content().isEqualToIgnoringWhitespace("2");
        assertThat(workspace.resolve("two/b")).exists();
    }

    @Test
    void npm_installs_a_local_package_and_runs_a_script() throws Exception {
        assumeInstalled("npm");
        write("lib/package.json", "{\"name\": \"lib\", \"version\": \"1.0.0\", \"main\": \"lib.js\"}");
        write("lib/lib.js", "module.exports = () => 'from lib';");
        write("app/package.json", """
                {"name": "app", "version": "1.0.0", "scripts": {"build": "node build.js"}, "dependencies": {"lib": "file:lib-1.0.0.tgz"}}
                """);
        write("app/build.js", "require('fs').writeFileSync('built.txt', require('lib')());");

        run("cd lib && npm pack --silent --pack-destination ../app && cd ../app"
                + " && npm install --offline --no-audit --no-fund --loglevel=error && npm run --silent build");

        assertThat(workspace.resolve("app/built.txt")).hasContent("from lib");
        assertThat(cached(".npm/_cacache")).isNotEmptyDirectory();
    }

    @Test
    void pip_installs_a_local_wheel() throws Exception {
        assumeInstalled("python3");
        wheel(workspace.resolve("small-1.0-py3-none-any.whl"));

        run(
                "python3 -m pip install --quiet --disable-pip-version-check --no-index --target lib ./small-1.0-py3-none-any.whl"
                        + " && PYTHONPATH=lib python3 -c 'import small; print(small.WORD)' > said.txt");

        assertThat(workspace.resolve("said.txt")).hasContent("from the wheel");
        assertThat(Files.isDirectory(cached(".cache"))).isTrue();
    }

    private static void wheel(Path file) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("small.py", "WORD = 'from the wheel'\n");
        entries.put("small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1.0\n");
        entries.put("small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
        entries.put(
                "small-1.0.dist-info/RECORD",
                "small.py,,\nsmall-1.0.dist-info/METADATA,,\nsmall-1.0.dist-info/WHEEL,,\nsmall-1.0.dist-info/RECORD,,\n");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(UTF_8));
            }
        }
    }

    /** What this machine has downloaded already is a remote repository to the build inside. */
    @Test
    void maven_compiles_packs_and_installs_into_a_repository_of_its_own() throws Exception {
        assumeInstalled("mvn");
        Path downloaded = downloaded();
        Path seen = Path.of("/tmp/remote");
        Map<Path, Path> shown = new LinkedHashMap<>(confinement.shown());
        shown.put(seen, downloaded);
        confinement = new Confinement(
                confinement.sandbox(),
                workspace,
                confinement.writable(),
                confinement.readOnly(),
                confinement.hidden(),
                shown,
                confinement.moved(),
                confinement.network(),
                confinement.limits());
        write("settings.xml", """
                <settings><mirrors><mirror><id>local</id><mirrorOf>*</mirrorOf><url>file://%s</url></mirror></mirrors></settings>
                """.formatted(seen));
        write("pom.xml", """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>dev.carabiner.trial</groupId><artifactId>confined</artifactId><version>1</version>
                  <properties>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                    <maven.compiler.release>11</maven.compiler.release>
                  </properties>
                  <build><plugins>%s</plugins></build>
                </project>
                """.formatted(plugins(downloaded)));
        write("src/main/java/Small.java", "public class Small { }\n");

        run("mvn -B -q -c -s settings.xml -Dmaven.test.skip=true install");

        String installed = "repository/dev/carabiner/trial/confined/1/confined-1.jar";
        assertThat(workspace.resolve("target/confined-1.jar")).isNotEmptyFile();
        assertThat(cached(".m2").resolve(installed)).isNotEmptyFile();
        assertThat(Path.of(System.getProperty("user.home"), ".m2").resolve(installed))
                .doesNotExist();
        assertThat(downloaded.resolve("dev/carabiner/trial")).doesNotExist();
    }

    /** The repository that this test's own libraries came from. */
    private static Path downloaded() {
        String jar = String.valueOf(
                Test.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        int group = jar.indexOf("/org/junit/");
        Path used = Path.of(group < 0 ? "/none" : jar.substring(0, group));
        Path usual = Path.of(System.getProperty("user.home"), ".m2/repository");
        Path found = Files.isDirectory(used.resolve("org/apache/maven/plugins")) ? used : usual;
        assumeTrue(
                Files.isDirectory(found.resolve("org/apache/maven/plugins")), "Maven has downloaded no plugins here");
        return found;
    }

    private static String plugins(Path repository) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("resources", "compiler", "surefire", "jar", "install")) {
            String artifact = "maven-" + name + "-plugin";
            all.append("<plugin><artifactId>%s</artifactId><version>%s</version></plugin>"
                    .formatted(
                            artifact,
                            newest(repository
                                    .resolve("org/apache/maven/plugins")
                                    .resolve(artifact))));
        }
        return all.toString();
    }

    private static String newest(Path plugin) throws IOException {
        try (Stream<Path> versions = Files.list(plugin)) {
            return versions.map(it -> it.getFileName().toString())
                    .filter(it -> Files.exists(plugin.resolve(it).resolve(plugin.getFileName() + "-" + it + ".jar")))
                    .max(Comparator.comparing(ModuleDescriptor.Version::parse))
                    .orElseThrow();
        }
    }
}
