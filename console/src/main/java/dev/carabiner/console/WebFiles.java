package dev.carabiner.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The files of the page. Each address is one of a fixed list: no path of a request leads to a file. */
final class WebFiles {

    private static final Pattern PAGE = Pattern.compile("/|/approvals|/approvals/[A-Za-z0-9._-]{1,128}");
    private static final String LIT = "/META-INF/resources/webjars/lit-html/3.3.2/lit-html.js";

    private record WebFile(String resource, String type) {}

    private static final WebFile DOCUMENT = new WebFile("web/index.html", "text/html; charset=utf-8");
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, WebFile> ASSETS = Map.of(
            "/assets/console.js", new WebFile("web/console.js", SCRIPT),
            "/assets/card.js", new WebFile("web/card.js", SCRIPT),
            "/assets/api.js", new WebFile("web/api.js", SCRIPT),
            "/assets/lit-html.js", new WebFile(LIT, SCRIPT),
            "/assets/console.css", new WebFile("web/console.css", "text/css; charset=utf-8"),
            "/assets/mark.svg", new WebFile("web/mark.svg", "image/svg+xml"));

    private final Map<String, byte[]> read = new ConcurrentHashMap<>();

    Reply at(String path) {
        WebFile file = PAGE.matcher(path).matches() ? DOCUMENT : ASSETS.get(path);
        if (file == null) {
            throw Problem.notFound("There is no such page");
        }
        return new Reply(200, file.type(), read.computeIfAbsent(file.resource(), WebFiles::bytes), Map.of());
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = Objects.requireNonNull(WebFiles.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
