package dev.carabiner.console;

import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.Proof;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.file.FileProblem;
import dev.carabiner.json.EventDataJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** What is in the log of one session: single records, the proof that one is in it, and whether it is as it was written. */
final class LogApi {

    @FunctionalInterface
    private interface Look {
        Reply at(Path log) throws IOException;
    }

    private final LogFollower follower;
    private final RequestLimit readers;

    LogApi(LogFollower follower, RequestLimit readers) {
        this.follower = follower;
        this.readers = readers;
    }

    /**
     * One record as it stands in the log; a long value that it names is in a record of its own.
     *
     * @param number 18 digits at most
     */
    Reply record(String session, String number) {
        long seq = Long.parseLong(number);
        return looked(session, log -> {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            LogReading.read(log, chain -> {
                boolean isIt = chain.line().seq() == seq;
                if (isIt) {
                    line.writeBytes(chain.line().line());
                }
                return !isIt;
            });
            if (line.size() == 0) {
                throw Problem.notFound("There is no record " + seq + " in the log of this session");
            }
            EventData record = EventDataJson.read(line.toByteArray());
            return Reply.json(200, EventData.of("record", record, "line", line.toString(StandardCharsets.UTF_8)));
        });
    }

    /** Why what the record is about came to what it came to. */
    Reply why(String session, String number) {
        return looked(session, log -> Reply.json(200, EmitReading.why(log, Long.parseLong(number))));
    }

    /** That a record is in the log, for a reader who has the log's public key and nothing else. */
    Reply proof(String session, String number) {
        long seq = Long.parseLong(number);
        return looked(session, log -> {
            try {
                return Reply.text(Proof.of(log, seq).text());
            } catch (Proof.ProofException e) {
                throw Problem.notFound(String.valueOf(e.getMessage()));
            }
        });
    }

    /** Whether the log is as it was written, as far as its own files can tell. */
    Reply verify(ApiCall call, String session) {
        new RequestBody(Objects.requireNonNull(call.body())).expect(Set.of());
        return looked(session, log -> {
            Verdict verdict = LogVerifier.verify(log, null, List.of());
            if (verdict.result() == Verdict.Result.TAMPERED) {
                follower.foundTampered(session);
            }
            return Reply.json(
                    200,
                    EventData.of(
                            "result",
                            verdict.result().name().toLowerCase(Locale.ROOT),
                            "records",
                            verdict.records(),
                            "bad_record",
                            verdict.badRecord(),
                            "explanation",
                            VisibleText.inOneLine(verdict.explanation())));
        });
    }

    private Reply looked(String session, Look look) {
        Path log = follower.required(session).log();
        if (FollowedLog.size(log) > FollowedLog.LARGEST) {
            throw Problem.of(
                    422, "log-size", "Too much", "The log is too long to be read here; 'carabiner audit' reads it");
        }
        try (RequestLimit.Place place = readers.enter()) {
            return look.at(log);
        } catch (NoLogException e) {
            throw Problem.notFound("The session has no log yet");
        } catch (TamperedException e) {
            follower.foundTampered(session);
            throw Problem.of(409, "tampered", "The log is not as it was written", e.explanation());
        } catch (IOException e) {
            throw Problem.of(503, "log", "The log cannot be read", FileProblem.inWords(e));
        }
    }
}
