package dev.carabiner.engine.bundle;

import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Directories and the digest that is trusted in each, a line each. Only its owner can read or write it; a
 * reader finds the old content or the new, also after a writer has died.
 */
final class TrustFile {

    private static final String HEADER = "carabiner-trust 1";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})\t(\\S+)");
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path file;
    private final Path directory;

    TrustFile(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.directory = Objects.requireNonNull(this.file.getParent(), "expected a file, but came " + file);
    }

    @Nullable
    String digest(Path project) {
        try {
            return read().get(project.toString());
        } catch (IOException e) {
            throw new TrustException("What is trusted cannot be read: " + FileProblem.inWords(e), e);
        }
    }

    void put(Path project, String digest) {
        change(trusted -> trusted.put(project.toString(), digest));
    }

    void remove(Path project) {
        change(trusted -> trusted.remove(project.toString()));
    }

    private void change(Consumer<Map<String, String>> change) {
        try {
            PrivateFiles.makeDirectories(directory);
            try (ExclusiveLock lock =
                    ExclusiveLock.await(file.resolveSibling(file.getFileName() + ".lock"), PATIENCE)) {
                Map<String, String> trusted = read();
                change.accept(trusted);
                write(trusted);
            }
        } catch (IOException e) {
            throw new TrustException("What is trusted cannot be written: " + FileProblem.inWords(e), e);
        }
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> trusted = new TreeMap<>();
        byte[] content = PrivateFiles.read(file, MOST_BYTES);
        if (content == null) {
            return trusted;
        }
        String[] lines = new String(content, StandardCharsets.US_ASCII).split("\n", -1);
        if (!lines[0].equals(HEADER) || !lines[lines.length - 1].isEmpty()) {
            throw new TrustException(file + ":1: this is not a list of trusted projects; delete it to trust none");
        }
        for (int i = 1; i < lines.length - 1; i++) {
            Matcher parts = LINE.matcher(lines[i]);
            if (!parts.matches()) {
                throw new TrustException(file + ":" + (i + 1) + ": expected a digest, a tab and a directory");
            }
            trusted.put(URLDecoder.decode(parts.group(2), StandardCharsets.UTF_8), parts.group(1));
        }
        return trusted;
    }

    private void write(Map<String, String> trusted) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        trusted.forEach((project, digest) -> text.append(digest)
                .append('\t')
                .append(URLEncoder.encode(project, StandardCharsets.UTF_8))
                .append('\n'));
        AtomicFile.replace(file, text.toString().getBytes(StandardCharsets.US_ASCII));
    }
}
