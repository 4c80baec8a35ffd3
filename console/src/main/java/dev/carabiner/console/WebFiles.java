package dev.carabiner.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page. Each address is one of a fixed list: no path of a request leads to a file. */
final class WebFiles {

    private static final Pattern PAGE =
            Pattern.compile("/|/(approvals|live|sessions|hooks|rules)(?:/([A-Za-z0-9._-]{1,200}))?");
    private static final Pattern PLAIN_QUERY = Pattern.compile("[A-Za-z0-9._~%&=*:@+-]{0,500}");
    private static final String LIT = "/META-INF/resources/webjars/lit-html/3.3.2/lit-html.js";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String API = "/api/v1";
    private static final List<String> SCRIPTS = List.of(
            "console",
            "shell",
            "api",
            "card",
            "answers",
            "call",
            "words",
            "approvals",
            "live",
            "sessions",
            "rules",
            "hooks",
            "chart");

    private record WebFile(String resource, String type) {}

    private static final WebFile DOCUMENT = new WebFile("web/index.html", "text/html; charset=utf-8");
    private static final Map<String, WebFile> ASSETS = assets();

    private final Map<String, byte[]> read = new ConcurrentHashMap<>();

    private static Map<String, WebFile> assets() {
        Map<String, WebFile> all = new HashMap<>();
        SCRIPTS.forEach(name -> all.put("/assets/" + name + ".js", new WebFile("web/" + name + ".js", SCRIPT)));
        all.put("/assets/lit-html.js", new WebFile(LIT, SCRIPT));
        all.put("/assets/console.css", new WebFile("web/console.css", "text/css; charset=utf-8"));
        all.put("/assets/pages.css", new WebFile("web/pages.css", "text/css; charset=utf-8"));
        all.put("/assets/mark.svg", new WebFile("web/mark.svg", "image/svg+xml"));
        return Map.copyOf(all);
    }

    Reply at(String path, @Nullable String query) {
        Matcher page = PAGE.matcher(path);
        if (page.matches()) {
            Reply document = reply(DOCUMENT);
            // who comes with a link has no cookie yet, and would be refused all of it
            return page.group(1) == null ? document : document.header("Link", String.join(", ", first(page, query)));
        }
        WebFile file = ASSETS.get(path);
        if (file == null) {
            throw Problem.notFound("There is no such page");
        }
        return reply(file);
    }

    private Reply reply(WebFile file) {
        return new Reply(200, file.type(), read.computeIfAbsent(file.resource(), WebFiles::bytes), Map.of());
    }

    /**
     * What the page will read first, so that the browser fetches it together with the scripts and not after them. The
     * addresses are those that the page's scripts use.
     */
    private static List<String> first(Matcher page, @Nullable String query) {
        String name = page.group(1);
        String id = page.group(2);
        List<String> addresses =
                new ArrayList<>(List.of("/me", "/approvals?state=pending&limit=200", "/approvals?state=ended&limit=8"));
        boolean plain = query == null || PLAIN_QUERY.matcher(query).matches();
        switch (name) {
            case "approvals" -> addresses.add(id == null ? "/approvals/first" : "/approvals/" + id);
            case "sessions" -> addresses.add(id == null ? "/sessions" : "/sessions/" + id);
            case "live" -> {
                if (plain) {
                    addresses.add(query == null || query.isEmpty() ? "/live" : "/live?" + query);
                }
            }
            case "hooks" -> addresses.add("/hooks?over=" + ("over=24h".equals(query) ? "24h" : "1h"));
            default -> addresses.add(id == null ? "/" + name : "/" + name + "/" + id);
        }
        return addresses.stream()
                .map(it -> "<" + API + it + ">; rel=preload; as=fetch; crossorigin")
                .toList();
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = Objects.requireNonNull(WebFiles.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
