package dev.carabiner.bridge.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.LiveCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One life of a warm worker. A thread writes to it and another one reads from it, so that a worker that does not read keeps
 * none of those waiting who ask. What it says about no request is passed over, up to a limit.
 */
final class WorkerTalk {

    private static final Logger LOG = System.getLogger(WorkerTalk.class.getName());
    private static final int MOST_WAITING = 256;
    private static final int MOST_STRAY = 100;

    private final LiveCommand program;
    private final Map<String, CompletableFuture<EventData>> waiting = new ConcurrentHashMap<>();
    private final BlockingQueue<byte[]> lines = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong answers = new AtomicLong();
    private final Thread writer;
    private int stray;

    private WorkerTalk(LiveCommand program) {
        this.program = program;
        writer = Thread.ofPlatform().daemon().name("to-hook-worker").unstarted(this::write);
    }

    static WorkerTalk start(LiveCommand program) {
        WorkerTalk talk = new WorkerTalk(program);
        talk.writer.start();
        Thread.ofPlatform().daemon().name("from-hook-worker").start(talk::read);
        return talk;
    }

    boolean isOver() {
        return over.get();
    }

    /** How many answers it has given so far. */
    long answers() {
        return answers.get();
    }

    CompletableFuture<EventData> send(String id, byte[] line) {
        CompletableFuture<EventData> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        if (over.get() || !lines.offer(line)) {
            waiting.remove(id);
            answer.completeExceptionally(new HookFailedException(
                    over.get() ? "the worker has just ended" : MOST_WAITING + " requests wait for it already"));
        }
        return answer;
    }

    void forget(String id) {
        waiting.remove(id);
    }

    /** Ends the program, and all requests that wait for it fail. The second time it does nothing. */
    void end(String why) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        writer.interrupt();
        String errors = program.end().strip();
        HookFailedException failure =
                new HookFailedException(why + (errors.isEmpty() ? "" : ": " + HookDocument.shown(errors)));
        waiting.values().forEach(it -> it.completeExceptionally(failure));
    }

    private void write() {
        try {
            while (!over.get()) {
                program.input().write(lines.take());
                if (lines.isEmpty()) {
                    program.input().flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it has ended
        } catch (IOException e) {
            LOG.log(Logger.Level.DEBUG, "A worker does not read any more", e);
        }
    }

    private void read() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 * 1024];
        String why = "the worker has ended";
        try (InputStream output = program.output()) {
            for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        hear(line.toString(UTF_8).strip());
                        line.reset();
                    } else {
                        line.write(buffer[i]);
                    }
                }
                if (line.size() > CommandHook.MOST_OUTPUT) {
                    throw new HookFailedException("it wrote a line of more than " + CommandHook.MOST_OUTPUT + " bytes");
                }
            }
        } catch (IOException e) {
            LOG.log(Logger.Level.DEBUG, "A worker's output ends", e);
        } catch (CarabinerException e) {
            why = String.valueOf(e.getMessage());
        }
        end(why);
    }

    private void hear(String line) {
        if (line.isEmpty()) {
            return;
        }
        EventData answer;
        try {
            answer = EventDataJson.read(line);
        } catch (CarabinerException e) {
            throw new HookFailedException("it wrote a line that is no answer: " + HookDocument.shown(line), e);
        }
        CompletableFuture<EventData> asked = answer.get("id") instanceof String id ? waiting.remove(id) : null;
        if (asked != null) {
            answers.incrementAndGet();
            asked.complete(answer.without("id"));
        } else if (++stray > MOST_STRAY) {
            throw new HookFailedException("it answered " + stray + " times what it was not asked");
        }
    }
}
