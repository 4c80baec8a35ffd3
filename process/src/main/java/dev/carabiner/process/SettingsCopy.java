package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.regex.Pattern;

/** A copy of a build tool's settings without passwords and tokens, for confined builds: mirrors stay, credentials go. */
final class SettingsCopy {

    private static final long LARGEST = 1024 * 1024;

    /** In {@code .npmrc}: {@code //host/:_authToken=…}, {@code _password = …}. */
    private static final Pattern SECRET_LINE = Pattern.compile(
            "(?im)^[^\\n=#;]*(_auth|_authtoken|_password|password|passphrase|token|secret|:key|:cert)[^\\n=]*=.*$");

    /** In Maven's {@code settings.xml}. */
    private static final Pattern SECRET_ELEMENT = Pattern.compile("(?s)<(password|passphrase|privateKey)>.*?</\\1>");

    /** {@code https://user:password@host}. */
    private static final Pattern SECRET_IN_ADDRESS = Pattern.compile("://[^/@\\s\"'<>]+@");

    private SettingsCopy() {}

    static Path of(Path file, String name) {
        try {
            Path directory = CacheDirectory.directory("sandbox/settings");
            Path copy = directory.resolve(name.replace('/', '-'));
            byte[] content = Files.size(file) > LARGEST
                    ? new byte[0]
                    : withoutSecrets(Files.readString(file, ISO_8859_1)).getBytes(ISO_8859_1);
            if (!Files.isRegularFile(copy) || !Arrays.equals(Files.readAllBytes(copy), content)) {
                Path fresh = Files.createTempFile(directory, "copy", "");
                Files.write(fresh, content);
                Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException("The settings " + file + " cannot be shown: " + e.getMessage(), e);
        }
    }

    static String withoutSecrets(String text) {
        String shorter = SECRET_LINE.matcher(text).replaceAll("");
        shorter = SECRET_ELEMENT.matcher(shorter).replaceAll("<$1></$1>");
        return SECRET_IN_ADDRESS.matcher(shorter).replaceAll("://");
    }
}
