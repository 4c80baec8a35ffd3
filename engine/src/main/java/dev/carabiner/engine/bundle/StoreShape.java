package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code postgresql://user@host/database} or a file. A relative file would be within the project, where an agent may
 * write; a password would be in every copy of the bundle.
 */
final class StoreShape implements Shape<String> {

    private static final String SERVER = "postgresql://";
    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("[?&]\\s*(password|sslpassword)\\s*=");

    /** An absolute path, or one below {@code ~/}. */
    static final Shape<String> PRIVATE_FILE = (value, place) -> {
        String text = Shapes.TEXT.read(value, place);
        return text == null ? null : file(text, place, "an absolute path, or one below ~/");
    };

    @Override
    public @Nullable String read(YamlValue value, Place place) {
        String text = Shapes.TEXT.read(value, place);
        if (text == null) {
            return null;
        }
        return text.contains("://")
                ? server(text, place)
                : file(text, place, "an absolute path, one below ~/, or postgresql://user@host/database");
    }

    /** What holds a password is not repeated. */
    private static @Nullable String server(String text, Place place) {
        if (!text.startsWith(SERVER)) {
            place.problem(
                    "is the address of no store that is known; expected postgresql://user@host/database, or a file");
            return null;
        }
        String rest = text.substring(SERVER.length());
        int at = rest.lastIndexOf('@');
        boolean holdsPassword = (at >= 0 && rest.substring(0, at).indexOf(':') >= 0)
                || PASSWORD_PARAMETER.matcher(rest).find();
        if (holdsPassword) {
            place.problem("holds a password, which every copy of this file would hold too; take it out, and give it by"
                    + " the variable CARABINER_APPROVALS_PASSWORD or by session.approvals.password_file");
            return null;
        }
        return text;
    }

    private static @Nullable String file(String text, Place place, String expected) {
        Path path = Home.expanded(text);
        if (path != null && path.isAbsolute()) {
            return path.normalize().toString();
        }
        place.problem("is " + NearMiss.quoted(text) + "; expected " + expected);
        return null;
    }

    @Override
    public Object written(String address, Hiding hiding) {
        return hiding.shown(address);
    }
}
