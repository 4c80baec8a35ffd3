package dev.carabiner.providers;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says what went wrong with a call. Whatever a service or a library says may hold the key, so it is only quoted after
 * the key was taken out, and no exception is passed on as a cause.
 */
final class Failures {

    private static final int LONGEST_QUOTE = 300;

    private final Dialect dialect;
    private final Endpoint endpoint;

    Failures(Dialect dialect, Endpoint endpoint) {
        this.dialect = dialect;
        this.endpoint = endpoint;
    }

    /** A response that is not a success. */
    ProviderException status(int status, HttpHeaders headers, String body) {
        EventData json = json(body);
        Kind kind = kind(status);
        String said = kind == Kind.UNAUTHORIZED ? "" : said(json);
        String what = switch (kind) {
            case UNAUTHORIZED -> "refused the key (" + status + "); check " + endpoint.keySource();
            case RATE_LIMITED -> "is asked too often (429)";
            default ->
                status >= 300 && status < 400
                        ? "answered with a redirection (" + status + "), which is not followed; correct base_url"
                        : "answered with status " + status;
        };
        Duration wait = RetryAfter.of(headers, json);
        return new ProviderException(dialect.name(), kind, place() + " " + what + said, wait, null);
    }

    /** An error that is told in place of an answer, or in the middle of it. */
    @Nullable
    ProviderException told(EventData piece) {
        if (piece.get("error") == null) {
            return null;
        }
        Kind kind = Pieces.at(piece, "error", "code") instanceof Number status && status.intValue() >= 400
                ? kind(status.intValue())
                : kind(String.valueOf(Pieces.at(piece, "error", "type")).toLowerCase(Locale.ROOT));
        String said = kind == Kind.UNAUTHORIZED ? "; check " + endpoint.keySource() : said(piece);
        return new ProviderException(
                dialect.name(), kind, place() + " broke off the answer" + said, RetryAfter.of(piece), null);
    }

    ProviderException refused(String reason) {
        return new ProviderException(dialect.name(), Kind.REJECTED, place() + " refused: " + quoted(reason), null);
    }

    ProviderException io(IOException failure) {
        if (failure instanceof HttpTimeoutException) {
            return failed(Kind.TIMEOUT, "did not answer in time: " + text(failure));
        }
        if (failure instanceof BodyStream.TooLargeException) {
            return failed(Kind.MALFORMED, "sent too much: " + text(failure));
        }
        return failed(Kind.CONNECTION, "could not be reached, or broke off: " + text(failure));
    }

    ProviderException cut() {
        return failed(Kind.CONNECTION, "ended the stream before the answer was complete");
    }

    ProviderException malformed(String what) {
        return failed(Kind.MALFORMED, "sent an answer that makes no sense: " + quoted(what));
    }

    private ProviderException failed(Kind kind, String what) {
        return new ProviderException(dialect.name(), kind, place() + " " + what, null);
    }

    private String place() {
        return dialect.name() + ": " + endpoint.base();
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
    private String said(EventData json) {
        String message = Pieces.text(json, "error", "message");
        message = message == null ? Pieces.text(json, "error") : message;
        message = message == null ? Pieces.text(json, "message") : message;
        return message == null ? "" : ": " + quoted(message);
    }

    private String text(IOException failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : quoted(message);
    }

    private String quoted(String text) {
        String clean = endpoint.key() == null ? text : endpoint.key().hideIn(text);
        String shown = clean.length() > LONGEST_QUOTE ? clean.substring(0, LONGEST_QUOTE) + "…" : clean;
        return VisibleText.inOneLine(shown);
    }

    private static EventData json(String body) {
        try {
            return EventDataJson.read(body);
        } catch (InvalidJsonException e) {
            return EventData.empty(); // an error page of something in between; the status says enough
        }
    }
}
