package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.console.webhook.WebhookEndpoint;
import dev.carabiner.console.webhook.WebhookSecret;
import dev.carabiner.console.webhook.WebhookType;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.store.StorePlace;
import dev.carabiner.engine.yaml.YamlException;
import dev.carabiner.engine.yaml.YamlReader;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of this user: {@code ~/.carabiner/webhooks.yaml}. No bundle can name one, or a cloned repository could
 * have it told elsewhere what its agents ask.
 */
final class WebhooksFile {

    private static final String NAME = "webhooks.yaml";
    private static final int LARGEST = 64 * 1024;
    private static final int LONGEST_SECRET = 4096;
    private static final int MOST = 20;
    private static final List<String> KEYS =
            List.of("url", "secret_file", "secret_env", "types", "private_addresses", "plain_http");
    private static final Set<PosixFilePermission> READABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    private final Path file;
    private final Surroundings here;

    private WebhooksFile(Path file, Surroundings here) {
        this.file = file;
        this.here = here;
    }

    /**
     * The endpoints that the file names; none if there is no file.
     *
     * @throws CommandException if something in it cannot be used; the message has the place and no secret
     */
    static List<WebhookEndpoint> read(Surroundings here) {
        return new WebhooksFile(here.ownDirectory().resolve(NAME), here).endpoints();
    }

    /** Where it is kept what was delivered of the requests of a store. */
    static Path delivered(Surroundings here, StorePlace store) {
        UUID name = UUID.nameUUIDFromBytes(store.toString().getBytes(StandardCharsets.UTF_8));
        return here.ownDirectory().resolve("webhooks").resolve(name.toString());
    }

    private List<WebhookEndpoint> endpoints() {
        try {
            byte[] content = PrivateFiles.read(file, LARGEST);
            return content == null ? List.of() : endpoints(YamlReader.read(content));
        } catch (IOException e) {
            throw CommandException.failed("The webhooks cannot be read: " + FileProblem.inWords(e));
        } catch (YamlException e) {
            throw wrong(e.line(), String.valueOf(e.getMessage()));
        }
    }

    private List<WebhookEndpoint> endpoints(YamlValue document) {
        YamlValue.Fields whole = fields(document, "webhooks: at the top");
        for (YamlValue.Field field : whole.fields()) {
            if (!field.key().equals("webhooks")) {
                throw wrong(field.line(), unknown(field.key(), List.of("webhooks")));
            }
        }
        List<WebhookEndpoint> all = new ArrayList<>();
        YamlValue.Field list = whole.field("webhooks");
        if (list != null) {
            for (YamlValue.Field each :
                    fields(list.value(), "a name for each webhook").fields()) {
                all.add(endpoint(each));
            }
        }
        if (all.size() > MOST) {
            throw wrong(document.line(), "expected at most " + MOST + " webhooks, found " + all.size());
        }
        return all;
    }

    private WebhookEndpoint endpoint(YamlValue.Field named) {
        if (!named.key().matches("[A-Za-z0-9._-]{1,64}")) {
            throw wrong(
                    named.line(),
                    "expected a name of 1 to 64 letters, digits, '.', '_' and '-', found '"
                            + VisibleText.inOneLine(named.key()) + "'");
        }
        YamlValue.Fields fields = fields(named.value(), "url and secret_file or secret_env");
        for (YamlValue.Field field : fields.fields()) {
            if (!KEYS.contains(field.key())) {
                throw wrong(field.line(), named.key() + ": " + unknown(field.key(), KEYS));
            }
        }
        boolean plain = flag(fields, "plain_http");
        YamlValue.Field url = fields.field("url");
        if (url == null) {
            throw wrong(named.line(), named.key() + ": expected url: https://…");
        }
        try {
            URI address = WebhookEndpoint.address(text(url), plain);
            return new WebhookEndpoint(
                    named.key(), address, secrets(named, fields), types(fields), flag(fields, "private_addresses"));
        } catch (IllegalArgumentException e) {
            throw wrong(url.line(), named.key() + ".url: " + e.getMessage());
        }
    }

    private List<WebhookSecret> secrets(YamlValue.Field named, YamlValue.Fields fields) {
        YamlValue.Field inFile = fields.field("secret_file");
        YamlValue.Field inVariable = fields.field("secret_env");
        YamlValue.Field source = inFile == null ? inVariable : inFile;
        if (source == null || (inFile != null && inVariable != null)) {
            throw wrong(named.line(), named.key() + ": expected either secret_file or secret_env");
        }
        if (text(source).startsWith("whsec_")) {
            throw wrong(
                    source.line(),
                    named.key() + "." + source.key() + ": expected the name of a "
                            + (inFile == null ? "variable" : "file")
                            + ", found the secret itself; change it, since it was written down");
        }
        String held = inFile == null ? variable(source, named.key()) : secretFile(source, named.key());
        String place = named.key() + "." + source.key() + ": ";
        List<String> texts = List.of(held.strip().split("\\s+", -1));
        if (held.isBlank() || texts.size() > 2) {
            throw wrong(
                    source.line(), place + "expected one secret there, or two while it is changed, the new one first");
        }
        try {
            return texts.stream().map(WebhookSecret::of).toList();
        } catch (IllegalArgumentException e) {
            throw wrong(
                    source.line(), place + e.getMessage() + "; make one with: echo whsec_$(openssl rand -base64 32)");
        }
    }

    private String variable(YamlValue.Field source, String webhook) {
        String value = here.environment().get(text(source));
        if (value == null) {
            throw wrong(
                    source.line(),
                    webhook + ".secret_env: the variable " + VisibleText.inOneLine(text(source)) + " is not set");
        }
        return value;
    }

    private String secretFile(YamlValue.Field source, String webhook) {
        String written = text(source);
        Path path = written.startsWith("~/")
                ? here.home().resolve(written.substring(2))
                : here.ownDirectory().resolve(written);
        try {
            byte[] content = PrivateFiles.read(path, LONGEST_SECRET);
            if (content == null) {
                throw wrong(source.line(), webhook + ".secret_file: there is no file " + path);
            }
            refuseIfOthersRead(path, source, webhook);
            return new String(content, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw wrong(source.line(), webhook + ".secret_file: " + FileProblem.inWords(e));
        }
    }

    private void refuseIfOthersRead(Path path, YamlValue.Field source, String webhook) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.stream().anyMatch(READABLE_BY_OTHERS::contains)) {
            throw wrong(
                    source.line(),
                    webhook + ".secret_file: others can read " + path + " ("
                            + PosixFilePermissions.toString(permissions) + "); chmod 600 " + path);
        }
    }

    private Set<WebhookType> types(YamlValue.Fields fields) {
        YamlValue.Field listed = fields.field("types");
        Set<WebhookType> types = EnumSet.noneOf(WebhookType.class);
        if (listed == null) {
            return EnumSet.allOf(WebhookType.class);
        }
        if (!(listed.value() instanceof YamlValue.Items items) || items.values().isEmpty()) {
            throw wrong(listed.line(), "types: expected a list of " + String.join(", ", WebhookType.texts()));
        }
        for (YamlValue item : items.values()) {
            WebhookType type = item.plain() instanceof String text ? WebhookType.of(text) : null;
            if (type == null) {
                throw wrong(
                        item.line(),
                        "types: expected " + String.join(", ", WebhookType.texts()) + ", found "
                                + VisibleText.inOneLine(String.valueOf(item.plain())));
            }
            types.add(type);
        }
        return types;
    }

    private boolean flag(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return false;
        }
        if (field.value().plain() instanceof Boolean flag) {
            return flag;
        }
        throw wrong(
                field.line(),
                key + ": expected true or false, found " + field.value().kind());
    }

    private String text(YamlValue.Field field) {
        if (field.value().plain() instanceof String text) {
            return text;
        }
        throw wrong(
                field.line(),
                field.key() + ": expected text, found " + field.value().kind());
    }

    private YamlValue.Fields fields(@Nullable YamlValue value, String expected) {
        if (value instanceof YamlValue.Fields fields) {
            return fields;
        }
        int line = value == null ? 1 : value.line();
        throw wrong(line, "expected " + expected + (value == null ? "" : ", found " + value.kind()));
    }

    private static String unknown(String key, List<String> known) {
        return "there is no key '" + VisibleText.inOneLine(key) + "'; expected " + String.join(", ", known);
    }

    private CommandException wrong(int line, String what) {
        return CommandException.failed(file + ":" + line + ": " + what);
    }
}
