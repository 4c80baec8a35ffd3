package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.service.ServiceAddress;
import dev.carabiner.bridge.service.ServiceCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Environment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls the address of an entry. Only what comes with a status of success decides. */
final class HttpRun {

    private HttpRun() {}

    static Said said(HookEntry entry, Duration limit, EventData payload) throws InterruptedException {
        Map<String, String> allowed = Environment.passing(entry.allowedVariables());
        Map<String, String> headers = new LinkedHashMap<>();
        entry.headers().forEach((name, value) -> headers.put(name, filled(value, entry.allowedVariables(), allowed)));
        try (ServiceCall service = new ServiceCall()) {
            String answer = service.post(
                    ServiceAddress.of(entry.command(), List.of()), headers, EventDataJson.write(payload), limit);
            return new Said(0, answer, "", false);
        }
    }

    /** Variables that the entry does not list are empty. */
    private static String filled(String value, List<String> names, Map<String, String> allowed) {
        String filled = value;
        for (String name : names) {
            String known = allowed.getOrDefault(name, "");
            filled = filled.replace("${" + name + "}", known).replace("$" + name, known);
        }
        return filled;
    }
}
