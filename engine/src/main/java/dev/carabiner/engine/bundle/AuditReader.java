package dev.carabiner.engine.bundle;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.guard.path.HomeDirectories;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a file says of the audit log. */
final class AuditReader {

    private static final String WHERE = "session.audit";
    private static final String ANCHOR = WHERE + ".anchors";
    private static final String EXPECTED = "expected one of {directory: …}, {command: […]} and {url: …}";

    private final FieldReader reader;

    AuditReader(FieldReader reader) {
        this.reader = reader;
    }

    AuditPart read(YamlValue.Fields session) {
        YamlValue.Fields audit = reader.object(session, "audit", "session");
        if (audit == null) {
            return AuditPart.EMPTY;
        }
        reader.expectKeys(audit, WHERE, Set.of("on_failure", "secrets", "anchors"));
        AuditFailurePolicy onFailure = reader.oneOf(
                audit,
                "on_failure",
                WHERE,
                Map.of("deny", AuditFailurePolicy.DENY, "continue", AuditFailurePolicy.CONTINUE));
        return new AuditPart(onFailure, reader.texts(audit, "secrets", WHERE), anchors(audit));
    }

    private List<AnchorSpec> anchors(YamlValue.Fields audit) {
        List<AnchorSpec> anchors = new ArrayList<>();
        for (YamlValue item : reader.list(audit, "anchors", WHERE)) {
            AnchorSpec anchor = anchor(item);
            if (anchor != null) {
                anchors.add(anchor);
            }
        }
        return anchors;
    }

    private @Nullable AnchorSpec anchor(YamlValue item) {
        if (!(item instanceof YamlValue.Fields fields)) {
            reader.problem(item.line(), ANCHOR + " holds " + item.kind() + "; " + EXPECTED);
            return null;
        }
        reader.expectKeys(fields, ANCHOR, Set.of("directory", "command", "url"));
        if (fields.fields().size() != 1) {
            reader.problem(item.line(), ANCHOR + " holds an anchor with several keys, or none; " + EXPECTED);
            return null;
        }
        return switch (fields.fields().getFirst().key()) {
            case "directory" -> directory(fields);
            case "command" -> program(fields);
            case "url" -> address(fields);
            default -> null; // which was reported
        };
    }

    /** Not a relative one: it would be within the project, where an agent may write. */
    private @Nullable AnchorSpec directory(YamlValue.Fields fields) {
        String text = reader.text(fields, "directory", ANCHOR);
        if (text == null) {
            return null;
        }
        String expanded = text.startsWith("~/") ? HomeDirectories.ofShell() + text.substring(1) : text;
        try {
            Path path = Path.of(expanded);
            if (path.isAbsolute()) {
                return new AnchorSpec.Directory(path.normalize());
            }
        } catch (InvalidPathException e) {
            // said below
        }
        reader.problem(
                fields.line(),
                ANCHOR + ".directory is " + NearMiss.quoted(text) + "; expected an absolute path, or one below ~/");
        return null;
    }

    private @Nullable AnchorSpec program(YamlValue.Fields fields) {
        List<String> words = reader.texts(fields, "command", ANCHOR);
        if (!words.isEmpty()) {
            return new AnchorSpec.Program(words);
        }
        if (fields.fields().getFirst().value() instanceof YamlValue.Items items
                && items.values().isEmpty()) {
            reader.problem(fields.line(), ANCHOR + ".command has no words; expected a program and its arguments");
        }
        return null;
    }

    /** The address is not repeated: tokens live in it. */
    private @Nullable AnchorSpec address(YamlValue.Fields fields) {
        String text = reader.text(fields, "url", ANCHOR);
        if (text == null) {
            return null;
        }
        try {
            URI url = new URI(text);
            String scheme = url.getScheme();
            if (("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme)) && url.getHost() != null) {
                return new AnchorSpec.Address(url);
            }
        } catch (URISyntaxException e) {
            // said below
        }
        reader.problem(
                fields.line(),
                ANCHOR + ".url is no such address; expected one that begins with http:// or https:// and names a host");
        return null;
    }
}
