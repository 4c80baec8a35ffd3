package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * What Carabiner keeps in the home directory, attacked by real processes: sessions, keys, trust, rules, and the socket at which
 * approvals are answered. With the sandbox none of it is found; without it a process of the same user finds all of it.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class OwnSecretsTest {

    private static final List<String> KEPT =
            List.of("sessions/s-0/audit.log", "keys/audit.key", "trust.json", "rules.yaml", "approvals.db");

    /** Not in the system's temporary directory, which is private to a confined command in any case. */
    @TempDir(factory = Visible.class, cleanup = CleanupMode.ALWAYS)
    private Path temporary;

    static final class Visible implements TempDirFactory {
        @Override
        public Path createTempDirectory(
                org.junit.jupiter.api.extension.AnnotatedElementContext element,
                org.junit.jupiter.api.extension.ExtensionContext context)
                throws IOException {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target")).toAbsolutePath(), "s");
        }
    }

    private final String realHome = System.getProperty("user.home");
    private Path own;
    private Path workspace;

    @BeforeEach
    void makeHome() throws IOException {
        Path home = Files.createDirectory(temporary.resolve("home"));
        own = Files.createDirectory(home.resolve(".carabiner"));
        for (String name : KEPT) {
            Files.createDirectories(own.resolve(name).getParent());
            Files.writeString(own.resolve(name), "secret of " + name + "\n");
        }
        workspace = Files.createDirectory(temporary.resolve("work"));
        System.setProperty("user.home", home.toString());
        System.setProperty("carabiner.cache", temporary.resolve("cache").toString());
    }

    @AfterEach
    void restoreHome() {
        System.setProperty("user.home", realHome);
        System.clearProperty("carabiner.cache");
    }

    /** Reads everything, writes a rule, and knocks at the socket. */
    private String attacked(String sandbox) throws Exception {
        Path bundle = Files.writeString(
                temporary.resolve("bundle.yaml"),
                "bundle: {name: x, version: 1.0.0}\nsession: {sandbox: \"" + sandbox + "\"}\n");
        Path socket = own.resolve("a.sock");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Engine engine = Engine.builder().policy(ManagedPolicy.none()).load(bundle);
                EngineSession session =
                        engine.session("s-1", workspace).confinesTools().begin()) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Finished finished = CommandRunner.among(
                            session.coordinator().collectContributions(CommandRunner.CHANNEL),
                            sandbox.equals("required"))
                    .run(Command.of(
                            List.of(
                                    "/bin/bash",
                                    "-c",
                                    "cd '" + own + "' && find . -type f -exec cat {} +; echo 'allow: all' >> '" + own
                                            + "/rules.yaml'; perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0);"
                                            + " print connect(S, sockaddr_un($ARGV[0])) ? \"reached\" : \"closed\"' '"
                                            + socket + "'"),
                            workspace));
            return finished.output();
        }
    }

    @Nested
    @NeedsSandbox
    class With_the_sandbox {

        @Test
        void nothing_is_found_written_or_reached() throws Exception {
            assertThat(attacked("required"))
                    .doesNotContain("secret of")
                    .doesNotContain("reached")
                    .endsWith("closed");
            for (String name : KEPT) {
                assertThat(own.resolve(name)).hasContent("secret of " + name + "\n");
            }
        }
    }

    /** Which is why the guards ask about such paths, and why the table of docs/security.md says so. */
    @Nested
    class Without_it {

        @Test
        void a_process_of_the_same_user_finds_all_of_it() throws Exception {
            String output = attacked("off");

            assertThat(output).endsWith("reached");
            KEPT.forEach(name -> assertThat(output).contains("secret of " + name));
            assertThat(own.resolve("rules.yaml")).content().contains("allow: all");
        }
    }
}
