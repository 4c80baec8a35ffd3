package dev.carabiner.console;

import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Who gets in: requests for this very host, from its own page or from a program, with a cookie or a token. */
final class Gate {

    static final String COOKIE = "carabiner";

    private static final String BEARER = "Bearer ";

    private final Access access;

    Gate(Access access) {
        this.access = access;
    }

    /** A name elsewhere that was made to point here is another host. */
    void checkHost(Request request) {
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (host == null || !hosts(request).contains(host.toLowerCase(Locale.ROOT))) {
            throw Problem.of(421, "host", "Another host", "This server answers as 127.0.0.1 and localhost only");
        }
    }

    private static Set<String> hosts(Request request) {
        int port = Request.getLocalPort(request);
        return Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /**
     * A page of another origin gets nothing done, whatever it sends along.
     *
     * @param required whether there must be an origin: what comes with a cookie is from a browser, which sends one
     */
    void checkOrigin(Request request, boolean required) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        String site = request.getHeaders().get("Sec-Fetch-Site");
        String host = request.getHeaders().get(HttpHeader.HOST);
        boolean foreign = origin == null ? required : !origin.equals("http://" + host);
        boolean cross = site != null && !site.equals("same-origin") && !site.equals("none");
        if (foreign || cross) {
            throw Problem.of(403, "origin", "Another origin", "Only the page of this server may do this");
        }
    }

    void checkCalm() {
        if (access.isUnderAttack()) {
            throw Problem.of(429, "calm", "Too many tries", "Too many tokens were wrong; wait a minute");
        }
    }

    boolean hasCookie(Request request) {
        return bearer(request) == null;
    }

    User looker(Request request) {
        User user = user(request);
        if (!user.role().mayLook()) {
            throw Problem.forbidden("A requester sees what it asked, and nothing else");
        }
        return user;
    }

    User user(Request request) {
        String token = bearer(request);
        String cookie = token == null ? cookie(request) : null;
        User user = null;
        if (token != null) {
            user = byToken(token);
        } else if (cookie != null) {
            user = access.byCookie(cookie);
        }
        if (user == null && token != null) {
            throw Problem.of(
                    401,
                    "unknown-token",
                    "Unknown token",
                    "This server does not know the token; it knows those in the file of 'carabiner serve --tokens'");
        }
        if (user == null) {
            throw Problem.of(401, "signed-out", "Signed out", "Open the link that 'carabiner serve' shows");
        }
        return user;
    }

    /** A token that is known comes in also while others are tried. */
    private @Nullable User byToken(String token) {
        boolean attacked = access.isUnderAttack();
        User user = access.byToken(token);
        if (user == null && attacked) {
            checkCalm();
        }
        return user;
    }

    private static @Nullable String bearer(Request request) {
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        boolean isBearer = header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
        return isBearer ? header.substring(BEARER.length()).strip() : null;
    }

    private static @Nullable String cookie(Request request) {
        return Request.getCookies(request).stream()
                .filter(each -> each.getName().equals(COOKIE))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse(null);
    }
}
