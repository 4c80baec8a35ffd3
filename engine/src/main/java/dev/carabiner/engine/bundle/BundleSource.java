package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where one part of a bundle comes from.
 *
 * @param id the same for the same content; a file's is its name within the bundle's directory
 * @param label what messages call it
 * @param path null for one that comes with the program
 */
record BundleSource(String id, String label, @Nullable Path path, Content content) {

    static final String BUILT_IN = "built-in:";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    /** Reads the whole of it. */
    @FunctionalInterface
    interface Content {
        byte[] read() throws IOException;
    }

    static boolean isBuiltInName(String name) {
        return NAME.matcher(name).matches();
    }

    static BundleSource builtIn(String name) {
        String label = BUILT_IN + name;
        return new BundleSource(label, label, null, () -> resource(name));
    }

    boolean isBuiltIn() {
        return path == null;
    }

    byte[] read() throws IOException {
        return content.read();
    }

    private static byte[] resource(String name) throws IOException {
        IOException none = new IOException("there is no built-in bundle " + NearMiss.quoted(name)
                + "; expected one that comes with the program, such as \"default\", or a file, as in ./" + "more.yaml");
        if (!isBuiltInName(name)) {
            throw none;
        }
        String resource = "dev/carabiner/bundles/" + name + ".yaml";
        try (InputStream in = BundleSource.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw none;
            }
            return in.readNBytes(YamlReader.MOST_BYTES + 1);
        }
    }
}
