package dev.carabiner.guard.rule;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A host by its labels, never by how its text begins or ends.
 *
 * @param host lower case, without a dot at its end
 * @param isParent whether it means the hosts below it, and not itself
 */
record HostPattern(String host, boolean isParent) {

    private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern HOST = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

    /** A URL that every client reads alike: no user, no port of its own, no escapes in the host. */
    private static final Pattern PLAIN_URL =
            Pattern.compile("(?:https?)://([A-Za-z0-9._-]+)(?:[/?#][!#-\\[\\]_a-z~]*+)?");

    private static final Pattern NUMBER = Pattern.compile("0x[0-9a-f]{1,8}|[0-9]{1,11}");

    static @Nullable HostPattern parse(String text) {
        boolean isParent = text.startsWith("*.");
        String host = (isParent ? text.substring(2) : text).toLowerCase(Locale.ROOT);
        boolean valid = host.length() <= 253 && HOST.matcher(host).matches() && (!isParent || host.contains("."));
        return valid ? new HostPattern(host, isParent) : null;
    }

    boolean surelyCovers(String url) {
        Matcher matcher = PLAIN_URL.matcher(url);
        return matcher.matches() && covers(matcher.group(1).toLowerCase(Locale.ROOT));
    }

    /** Generous: every part of the text that some client, or a proxy it goes through, might take for the host. */
    boolean mightCover(String url) {
        String decoded = PercentEncoding.decodedAsFarAsPossible(PercentEncoding.decodedAsFarAsPossible(url));
        return Stream.of(clean(url), clean(decoded))
                .flatMap(HostPattern::parts)
                .map(HostPattern::canonical)
                .anyMatch(this::covers);
    }

    private static Stream<String> parts(String text) {
        return Stream.of(text.split("[/\\\\?#&=@,;]+", -1))
                .flatMap(part -> Stream.concat(
                        Stream.of(part, part.replaceFirst(":[0-9]*+$", "")), Stream.of(part.split(":", -1))));
    }

    private boolean covers(String candidate) {
        return isParent ? candidate.endsWith("." + host) : candidate.equals(host);
    }

    private static String clean(String url) {
        StringBuilder out = new StringBuilder(url.length());
        Normalizer.normalize(url, Normalizer.Form.NFKC).codePoints().forEach(c -> {
            boolean dropped = Character.isWhitespace(c)
                    || Character.isISOControl(c)
                    || Character.isSpaceChar(c)
                    || Character.getType(c) == Character.FORMAT;
            if (!dropped) {
                out.appendCodePoint(c == 0x3002 ? '.' : c); // the ideographic full stop separates labels too
            }
        });
        return out.toString().toLowerCase(Locale.ROOT);
    }

    private static String canonical(String host) {
        String bare = host.replace("[", "").replace("]", "").replaceFirst("\\.+$", "");
        if (bare.startsWith("::ffff:")) {
            bare = bare.substring("::ffff:".length());
        }
        if (bare.equals("::1")) {
            return "127.0.0.1";
        }
        String address = dotted(bare);
        if (address != null) {
            return address;
        }
        try {
            return IDN.toASCII(bare, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return bare;
        }
    }

    /** The classic forms of an IPv4 address: one to four numbers, decimal, octal or hexadecimal. */
    private static @Nullable String dotted(String host) {
        String[] parts = host.split("\\.", -1);
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            if (parts.length > 4 || !NUMBER.matcher(parts[i]).matches()) {
                return null;
            }
            int bits = i == parts.length - 1 ? 8 * (5 - parts.length) : 8;
            address = (address << bits) | (number(parts[i]) & ((1L << bits) - 1));
        }
        return "%d.%d.%d.%d"
                .formatted((address >> 24) & 255, (address >> 16) & 255, (address >> 8) & 255, address & 255);
    }

    private static long number(String text) {
        if (text.startsWith("0x")) {
            return Long.parseLong(text.substring(2), 16);
        }
        boolean octal = text.length() > 1 && text.startsWith("0") && text.matches("[0-7]+");
        return Long.parseLong(text, octal ? 8 : 10);
    }
}
