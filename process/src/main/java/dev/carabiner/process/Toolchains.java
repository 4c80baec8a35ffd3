package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directories below a home that the PATH needs: those of pyenv, sdkman, nvm, cargo and the like. */
final class Toolchains {

    /** Directories of a home that are toolchains as a whole. */
    private static final Set<String> WHOLE = Set.of(
            ".asdf", ".bun", ".cargo", ".deno", ".dotnet", ".fnm", ".ghcup", ".goenv", ".jabba", ".jdks", ".jenv",
            ".nodenv", ".nvm", ".opam", ".pyenv", ".rbenv", ".rustup", ".sdkman", ".volta");

    private static final int MOST_LINKS = 500;

    private final Path home;
    private final Set<Path> found = new LinkedHashSet<>();

    private Toolchains(Path home) {
        this.home = home;
    }

    static Set<Path> below(Path home, String path) {
        Toolchains toolchains = new Toolchains(home);
        for (String place : path.split(":", -1)) {
            Path real = place.startsWith("/") ? real(place) : null;
            if (real != null && Files.isDirectory(real)) {
                toolchains.add(real);
                toolchains.addTargets(real);
            }
        }
        return toolchains.found;
    }

    private void add(Path directory) {
        if (!directory.startsWith(home) || directory.equals(home)) {
            return;
        }
        Path first = home.resolve(home.relativize(directory).getName(0));
        Path root = WHOLE.contains(String.valueOf(first.getFileName())) ? first : installation(directory);
        if (found.stream().noneMatch(root::startsWith)) {
            found.add(root);
        }
        if (root.endsWith(".cargo") && Files.isDirectory(home.resolve(".rustup"))) {
            found.add(home.resolve(".rustup"));
        }
    }

    /** What a directory of programs belongs to: {@code tool/bin} to {@code tool}, if that looks like an installation. */
    private Path installation(Path directory) {
        Path parent = directory.getParent();
        boolean whole = directory.endsWith("bin")
                && parent != null
                && !parent.equals(home)
                && !parent.endsWith(".local")
                && List.of("lib", "libexec", "share", "jre").stream()
                        .anyMatch(it -> Files.isDirectory(parent.resolve(it)));
        return whole && parent != null ? parent : directory;
    }

    /** Where the links of a directory of programs lead, such as those of {@code ~/.local/bin}. */
    private void addTargets(Path directory) {
        if (!directory.startsWith(home)
                || found.stream().anyMatch(it -> directory.startsWith(it) && !it.equals(directory))) {
            return;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            entries.limit(MOST_LINKS).filter(Files::isSymbolicLink).forEach(link -> {
                Path target = real(link.toString());
                if (target != null && target.getParent() != null && Files.isRegularFile(target)) {
                    add(target.getParent());
                }
            });
        } catch (IOException e) {
            System.getLogger(Toolchains.class.getName())
                    .log(System.Logger.Level.DEBUG, "The links in " + directory + " cannot be followed", e);
        }
    }

    private static @Nullable Path real(String place) {
        try {
            return Path.of(place).toRealPath();
        } catch (IOException | InvalidPathException e) {
            return null; // it is not there
        }
    }
}
