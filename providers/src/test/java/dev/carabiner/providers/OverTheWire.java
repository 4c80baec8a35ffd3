package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import java.io.IOException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** A provider of one kind, and a server of its kind to talk to. */
abstract class OverTheWire {

    static final String KEY = "sk-test-0123456789abcdef";

    @Parameter
    Service service;

    WireServer server;
    Provider provider;
    RecordingSink sink = new RecordingSink();

    @BeforeEach
    void start() {
        server = new WireServer();
        provider = provider(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        provider.close();
        server.close();
    }

    Provider provider(String address, Object... more) {
        EventData settings = EventData.of("model", service.model(), "base_url", address, "api_key_env", "THE_KEY");
        settings = settings.overlaidWith(EventData.of(service.settings()));
        for (int i = 0; i < more.length; i += 2) {
            settings = settings.with((String) more[i], more[i + 1]);
        }
        return service.module().create(settings, name -> name.equals("THE_KEY") ? KEY : null);
    }

    static ProviderException failure(ThrowingCallable call) {
        return catchThrowableOfType(ProviderException.class, call);
    }

    ModelAnswer call(boolean streaming) throws InterruptedException {
        return streaming ? provider.stream(Conversations.SHORT, sink) : provider.answer(Conversations.SHORT);
    }
}
