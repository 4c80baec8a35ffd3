package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** At whatever moment a call is given up, between sending the request and reading the answer, its connection is closed. */
class AbandonedCallTest {

    private static final int MOMENTS = 60;

    private final Service service = new OpenAiService();
    private final CountDownLatch gone = new CountDownLatch(1);
    private WireServer server;
    private Provider provider;

    @BeforeEach
    void start() {
        server = new WireServer();
        server.reply(Replies.silence(service.streamType(), service.stream().subList(0, 2), gone));
        provider = service.module()
                .create(EventData.of("model", service.model(), "base_url", server.address()), name -> null);
    }

    @AfterEach
    void stop() throws IOException {
        provider.close();
        server.close();
    }

    @RepeatedTest(MOMENTS)
    void by_an_interruption(RepetitionInfo moment) throws InterruptedException {
        Thread caller = Thread.currentThread();
        soon(moment, caller::interrupt);

        assertThat(call()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @RepeatedTest(MOMENTS)
    void by_closing_the_provider(RepetitionInfo moment) throws InterruptedException {
        soon(moment, provider::close);

        assertThat(call()).isInstanceOf(ProviderException.class);
        assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private Throwable call() {
        return catchThrowable(() -> provider.stream(Conversations.SHORT, new RecordingSink()));
    }

    /** A little later each time, once the request has arrived. */
    private void soon(RepetitionInfo moment, Runnable action) {
        Thread.ofVirtual().start(() -> {
            try {
                server.received();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            LockSupport.parkNanos(moment.getCurrentRepetition() * 30_000L);
            action.run();
        });
    }
}
