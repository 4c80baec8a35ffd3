package dev.carabiner.providers;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says what went wrong with a call. What a service or a library says may hold the key, so it is only quoted after the
 * key was taken out, and no exception is passed on as a cause.
 */
final class Failures {

    private static final int LONGEST_QUOTE = 300;
    private static final int LONGEST_READ = 4_000;
    private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

    private final String provider;
    private final @Nullable ApiKey key;
    private final String keySource;
    private volatile String place;

    /** @param place the service's address, or what is known of it; may be empty */
    Failures(String provider, String place, @Nullable ApiKey key, String keySource) {
        this.provider = provider;
        this.place = place;
        this.key = key;
        this.keySource = keySource;
    }

    /** Where requests go, for a model that has an address of its own. */
    void place(String address) {
        place = address;
    }

    /** Whatever LangChain4j or the network throws. */
    ProviderException of(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            ProviderException known = known(each, String.valueOf(each.getMessage()));
            if (known != null) {
                return known;
            }
        }
        return malformed(cause.getClass().getSimpleName() + ": " + cause.getMessage());
    }

    private @Nullable ProviderException known(Throwable cause, String said) {
        return switch (cause) {
            case ProviderException it -> it;
            case InvalidJsonException it -> malformed(said);
            case HttpException it -> status(it.statusCode(), NO_HEADERS, said);
            case RateLimitException it -> failed(Kind.RATE_LIMITED, "is asked too often", said);
            case AuthenticationException it -> failed(Kind.UNAUTHORIZED, "refused the key; check " + keySource);
            case InternalServerException it -> failed(Kind.SERVER_ERROR, "failed", said);
            case UnsupportedFeatureException it -> failed(Kind.REJECTED, "does not take this", said);
            case UnresolvedModelServerException it -> unreachable();
            case NonRetriableException it -> failed(Kind.REJECTED, "refused", said);
            case TimeoutException it -> failed(Kind.TIMEOUT, "did not answer in time", said);
            case HttpTimeoutException it -> failed(Kind.TIMEOUT, "did not answer in time", said);
            case ConnectException it -> unreachable();
            case UnresolvedAddressException it -> unreachable();
            case IOException it when !isOfALibrary(it) -> failed(Kind.CONNECTION, "broke off the connection", said);
            default -> null;
        };
    }

    /** Libraries for JSON throw such for what they cannot read; those of the network come with the platform. */
    private static boolean isOfALibrary(IOException cause) {
        String name = cause.getClass().getName();
        return !name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.");
    }

    /** A response that is not a success. */
    ProviderException status(int status, HttpHeaders headers, String body) {
        EventData json = json(body);
        Kind kind = kind(status);
        String redirected = status / 100 == 3 ? ", a redirection, which is not followed; correct base_url" : "";
        String what = switch (kind) {
            case UNAUTHORIZED -> "refused the key (" + status + "); check " + keySource;
            case RATE_LIMITED -> "is asked too often (429)";
            default -> "answered with status " + status + redirected;
        };
        return failed(kind, what, kind == Kind.UNAUTHORIZED ? "" : said(json), RetryAfter.of(headers, json));
    }

    /** An error that is told in place of an answer, or in the middle of it. */
    ProviderException told(EventData piece) {
        int status = Json.at(piece, "/error/code") instanceof Number code ? code.intValue() : 0;
        Kind kind = status >= 400 ? kind(status) : kind(Json.text(piece, "/error/type"));
        boolean key = kind == Kind.UNAUTHORIZED;
        String what = "broke off the answer" + (key ? "; check " + keySource : "");
        return failed(kind, what, key ? "" : said(piece), RetryAfter.of(NO_HEADERS, piece));
    }

    ProviderException tooLarge() {
        return failed(Kind.MALFORMED, "sent too much: the answer is larger than 32 MiB");
    }

    ProviderException malformed(String what) {
        return failed(Kind.MALFORMED, "sent an answer that makes no sense", what);
    }

    private ProviderException unreachable() {
        String check = "; check that the service runs there, that base_url is right, and the network";
        return failed(Kind.CONNECTION, "could not be reached: nothing answers, or the host is not known" + check);
    }

    ProviderException failed(Kind kind, String what) {
        return failed(kind, what, "", null);
    }

    /** @param quote what comes from outside, and may hold the key */
    ProviderException failed(Kind kind, String what, String quote) {
        return failed(kind, what, quote, null);
    }

    private ProviderException failed(Kind kind, String what, String quote, @Nullable Duration wait) {
        String read = quote.length() > LONGEST_READ ? quote.substring(0, LONGEST_READ) : quote;
        String clean = key == null || read.isBlank() ? read : key.hideIn(read);
        String shown = clean.length() > LONGEST_QUOTE ? clean.substring(0, LONGEST_QUOTE) + "…" : clean;
        String where = provider + ": " + (place.isEmpty() ? "" : place + " ");
        String message = where + what + (shown.isBlank() ? "" : ": " + shown);
        return new ProviderException(provider, kind, VisibleText.inOneLine(message), wait, null);
    }

    private static Kind kind(int status) {
        return switch (status) {
            case 401, 403 -> Kind.UNAUTHORIZED;
            case 408 -> Kind.TIMEOUT;
            case 429 -> Kind.RATE_LIMITED;
            default -> status >= 500 ? Kind.SERVER_ERROR : Kind.REJECTED;
        };
    }

    private static Kind kind(String type) {
        if (type.contains("rate_limit")) {
            return Kind.RATE_LIMITED;
        }
        if (type.contains("authentication") || type.contains("permission")) {
            return Kind.UNAUTHORIZED;
        }
        return type.contains("invalid_request") || type.contains("not_found") ? Kind.REJECTED : Kind.SERVER_ERROR;
    }

    /** The message that all of them put somewhere into their errors. */
    private static String said(EventData json) {
        return Stream.of("/error/message", "/error", "/message")
                .map(path -> Json.text(json, path))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static EventData json(String body) {
        try {
            return Json.read(body);
        } catch (InvalidJsonException e) {
            return EventData.empty(); // an error page of something in between; the status says enough
        }
    }
}
