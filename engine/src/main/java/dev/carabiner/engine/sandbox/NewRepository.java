package dev.carabiner.engine.sandbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * What {@code git init} and {@code git clone} make, and no more: a command may begin a repository where there was none, but
 * not one whose settings or hooks run something.
 */
final class NewRepository {

    private static final long LARGEST = 64 * 1024;
    private static final Pattern SECTION =
            Pattern.compile("\\[(core|(remote|branch|submodule) \"[^\"\\\\]*\"|submodule)]");
    private static final Pattern SETTING = Pattern.compile(
            "(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|url|fetch"
                    + "|remote|merge|rebase|active|tagopt) = .*",
            Pattern.CASE_INSENSITIVE);

    private NewRepository() {}

    static boolean isHarmless(Path git, Path path) throws IOException {
        if (!path.startsWith(git) || !Files.isDirectory(git, NOFOLLOW_LINKS)) {
            return false;
        }
        if (path.startsWith(git.resolve("hooks"))) {
            return Files.isDirectory(path, NOFOLLOW_LINKS)
                    || (Files.isRegularFile(path, NOFOLLOW_LINKS)
                            && path.toString().endsWith(".sample"));
        }
        return path.equals(git.resolve("config"))
                && Files.isRegularFile(path, NOFOLLOW_LINKS)
                && Files.size(path) <= LARGEST
                && Files.readString(path, ISO_8859_1)
                        .lines()
                        .map(String::strip)
                        .allMatch(line -> line.isEmpty()
                                || SECTION.matcher(line).matches()
                                || (SETTING.matcher(line).matches() && !line.contains("ext::")));
    }
}
