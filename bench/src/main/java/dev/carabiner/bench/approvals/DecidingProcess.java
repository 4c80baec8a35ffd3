package dev.carabiner.bench.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approvals.ApprovalDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Another process that decides what it is told to, and says when each decision was acknowledged. */
final class DecidingProcess implements AutoCloseable {

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    DecidingProcess(Path file) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DecidingProcess.class.getName(),
                file.toString());
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Decides one; returns when that was acknowledged, by the count that all processes of the machine share. */
    long decide(ApprovalRequest request) throws IOException {
        orders.println(request.id() + " " + request.digest());
        return Long.parseLong(answers.readLine());
    }

    @Override
    public void close() throws InterruptedException {
        orders.close();
        process.waitFor();
    }

    /** Argument: the file of the store. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(Path.of(args[0]));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                database.store().decide(words[0], words[1], "ann", "desk", "Allow once", true, "");
                out.println(System.nanoTime());
            }
        }
    }
}
