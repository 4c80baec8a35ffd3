package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.testkit.agent.ProviderContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.FieldSource;

/** Every provider keeps the contract of the testkit, over its own wire format. */
@ParameterizedClass
@FieldSource("dev.carabiner.providers.Service#ALL")
class KeptContractTest extends ProviderContract {

    private static final String KEY = "sk-test-0123456789abcdef";

    @Parameter
    Service service;

    private final List<WireServer> servers = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (WireServer server : servers) {
            server.close();
        }
    }

    /** Has as many answers as one test asks for. */
    @Override
    protected Provider answering() {
        return over(server -> {
            for (int i = 0; i < 10; i++) {
                server.reply(Replies.json(200, service.answer()));
            }
        });
    }

    @Override
    protected Provider streaming() {
        return over(server -> server.reply(Replies.stream(service.streamType(), service.stream())));
    }

    @Override
    protected Provider failing() {
        return over(server -> {
            for (int i = 0; i < 2; i++) {
                server.reply(Replies.json(401, service.error("the key " + KEY + " is wrong")));
            }
        });
    }

    @Override
    protected Provider silent() {
        return over(server -> server.reply(Replies.silence(service.streamType(), List.of(), new CountDownLatch(1))));
    }

    @Override
    protected String key() {
        return KEY;
    }

    private interface Replying {
        void prepare(WireServer server);
    }

    private Provider over(Replying replying) {
        WireServer server = new WireServer();
        servers.add(server);
        replying.prepare(server);
        EventData settings =
                EventData.of("model", service.model(), "base_url", server.address(), "api_key_env", "THE_KEY");
        return service.module()
                .create(
                        settings.overlaidWith(EventData.of(service.settings())),
                        name -> name.equals("THE_KEY") ? KEY : null);
    }
}
