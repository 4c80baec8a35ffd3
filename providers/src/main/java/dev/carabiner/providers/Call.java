package dev.carabiner.providers;

import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One question to a model. The model is asked on a thread of its own and may call back on any; what it says is handed
 * out on the thread that waits. That thread can therefore stop waiting at any moment, whatever the model does: it then
 * interrupts the asking thread and cancels the stream.
 */
final class Call implements StreamingChatResponseHandler {

    static final int LARGEST = 32 * 1024 * 1024;

    /** After the answer, for the end of the response's body: a connection that is read to its end is used again. */
    private static final Duration LAST_BYTES = Duration.ofSeconds(1);

    private static final ThreadLocal<@Nullable Call> CURRENT = new ThreadLocal<>();

    private final Settings limits;
    private final Failures failures;
    private final @Nullable Blocks blocks;
    private final BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final AtomicLong size = new AtomicLong();
    private final long began = System.nanoTime();
    private volatile long heard = began;
    private volatile String stopReason = "";
    private volatile @Nullable StreamingHandle handle;
    private @Nullable ChatResponse answer;
    private volatile boolean over;

    /** @param sink gets the pieces on the thread that waits; null if they are not wanted */
    Call(Settings limits, Failures failures, @Nullable AnswerSink sink) {
        this.limits = limits;
        this.failures = failures;
        this.blocks = sink == null ? null : new Blocks(sink);
    }

    /** Tells the call that the current thread asks for, if there is one, that bytes came. */
    static void heard(@Nullable String reason) {
        Call call = CURRENT.get();
        if (call != null) {
            call.heard = System.nanoTime();
            call.stopReason = reason == null ? call.stopReason : reason;
        }
    }

    /** In the service's words, or "" if they are not known. */
    String stopReason() {
        return stopReason;
    }

    /** Asks, and waits for the whole answer. */
    ChatResponse answer(Consumer<Call> question) throws InterruptedException {
        Thread asking = Thread.ofVirtual().name("carabiner-model").start(() -> ask(question));
        try {
            while (answer == null) {
                next().run();
            }
            asking.join(LAST_BYTES);
            handle = null;
            return answer;
        } finally {
            over = true;
            asking.interrupt();
            StreamingHandle open = handle;
            if (open != null) {
                open.cancel();
            }
        }
    }

    private void ask(Consumer<Call> question) {
        CURRENT.set(this);
        try {
            question.accept(this);
        } catch (Throwable e) {
            onError(e); // the thread that waits throws it
        }
    }

    private Runnable next() throws InterruptedException {
        while (true) {
            long now = System.nanoTime();
            long silence = limits.silence().toNanos() - (now - heard);
            long total = limits.total().toNanos() - (now - began);
            Runnable step = steps.poll(Math.min(silence, total), TimeUnit.NANOSECONDS);
            if (size.get() > LARGEST) {
                throw failures.tooLarge();
            }
            if (step != null) {
                return step;
            }
            if (total <= 0) {
                throw late("the answer was not complete after " + limits.total().toMillis() + " ms (total_timeout)");
            }
            if (silence <= 0) {
                throw late("nothing came for " + limits.silence().toMillis() + " ms (timeout)");
            }
        }
    }

    private RuntimeException late(String what) {
        return failures.failed(Kind.TIMEOUT, "did not answer in time: " + what);
    }

    private void add(String type, int tool, @Nullable String text, boolean last) {
        heard = System.nanoTime();
        String piece = text == null ? "" : text;
        size.addAndGet(piece.length());
        if (blocks != null && !over) {
            steps.add(() -> blocks.add(type, tool, piece, last));
        }
    }

    @Override
    public void onPartialResponse(String piece) {
        add("text", -1, piece, false);
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        handle = context.streamingHandle();
        onPartialResponse(piece.text());
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        add("thinking", -1, piece.text(), false);
    }

    @Override
    public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
        handle = context.streamingHandle();
        onPartialThinking(piece);
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece) {
        add("tool_use", piece.index(), piece.partialArguments(), false);
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        handle = context.streamingHandle();
        onPartialToolCall(piece);
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall call) {
        add("tool_use", call.index(), call.toolExecutionRequest().arguments(), true);
    }

    @Override
    public void onCompleteResponse(ChatResponse whole) {
        steps.add(() -> {
            if (blocks != null) {
                blocks.finish(whole.aiMessage());
            }
            answer = whole;
        });
    }

    @Override
    public void onError(Throwable cause) {
        steps.add(() -> {
            if (cause instanceof Error error) {
                throw error;
            }
            throw failures.of(cause);
        });
    }
}
