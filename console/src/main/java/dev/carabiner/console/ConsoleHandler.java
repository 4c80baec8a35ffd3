package dev.carabiner.console;

import dev.carabiner.approvals.ApprovalStoreException;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The way of a request: the gate, then the page, the socket or the API. Whatever goes wrong is a problem document. */
final class ConsoleHandler extends Handler.Abstract {

    private static final System.Logger LOG = System.getLogger(ConsoleHandler.class.getName());
    private static final String API = "/api/v1";
    private static final int LARGEST_BODY = 1024 * 1024;
    private static final int LARGEST_DISCARDED = 16 * LARGEST_BODY;
    private static final Duration SLOWEST_BODY = Duration.ofSeconds(10);

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
            + " require-trusted-types-for 'script'; trusted-types lit-html";

    private final ConsoleApi api;
    private final Gate gate;
    private final Access access;
    private final Sockets sockets;
    private final ChangeStream events;
    private final WebFiles files = new WebFiles();

    ConsoleHandler(ConsoleApi api, Access access, Sockets sockets, ChangeStream events) {
        this.api = api;
        this.access = access;
        this.gate = new Gate(access);
        this.sockets = sockets;
        this.events = events;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        secure(response);
        try {
            gate.checkHost(request);
            String path = Request.getPathInContext(request);
            if (path.equals("/ws")) {
                gate.checkOrigin(request, true);
                gate.looker(request);
                return sockets.upgrade(request, response, callback);
            }
            if (path.equals(API + "/events")) {
                requireMethod(request, "GET");
                gate.looker(request);
                events.stream(request, response, callback);
                return true;
            }
            send(answer(request, path), response, callback);
        } catch (Problem problem) {
            send(Reply.problem(problem), response, callback);
        } catch (ApprovalStoreException e) {
            LOG.log(Level.WARNING, "The store failed: " + e.getMessage());
            String why = VisibleText.inOneLine(String.valueOf(e.getMessage()));
            send(Reply.problem(Problem.of(503, "store", "The store failed", why)), response, callback);
        } catch (RuntimeException | IOException e) {
            send(failed(e), response, callback);
        }
        return true;
    }

    private static Reply failed(Exception e) {
        if (e instanceof HttpException unreadable) {
            return Reply.problem(Problem.badRequest("The address cannot be read: " + unreadable.getReason()));
        }
        LOG.log(Level.WARNING, "A request of the console failed: " + Throwables.inWords(e));
        return Reply.problem(
                Problem.of(500, "failed", "It failed", "The store or the server failed; the log says why"));
    }

    /** Answers what never comes to {@link #handle}: a head that is no HTTP or is too long, a path that can be read in two ways. */
    static boolean refuse(Request request, Response response, Callback callback) {
        secure(response);
        int status = Math.max(HttpStatus.BAD_REQUEST_400, response.getStatus());
        send(Reply.problem(unreadable(status)), response, callback);
        return true;
    }

    /** For instance a query that is not UTF-8. */
    private static Problem unreadable(int status) {
        return Problem.of(
                status, "http", String.valueOf(HttpStatus.getMessage(status)), "It cannot be read as a request");
    }

    private static void secure(Response response) {
        response.getHeaders().put("Content-Security-Policy", POLICY);
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put("Referrer-Policy", "no-referrer");
        response.getHeaders().put("Cross-Origin-Opener-Policy", "same-origin");
        response.getHeaders().put("Cross-Origin-Resource-Policy", "same-origin");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    }

    private Reply answer(Request request, String path) throws IOException {
        if (!path.startsWith(API + "/")) {
            requireMethod(request, "GET");
            return files.at(path, request.getHttpURI().getQuery());
        }
        if (path.equals(API + "/login")) {
            return login(request);
        }
        User user = gate.user(request);
        boolean changes = !request.getMethod().equals("GET");
        if (changes) {
            requireMethod(request, "POST");
            gate.checkOrigin(request, gate.hasCookie(request));
        }
        return api.answer(new ApiCall(
                user, request.getMethod(), path.substring(API.length()), request, changes ? body(request) : null));
    }

    private Reply login(Request request) throws IOException {
        requireMethod(request, "POST");
        gate.checkOrigin(request, true);
        gate.checkCalm();
        EventData body = body(request);
        String cookie =
                access.login(new RequestBody(body).expect(Set.of("token")).text("token"));
        if (cookie == null) {
            throw Problem.of(
                    401, "unknown-token", "Unknown token", "The link was used before, or is of another server");
        }
        return Reply.empty(204)
                .header("Set-Cookie", Gate.COOKIE + "=" + cookie + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private static void requireMethod(Request request, String method) {
        if (!request.getMethod().equals(method)) {
            throw Problem.of(405, "method", "Not this way", "Expected " + method);
        }
    }

    /** A form cannot send this type, nor can a page elsewhere without being asked first. */
    private static EventData body(Request request) throws IOException {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw Problem.of(415, "type", "Another type was expected", "Expected application/json");
        }
        if (request.getLength() > LARGEST_DISCARDED) {
            throw tooLarge();
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            return EventDataJson.read(bytes(in));
        } catch (InvalidJsonException e) {
            throw Problem.badRequest("The body is no JSON object: " + e.getMessage());
        }
    }

    /**
     * A body that comes drop by drop is given up: it would keep its thread and its connection. One that is too large is read to its end and not kept,
     * since a client whose connection is closed while it still sends may never see the answer.
     */
    private static byte[] bytes(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[8 * 1024];
        long end = System.nanoTime() + SLOWEST_BODY.toNanos();
        long seen = 0;
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            seen += read;
            if (seen <= LARGEST_BODY) {
                all.write(piece, 0, read);
            }
            if (seen > LARGEST_DISCARDED) {
                throw tooLarge();
            }
            if (System.nanoTime() - end > 0) {
                throw Problem.of(
                        408, "slow", "Too slow", "The body did not come within " + SLOWEST_BODY.toSeconds() + " s");
            }
        }
        if (seen > LARGEST_BODY) {
            throw tooLarge();
        }
        return all.toByteArray();
    }

    private static Problem tooLarge() {
        return Problem.of(413, "size", "Too much", "A body has at most " + LARGEST_BODY + " bytes");
    }

    private static void send(Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        if (!reply.type().isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        }
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }

    /** What the API is called with. */
    record ApiCall(
            User user,
            String method,
            String path,
            Request request,
            @Nullable EventData body) {

        @Nullable
        String header(String name) {
            return request.getHeaders().get(name);
        }

        @Nullable
        String query(String name) {
            return Request.extractQueryParameters(request).getValue(name);
        }
    }
}
