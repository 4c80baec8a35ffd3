package dev.carabiner.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The home directory as a confined program sees it: empty, but for the toolchains on the PATH and the settings that builds
 * need, without their secrets; and with caches of Carabiner's own in the usual places.
 *
 * <p>Where the workspace is the home directory or above it, only secrets are hidden, and files that a login runs are
 * read-only.
 */
record HiddenHome(List<Path> hidden, List<Path> readOnly, Map<Path, Path> shown, Map<Path, Path> moved) {

    private static final List<String> CACHES =
            List.of(".m2", ".npm", ".cache", ".gradle", ".ivy2", ".local/share/pnpm", ".yarn", "go/pkg", ".nuget");

    /** Shown as they are: git does not keep secrets in them unless it is told to. */
    private static final List<String> SETTINGS = List.of(".gitconfig", ".config/git/config", ".config/git/ignore");

    /** Shown without what looks like a secret. */
    private static final List<String> SETTINGS_WITH_SECRETS = List.of(
            ".m2/settings.xml", ".m2/toolchains.xml", ".npmrc", ".config/pip/pip.conf", ".pip/pip.conf", ".yarnrc");

    private static final List<String> SECRETS = List.of(
            ".carabiner",
            ".ssh",
            ".gnupg",
            ".aws",
            ".azure",
            ".kube",
            ".docker",
            ".config/gcloud",
            ".config/gh",
            ".netrc",
            ".git-credentials",
            ".npmrc",
            ".pypirc",
            ".pgpass",
            ".cargo/credentials",
            ".cargo/credentials.toml",
            ".local/share/keyrings");

    /** After each install pyenv writes its shims again and fails where it may not. Without this file it does not try. */
    private static final String SHIMS_MADE_ANEW = ".pyenv/pyenv.d/exec/pip-rehash.bash";

    private static final List<String> RUN_AT_LOGIN = List.of(
            ".bashrc",
            ".bash_profile",
            ".bash_login",
            ".bash_logout",
            ".profile",
            ".zshrc",
            ".zshenv",
            ".zprofile",
            ".gitconfig",
            ".config/git",
            ".config/autostart",
            ".config/systemd",
            ".config/fish");

    static HiddenHome ofUser(Path workspace) {
        String path = System.getenv().getOrDefault("PATH", "");
        HiddenHome all =
                new HiddenHome(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        for (String name : new LinkedHashSet<>(
                List.of(System.getProperty("user.home", ""), System.getenv().getOrDefault("HOME", "")))) {
            Path home = name.startsWith("/") ? Path.of(name) : null;
            if (home != null && Files.isDirectory(home) && home.getNameCount() > 0) {
                all.add(real(home), path, workspace);
            }
        }
        return all;
    }

    static HiddenHome of(Path home, String path, Path workspace) {
        HiddenHome all =
                new HiddenHome(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        all.add(real(home), path, workspace);
        return all;
    }

    private void add(Path home, String path, Path workspace) {
        if (home.startsWith(workspace)) {
            SECRETS.stream().map(home::resolve).filter(HiddenHome::isThere).forEach(hidden::add);
            RUN_AT_LOGIN.stream().map(home::resolve).filter(HiddenHome::isThere).forEach(readOnly::add);
            return;
        }
        hidden.add(home);
        Toolchains.below(home, path).forEach(it -> shown.put(it, it));
        SETTINGS.stream().map(home::resolve).filter(HiddenHome::isThere).forEach(it -> shown.put(it, it));
        addCaches(home);
        for (String name : SETTINGS_WITH_SECRETS) {
            Path file = home.resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(file)) {
                shown.put(file, SettingsCopy.of(file, name));
            }
        }
        Stream.concat(SECRETS.stream(), Stream.of(SHIMS_MADE_ANEW))
                .map(home::resolve)
                .filter(it -> isThere(it) && !shown.containsKey(it))
                .filter(it -> shown.keySet().stream().anyMatch(it::startsWith))
                .forEach(hidden::add);
    }

    private void addCaches(Path home) {
        Path ours = CacheDirectory.directory("sandbox/home");
        for (String name : CACHES) {
            Path seen = home.resolve(name);
            if (shown.keySet().stream().noneMatch(it -> seen.startsWith(it) || it.startsWith(seen))) {
                moved.put(seen, CacheDirectory.directory(ours.resolve(name).toString()));
            }
        }
        Path registry = home.resolve(".cargo/registry"); // below a toolchain that is shown
        if (shown.containsKey(home.resolve(".cargo")) && Files.isDirectory(registry)) {
            moved.put(registry, CacheDirectory.directory("sandbox/home/.cargo/registry"));
        }
    }

    private static boolean isThere(Path path) {
        try {
            return Files.exists(path) && path.toRealPath().equals(path);
        } catch (IOException e) {
            return false; // a dead link, or nothing that this user can reach
        }
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("The home directory " + home + " cannot be hidden: " + e.getMessage(), e);
        }
    }
}
