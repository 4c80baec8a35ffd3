package dev.carabiner.engine.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which projects' own bundles may be used. A project is a directory that the user may have cloned from a stranger: its
 * bundle names commands to run, so it is used only after the user has seen its content and trusted it. Trust holds for that
 * content in that directory.
 */
public final class ProjectTrust {

    private final TrustFile store;

    /** Trust is kept in this file, which usually is {@code ~/.carabiner/trust}. */
    public ProjectTrust(Path store) {
        this.store = new TrustFile(store);
    }

    /**
     * Reads the bundle of the project and what it includes, and says whether this content is trusted. Reads anew at
     * each call.
     *
     * @throws TrustException if the directory or the file of trust cannot be read
     */
    public Trust state(Path projectDirectory) {
        Path project = real(projectDirectory);
        Path file = project.resolve(".carabiner").resolve("bundle.yaml");
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return new Trust.NoBundle();
        }
        return state(project, file, IncludeWalk.ofProject(file));
    }

    /**
     * Whether files of a project that another agent's hooks stand in may be used. They are trusted by themselves, with the
     * scripts of the project that they name, whatever is said about the project's bundle.
     *
     * @param names relative to the project; a directory stands for its files, and what is not there does not count
     * @return {@link Trust.NoBundle} if there are none
     */
    public Trust foreign(Path projectDirectory, List<String> names) {
        Path project = real(projectDirectory);
        List<Path> there = names.stream()
                .map(project::resolve)
                .filter(it -> Files.exists(it, LinkOption.NOFOLLOW_LINKS))
                .toList();
        return there.isEmpty()
                ? new Trust.NoBundle()
                : state(project.resolve(names.getFirst()), there.getFirst(), ForeignFiles.read(project, there));
    }

    /**
     * Trusts such files as they were shown.
     *
     * @param digest of what was shown; if anything has changed since, nothing is trusted
     * @throws TrustException if it has changed, is not there, or cannot be read
     */
    public Trust.Trusted trustForeign(Path projectDirectory, List<String> names, String digest) {
        Path key = real(projectDirectory).resolve(names.getFirst());
        return trust(foreign(projectDirectory, names), key, projectDirectory, String.join(", ", names), digest);
    }

    /** Takes the trust in such files back; nothing happens if there was none. */
    public void revokeForeign(Path projectDirectory, List<String> names) {
        store.remove(real(projectDirectory).resolve(names.getFirst()));
    }

    private Trust state(Path key, Path file, BundleFiles files) {
        String digest = files.digest();
        String trusted = store.digest(key);
        return digest.equals(trusted) && files.problems().isEmpty()
                ? new Trust.Trusted(file, files)
                : new Trust.Untrusted(file, files, digest, trusted != null && !digest.equals(trusted));
    }

    /**
     * Trusts a project's bundle as it was shown.
     *
     * @param digest of what was shown; if anything has changed since, nothing is trusted
     * @throws TrustException if it has changed, is not there, or cannot be read
     */
    public Trust.Trusted trust(Path projectDirectory, String digest) {
        return trust(
                state(projectDirectory), real(projectDirectory), projectDirectory, ".carabiner/bundle.yaml", digest);
    }

    private Trust.Trusted trust(Trust now, Path key, Path projectDirectory, String names, String digest) {
        return switch (now) {
            case Trust.NoBundle none ->
                throw new TrustException(projectDirectory + " has no " + names + "; there is nothing to trust");
            case Trust.Trusted already when already.files().digest().equals(digest) -> already;
            case Trust.Trusted other -> throw changed(other.file());
            case Trust.Untrusted shown -> {
                requireReadable(shown.files());
                if (!shown.digest().equals(digest)) {
                    throw changed(shown.file());
                }
                store.put(key, digest);
                yield new Trust.Trusted(shown.file(), shown.files());
            }
        };
    }

    /** Takes trust back; nothing happens if there was none. */
    public void revoke(Path projectDirectory) {
        store.remove(real(projectDirectory));
    }

    private static void requireReadable(BundleFiles files) {
        if (!files.problems().isEmpty()) {
            throw new TrustException("The bundle cannot be trusted before it can be read:\n"
                    + files.problems().stream().map(BundleProblem::toString).collect(Collectors.joining("\n")));
        }
    }

    private static TrustException changed(Path file) {
        return new TrustException(file + " is not what was shown: it, or a file that it includes, has changed since."
                + " Look at it again before you trust it");
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw new TrustException("The project's directory " + directory + " cannot be found", e);
        }
    }
}
