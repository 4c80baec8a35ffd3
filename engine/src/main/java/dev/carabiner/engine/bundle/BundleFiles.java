package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bundle's file and all that it includes, read once. What is hashed, shown, trusted and loaded is this and not what
 * the disk holds by then.
 */
public final class BundleFiles {

    private static final Map<String, BundleFiles> BUILT_IN = new ConcurrentHashMap<>(); // they cannot change

    private final Map<String, byte[]> contents;
    private final List<Document> documents;
    private final List<BundleProblem> problems;

    BundleFiles(Map<String, byte[]> contents, List<Document> documents, List<BundleProblem> problems) {
        this.contents = new LinkedHashMap<>(contents);
        this.documents = List.copyOf(documents);
        this.problems = List.copyOf(problems);
    }

    /** Reads a file that the user has named: links to it are followed, but not those to files that it includes. */
    public static BundleFiles read(Path file) {
        return IncludeWalk.ofFile(file);
    }

    /** Reads a bundle that comes with the program, {@code dev/carabiner/bundles/NAME.yaml} on the class path. */
    public static BundleFiles builtIn(String name) {
        return BUILT_IN.computeIfAbsent(name, IncludeWalk::ofBuiltIn);
    }

    /** SHA-256 over the names and contents of all files, in the order they were read; built-in ones do not count. */
    public String digest() {
        MessageDigest digest = sha256();
        contents.forEach((name, content) -> {
            byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
            digest.update(length(nameBytes));
            digest.update(nameBytes);
            digest.update(length(content));
            digest.update(content);
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The files' texts by name, as a person who is to trust them should see them. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        contents.forEach((name, content) -> texts.put(name, new String(content, StandardCharsets.UTF_8)));
        return texts;
    }

    /** The files' bytes by name. */
    Map<String, byte[]> contents() {
        return contents;
    }

    /** In the order in which they are merged: what is included comes before what includes it. */
    List<Document> documents() {
        return documents;
    }

    /** What kept files from being read. */
    public List<BundleProblem> problems() {
        return problems;
    }

    /** One file's content, and how it names rule files. */
    record Document(String file, YamlValue.Fields root, RuleFiles rules) {}

    /** Equal if it was read from the same places and holds the same: what was made of one is right for the other. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof BundleFiles files
                        && documents.equals(files.documents)
                        && problems.equals(files.problems)
                        && texts().equals(files.texts()));
    }

    /** Of the names only: what they hold is compared, and hashing all of it would take longer. */
    @Override
    public int hashCode() {
        int hash = 1;
        for (Document document : documents) {
            hash = 31 * hash + document.file().hashCode();
        }
        return hash;
    }

    private static byte[] length(byte[] bytes) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
