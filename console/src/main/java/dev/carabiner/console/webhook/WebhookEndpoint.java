package dev.carabiner.console.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * A server that is told.
 *
 * @param name what the user calls it
 * @param address where the messages are posted; its path and query may be secret
 * @param secrets one, or two while a secret is changed: each signs
 * @param types what it is told
 * @param privateAddresses whether its name may lead to loopback and private addresses
 */
public record WebhookEndpoint(
        String name, URI address, List<WebhookSecret> secrets, Set<WebhookType> types, boolean privateAddresses) {

    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    public WebhookEndpoint {
        secrets = List.copyOf(secrets);
        types = Set.copyOf(types);
        if (secrets.isEmpty() || secrets.size() > 2) {
            throw new IllegalArgumentException("expected one secret, or two while it is changed");
        }
        if (types.isEmpty()) {
            throw new IllegalArgumentException("expected a type of message at least");
        }
        String refusal = AddressRules.refusalOfHost(host(address), privateAddresses);
        if (refusal != null) {
            throw new IllegalArgumentException("it " + refusal);
        }
    }

    /**
     * Reads an address. The message of a failure does not repeat it: tokens live in addresses.
     *
     * @param plainHttp whether it may do without TLS
     * @throws IllegalArgumentException if it is none that messages can be posted to
     */
    public static URI address(String text, boolean plainHttp) {
        URI address = parsed(text);
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException("expected https://");
        }
        if (scheme.equals("http") && !plainHttp) {
            throw new IllegalArgumentException("expected https://, or plain_http: true beside it");
        }
        if (address.getHost() == null || address.getPort() == 0 || address.getPort() > 65_535) {
            throw new IllegalArgumentException("expected the name of a host, and a port if it is not the usual one");
        }
        if (address.getRawUserInfo() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("expected an address without user, password and #");
        }
        return address;
    }

    private static URI parsed(String text) {
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException("expected ASCII without blanks; write other characters as %-escapes");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("expected an address such as https://example.com/hooks");
        }
    }

    /** Scheme, host and port: all of the address that may be shown. */
    public String origin() {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        return address.getScheme().toLowerCase(Locale.ROOT) + "://" + address.getHost() + port;
    }

    boolean isSecure() {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    int port() {
        int usual = isSecure() ? HTTPS : HTTP;
        return address.getPort() < 0 ? usual : address.getPort();
    }

    /** The host to look up: an IPv6 address without its brackets. */
    String host() {
        return host(address);
    }

    private static String host(URI address) {
        String host = address.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Names it in the record of what was delivered, without its address. */
    String key() {
        return UUID.nameUUIDFromBytes((name + "\n" + address).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return name + " (" + origin() + ")";
    }
}
