package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A list of objects with one key each: {@code directory}, {@code command} or {@code url}. */
final class AnchorShape implements Shape<List<AnchorSpec>> {

    private static final String EXPECTED = "; expected one of {directory: …}, {command: […]} and {url: …}";

    @Override
    public @Nullable List<AnchorSpec> read(YamlValue value, Place place) {
        return Shapes.list(value, place, item -> anchor(item, new Place(place.reader(), place.path(), item.line())));
    }

    /** The address of a witness may have its token in the path. */
    @Override
    public Object written(List<AnchorSpec> anchors, Hiding hiding) {
        return anchors.stream()
                .map(anchor -> switch (anchor) {
                    case AnchorSpec.Directory(var path) -> Map.of("directory", path.toString());
                    case AnchorSpec.Program(var words) ->
                        Map.of("command", words.stream().map(hiding::shown).toList());
                    case AnchorSpec.Address(var url) ->
                        Map.of("url", hiding.secrets() ? withoutPath(url) : url.toString());
                })
                .toList();
    }

    private static String withoutPath(URI url) {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        return url.getScheme() + "://" + url.getHost() + port + "/" + Hiding.HIDDEN;
    }

    private static @Nullable AnchorSpec anchor(YamlValue item, Place place) {
        if (!(item instanceof YamlValue.Fields fields)) {
            place.problem("holds " + item.kind() + EXPECTED);
            return null;
        }
        place.reader().expectKeys(fields, place.path(), Set.of("directory", "command", "url"));
        if (fields.fields().size() != 1) {
            place.problem("holds an anchor with several keys, or none" + EXPECTED);
            return null;
        }
        YamlValue.Field only = fields.fields().getFirst();
        Place there = new Place(place.reader(), Place.path(place.path(), only.key()), only.line());
        return switch (only.key()) {
            case "directory" -> directory(only.value(), there);
            case "command" -> program(only.value(), there);
            case "url" -> address(only.value(), there);
            default -> null; // which was reported
        };
    }

    /** A relative one would be within the project, where an agent may write. */
    private static @Nullable AnchorSpec directory(YamlValue value, Place place) {
        String text = Shapes.TEXT.read(value, place);
        if (text == null) {
            return null;
        }
        Path path = Home.expanded(text);
        if (path != null && path.isAbsolute()) {
            return new AnchorSpec.Directory(path.normalize());
        }
        place.problem("is " + NearMiss.quoted(text) + "; expected an absolute path, or one below ~/");
        return null;
    }

    private static @Nullable AnchorSpec program(YamlValue value, Place place) {
        List<String> words = Shapes.TEXTS.read(value, place);
        if (words != null && !words.isEmpty()) {
            return new AnchorSpec.Program(words);
        }
        if (value instanceof YamlValue.Items items && items.values().isEmpty()) {
            place.problem("has no words; expected a program and its arguments");
        }
        return null;
    }

    /** The address is not repeated: tokens live in it. */
    private static @Nullable AnchorSpec address(YamlValue value, Place place) {
        String text = Shapes.TEXT.read(value, place);
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
        place.problem("is no such address; expected one that begins with http:// or https:// and names a host");
        return null;
    }
}
