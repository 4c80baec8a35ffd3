package dev.carabiner.bridge.service;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** An address that a hook may be called at. Its host is compared label by label, never by how the text begins. */
public record ServiceAddress(URI uri) {

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    /**
     * Reads an address.
     *
     * @param hosts the hosts that are allowed, {@code *.example.org} for all below one; empty for the address's own
     * @throws IllegalArgumentException if it is none, has a user in it, is not encrypted although it leaves this machine, or
     *     its host is not allowed
     */
    public static ServiceAddress of(String text, List<String> hosts) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the url is no address; expected https://HOST/PATH", e);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        if (host.isEmpty() || !List.of("http", "https").contains(scheme)) {
            throw new IllegalArgumentException("the url has no host; expected https://HOST/PATH");
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the url has a user in it; expected a header for that");
        }
        if (scheme.equals("http") && !LOOPBACK.contains(host)) {
            throw new IllegalArgumentException(
                    "the url is not encrypted and its host is not this machine; expected https");
        }
        if (!hosts.isEmpty() && hosts.stream().noneMatch(it -> isWithin(host, it.toLowerCase(Locale.ROOT)))) {
            throw new IllegalArgumentException("the host " + host + " is not one of " + String.join(", ", hosts));
        }
        return new ServiceAddress(uri);
    }

    private static boolean isWithin(String host, String allowed) {
        if (!allowed.startsWith("*.")) {
            return host.equals(allowed);
        }
        List<String> labels = List.of(host.split("\\.", -1));
        List<String> suffix = List.of(allowed.substring(2).split("\\.", -1));
        return labels.size() > suffix.size()
                && labels.subList(labels.size() - suffix.size(), labels.size()).equals(suffix);
    }
}
