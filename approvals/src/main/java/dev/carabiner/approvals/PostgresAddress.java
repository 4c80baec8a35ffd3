package dev.carabiner.approvals;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Where a PostgreSQL database is and who asks. The text form names no password.
 *
 * @param url as the driver takes it
 * @param properties user, password, time limits, and that no error repeats a row, which may hold a tool's input
 */
record PostgresAddress(String url, Properties properties) {

    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)[?&]\\s*(ssl)?password\\s*=");

    /** Reads {@code postgresql://user@host[:port][,host…]/database[?sslmode=…]}. */
    static PostgresAddress of(String text, String password) {
        if (!text.startsWith("postgresql://")) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no address of a store, expected postgresql://user@host/database");
        }
        String rest = text.substring("postgresql://".length());
        int slash = rest.indexOf('/');
        int at = slash < 0 ? rest.lastIndexOf('@') : rest.substring(0, slash).lastIndexOf('@');
        String user = at < 0 ? "" : rest.substring(0, at);
        if (user.contains(":") || PASSWORD_PARAMETER.matcher(rest).find()) {
            throw new IllegalArgumentException("The address of the store holds a password; name it by the variable"
                    + " CARABINER_APPROVALS_PASSWORD or by a file instead");
        }
        Properties properties = new Properties();
        if (!user.isEmpty()) {
            properties.setProperty("user", URLDecoder.decode(user, StandardCharsets.UTF_8));
        }
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "carabiner");
        properties.setProperty("targetServerType", "primary");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "30");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("logServerErrorDetail", "false");
        return new PostgresAddress("jdbc:postgresql://" + rest.substring(at + 1), properties);
    }

    /** The properties of a connection that waits for notifications. */
    Properties listening() {
        Properties listening = new Properties();
        listening.putAll(properties);
        listening.setProperty("socketFactory", PromptSockets.class.getName());
        return listening;
    }

    @Override
    public String toString() {
        int query = url.indexOf('?');
        return url.substring("jdbc:".length(), query < 0 ? url.length() : query);
    }
}
