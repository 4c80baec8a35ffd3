package dev.carabiner.bridge.service;

import dev.carabiner.bridge.program.HookDocument;
import dev.carabiner.bridge.program.OutsideHook;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Environment;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A hook that is a service: each event is posted to it, and an answer with a status of success and a result decides. */
public final class HttpHook implements HookModule {

    private static final Duration GRACE = Duration.ofMillis(100);

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String description() {
        return "Asks a service about events.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return OutsideHook.keys(Map.of(
                "url", ConfigType.TEXT,
                "hosts", ConfigType.TEXTS,
                "headers", ConfigType.OBJECT,
                "token_env", ConfigType.TEXT));
    }

    @Override
    public EventData configDefaults() {
        return OutsideHook.defaults().with("hosts", List.of()).with("headers", EventData.empty());
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        OutsideHook hook = OutsideHook.of(name(), config);
        ServiceAddress address = ServiceAddress.of(config.text("url", ""), config.texts("hosts", List.of()));
        Map<String, String> headers = headers(config);
        Duration limit = hook.timeout().compareTo(GRACE.multipliedBy(2)) > 0
                ? hook.timeout().minus(GRACE)
                : hook.timeout();
        ServiceCall service = new ServiceCall();
        hook.register(mount, (event, data) -> {
            String document = EventDataJson.write(HookDocument.of(event, data, hook.name(), limit));
            return HookDocument.result(service.post(address, headers, document, limit));
        });
        return service;
    }

    /** A token comes from the environment, so that it stands in no file. */
    private static Map<String, String> headers(HookConfig config) {
        Map<String, String> headers = new LinkedHashMap<>();
        EventData given = config.settings().object("headers");
        if (given != null) {
            given.asMap().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        }
        String variable = config.text("token_env", "");
        if (!variable.isEmpty()) {
            String token = Environment.passing(List.of(variable)).get(variable);
            if (token == null || token.isBlank()) {
                throw new IllegalArgumentException("the environment has no " + variable + ", which token_env names");
            }
            headers.put("Authorization", "Bearer " + token);
        }
        return headers;
    }
}
