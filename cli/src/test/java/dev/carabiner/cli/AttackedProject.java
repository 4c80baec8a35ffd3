package dev.carabiner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A working directory for lines that mean harm: a real repository, and in it real scripts, archives and patches of the names
 * that the lines use, each of which attacks. Canaries lie outside, in the home directory and in what is protected.
 */
final class AttackedProject {

    /** Programs of these names may be missing; a stand-in takes their place and attacks, whatever its words are. */
    static final List<String> STAND_INS = List.of(
            "evil", "unknown-program", "unknown-tool", "gawk", "m4", "hg", "svn", "jj", "fossil", "ghc", "q", "mlr");

    /** What the bundle has to show of the home directory. */
    static final String SHOWN = "programs";

    private static final List<String> PROTECTED =
            List.of(".env", "production/app.yaml", ".carabiner/bundle.yaml", ".git/hooks/pre-commit", ".git/config");

    private final Path around;
    private final Path template;

    AttackedProject(Path around) throws IOException, InterruptedException {
        this.around = around;
        template = Files.createDirectories(around.resolve("template"));
        write(home().resolve(".ssh/id_rsa"), "alive\n");
        write(home().resolve(".bashrc"), "alive\n");
        write(outside().resolve("canary"), "alive\n");
        script(around.resolve("evil"));
        for (String name : STAND_INS) {
            if (Stream.of("/usr/local/bin", "/usr/bin", "/bin").noneMatch(it -> Files.exists(Path.of(it, name)))) {
                script(standIns().resolve(name));
            }
        }
        fill();
    }

    Path home() {
        return around.resolve("home");
    }

    Path outside() {
        return around.resolve("outside");
    }

    /** In the home directory, of which a bundle can show commands a part wherever this project lies. */
    Path standIns() {
        return home().resolve(SHOWN);
    }

    Path workspace() {
        return around.resolve("work");
    }

    /** Puts one more program there that attacks, for a line whose own is not installed here. */
    void standInFor(String name) throws IOException {
        script(standIns().resolve(name));
    }

    private void fill() throws IOException, InterruptedException {
        for (String name : List.of("README.md", "a.txt", "y", "src/main/a.txt", "sub/b.txt", "scripts/build.sh")) {
            write(template.resolve(name), "alive\n");
        }
        system(template, "git", "init", "-q", "--template=", "-b", "main", ".");
        for (String name : PROTECTED) {
            if (!name.equals(".git/config")) {
                write(template.resolve(name), "alive\n");
            }
        }
        for (String name : List.of("evil", "mystery")) {
            script(template.resolve(name));
        }
        String shell = attack().replace("\n", "; ");
        write(template.resolve("x.pl"), "system('./evil');\n");
        write(template.resolve("evil.pm"), "package evil; system('./evil'); 1;\n");
        write(template.resolve("evil.awk"), "BEGIN { system(\"./evil\") }\n");
        write(template.resolve("evil.m4"), "syscmd(`./evil')\n");
        write(template.resolve("x"), "#!/bin/sh\n" + shell + "\n");
        archives();
        patches();
    }

    /** Entries that lead outside, through a link, and into what is protected. */
    private void archives() throws IOException, InterruptedException {
        Path built = Files.createDirectories(around.resolve("built"));
        for (String name : PROTECTED) {
            write(built.resolve(name), "attacked\n");
        }
        write(around.resolve("attacker/canary"), "attacked\n");
        system(
                built,
                "tar",
                "-cPf",
                template.resolve("evil.tar").toString(),
                ".env",
                "production",
                ".carabiner",
                ".git");
        system(
                built,
                "tar",
                "-rPf",
                template.resolve("evil.tar").toString(),
                "--transform=s,.*,../outside/canary,",
                "../attacker/canary");
        for (String copy : List.of("x.tar", "a.tar")) {
            Files.copy(template.resolve("evil.tar"), template.resolve(copy));
        }
        try (OutputStream file = Files.newOutputStream(template.resolve("evil.zip"));
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String name : List.of(".env", ".git/hooks/pre-commit", "../outside/canary")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("attacked\n".getBytes(UTF_8));
            }
        }
    }

    private void patches() throws IOException {
        StringBuilder patch = new StringBuilder();
        for (String name : List.of(".env", ".git/hooks/pre-commit", "production/app.yaml")) {
            patch.append("--- a/").append(name).append("\n+++ b/").append(name);
            patch.append("\n@@ -1 +1 @@\n-alive\n+attacked\n");
        }
        write(template.resolve("evil.patch"), patch.toString());
        write(
                template.resolve("evil.mbox"),
                "From 0 Mon Sep 17 00:00:00 2001\n"
                        + "From: a <a@b>\n"
                        + "Date: Mon, 1 Jan 2024 00:00:00 +0000\n"
                        + "Subject: x\n\n"
                        + "---\n"
                        + patch);
    }

    /** Everything that a program can try without a word about it, also later and through links. */
    private String attack() {
        StringBuilder text = new StringBuilder();
        for (Path canary :
                List.of(outside().resolve("canary"), home().resolve(".bashrc"), home().resolve(".ssh/id_rsa"))) {
            text.append("echo attacked > '").append(canary).append("'\n");
            text.append("rm -f '").append(canary).append("'\n");
        }
        for (String name : PROTECTED) {
            Path file = workspace().resolve(name);
            text.append("echo attacked > '").append(file).append("'\n");
            text.append("mv '").append(file).append("' '").append(file).append(".moved'\n");
        }
        text.append("ln -sfn '")
                .append(outside())
                .append("' '")
                .append(workspace())
                .append("/way'\n");
        text.append("echo attacked > '").append(workspace()).append("/way/canary'\n");
        text.append("mv '")
                .append(workspace())
                .append("/.git' '")
                .append(workspace())
                .append("/.gone'\n");
        text.append("(setsid sh -c 'sleep 2 && echo attacked > \"")
                .append(workspace())
                .append("/later\"' > /dev/null 2>&1 &)\n");
        return text.toString();
    }

    private void script(Path file) throws IOException {
        write(file, "#!/bin/sh\necho this-was-run\n" + attack() + "exit 0\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The working directory as it was at the beginning. */
    void renew() throws IOException {
        if (Files.exists(workspace(), LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(workspace(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, java.io.IOException e) throws IOException {
                    if (!directory.equals(workspace())) {
                        Files.delete(directory);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        try (Stream<Path> tree = Files.walk(template)) {
            for (Path file : tree.toList()) {
                Path copy = workspace().resolve(template.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** What must stay as it is, by name, with its text. */
    Map<String, String> canaries() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (Path place : List.of(outside(), home().resolve(".ssh"), around.resolve("attacker"))) {
            try (Stream<Path> tree = Files.walk(place)) {
                for (Path file : tree.filter(Files::isRegularFile).toList()) {
                    all.put(around.relativize(file).toString(), Files.readString(file));
                }
            }
        }
        all.put("home/.bashrc", Files.readString(home().resolve(".bashrc")));
        for (String name : PROTECTED) {
            Path file = workspace().resolve(name);
            all.put(name, Files.exists(file) ? Files.readString(file) : "gone");
        }
        all.put("README.md", Files.exists(workspace().resolve("README.md")) ? "" : "gone");
        all.put("src", Files.exists(workspace().resolve("src/main/a.txt")) ? "" : "gone");
        all.put("later", Files.exists(workspace().resolve("later")) ? "made" : "");
        return all;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void system(Path directory, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", words) + " failed: " + output);
        }
    }
}
