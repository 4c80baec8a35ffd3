package dev.carabiner.providers;

import dev.carabiner.display.VisibleText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a service is, and the key to it.
 *
 * @param base without a slash at the end
 * @param key null if the service takes none
 * @param keySource where the key comes from, for those who have to correct it
 */
record Endpoint(String base, @Nullable ApiKey key, String keySource) {

    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    /**
     * Checks the address.
     *
     * @param defaultPath taken if the address has no path
     * @throws IllegalArgumentException if it is none that may be called; the text goes after the setting's name
     */
    static URI address(String text, String defaultPath) {
        URI uri = parsed(text.strip());
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean web = scheme.equals("http") || scheme.equals("https");
        if (!web || uri.getHost() == null) {
            throw new IllegalArgumentException("is not an http or https address, as in https://host/v1");
        }
        if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("holds a user, a query or a fragment; give scheme, host, port and path");
        }
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return URI.create(scheme + "://" + uri.getHost() + port + (path.isEmpty() ? defaultPath : path));
    }

    /** By the name as it is written: resolving it would ask a server whom to trust. */
    static boolean isLoopback(URI address) {
        String host = address.getHost().toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.equals("[::1]")
                || LOOPBACK_V4.matcher(host).matches();
    }

    private static URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not an address: " + VisibleText.inOneLine(e.getReason()), e);
        }
    }
}
