package dev.carabiner.storetests;

import dev.carabiner.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code carabiner serve} in a process of its own, over the store of a home directory. */
final class ServeProcess implements AutoCloseable {

    static final String ANN = "approver-ann-0123456789abcdef0123456789";
    static final String BOB = "approver-bob-0123456789abcdef0123456789";
    static final String CI = "requester-ci-0123456789abcdef0123456789";

    private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/");

    private final Process process;
    private final int port;

    private ServeProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns when it listens. */
    static ServeProcess start(Path home) throws IOException {
        Path tokens = home.resolve("tokens");
        if (!Files.exists(tokens)) {
            Files.createFile(
                    tokens, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(tokens, "approver ann " + ANN + "\napprover bob " + BOB + "\nrequester ci " + CI + "\n");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of("serve", "--port", "0", "--bundle", "default", "--tokens", tokens.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        home.resolve("serve.err").toFile()));
        builder.environment().put("HOME", home.toString());
        Process process = builder.start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher found = PORT.matcher(line);
            if (found.find()) {
                return new ServeProcess(process, Integer.parseInt(found.group(1)));
            }
        }
        throw new IOException("It did not start: " + Files.readString(home.resolve("serve.err")));
    }

    String address() {
        return "http://127.0.0.1:" + port + "/api/v1";
    }

    /** Ends it by {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
