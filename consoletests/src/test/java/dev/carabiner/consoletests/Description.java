package dev.carabiner.consoletests;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What docs/api.yaml says, held against what the server sends. */
final class Description {

    private final Map<String, Object> document;
    private final Set<String> called = new ConcurrentSkipListSet<>();

    Description() throws IOException {
        Path file = Path.of("../docs/api.yaml");
        document = map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
    }

    /** Fails unless the description has this operation, this status, this type and a schema that the body fits. */
    void check(String method, String path, int status, String type, String body) {
        String template = path.replaceAll("\\?.*", "")
                .replaceAll("^/approvals/(?!first$)[^/]+", "/approvals/{id}")
                .replaceAll("^/sessions/[^/]+", "/sessions/{id}")
                .replaceAll("/(records|why)/[^/]+", "/$1/{seq}")
                .replaceAll("^/rules/[^/]+/end$", "/rules/{id}/end")
                .replaceAll("^/rules/(?!coverage$)[^/]+$", "/rules/{id}");
        Map<String, Object> operation = map(at(document, "paths", template, method.toLowerCase(java.util.Locale.ROOT)));
        called.add(method + " " + template);
        Object response = at(operation, "responses", String.valueOf(status));
        if (response == null) {
            throw new AssertionError(
                    method + " " + template + " has no status " + status + " in docs/api.yaml; " + body);
        }
        Object described = resolved(response);
        Object content = at(described, "content");
        if (content == null) {
            if (!body.isEmpty()) {
                throw new AssertionError(status + " of " + template + " has no body in docs/api.yaml");
            }
            return;
        }
        Object schema = at(content, type, "schema");
        if (schema == null) {
            throw new AssertionError(status + " of " + template + " is no " + type + " in docs/api.yaml");
        }
        List<Error> errors = compiled(map(schema)).validate(body, InputFormat.JSON);
        if (!errors.isEmpty()) {
            throw new AssertionError(method + " " + path + " " + status + ": " + errors + "\n" + body);
        }
    }

    /** Fails unless the description has this webhook, its headers are there as described, and the body fits its schema. */
    void checkWebhook(String type, UnaryOperator<String> headers, String body) {
        Object operation = at(document, "webhooks", type, "post");
        check("webhook " + type, at(operation, "requestBody", "content", "application/json", "schema"), body);
        for (Object parameter : (List<?>) map(operation).get("parameters")) {
            Object header = resolved(parameter);
            String name = String.valueOf(at(header, "name"));
            check(name + " of " + type, at(header, "schema"), '"' + headers.apply(name) + '"');
        }
    }

    private void check(String what, Object schema, String value) {
        List<Error> errors = compiled(map(schema)).validate(value, InputFormat.JSON);
        if (!errors.isEmpty()) {
            throw new AssertionError(what + ": " + errors + "\n" + value);
        }
    }

    /** The types of webhooks. */
    Set<String> webhooks() {
        return map(document.get("webhooks")).keySet();
    }

    Set<String> paths() {
        return map(document.get("paths")).keySet();
    }

    /** The operations at these paths and below them that no test has called. */
    Set<String> uncalled(List<String> beginnings) {
        Set<String> all = new TreeSet<>();
        map(document.get("paths"))
                .forEach((path, methods) -> map(methods).forEach((method, operation) -> {
                    if (beginnings.stream().anyMatch(it -> path.equals(it) || path.startsWith(it + "/"))) {
                        all.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path);
                    }
                }));
        all.removeAll(called);
        return all;
    }

    /** A schema of a file of its own stands beside the description. */
    private Schema compiled(Map<String, Object> schema) {
        if (schema.get("$ref") instanceof String file && file.endsWith(".schema.json")) {
            try {
                return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Files.readString(Path.of("../docs", file)), InputFormat.JSON);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Map<String, Object> whole = new LinkedHashMap<>(schema);
        whole.put("components", document.get("components"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(EventDataJson.write(EventData.of(whole)), InputFormat.JSON);
    }

    private Object resolved(Object node) {
        Object reference = map(node).get("$ref");
        if (reference == null) {
            return node;
        }
        String[] names = String.valueOf(reference).substring(2).split("/", -1);
        return Objects.requireNonNull(at(document, names), String.valueOf(reference));
    }

    private static Object at(Object node, String... names) {
        Object here = node;
        for (String name : names) {
            here = here == null ? null : map(here).get(name);
        }
        return here;
    }

    @SuppressWarnings("unchecked") // YAML has objects with text keys
    private static Map<String, Object> map(Object node) {
        return (Map<String, Object>) Objects.requireNonNull(node, "the operation is not in docs/api.yaml");
    }
}
