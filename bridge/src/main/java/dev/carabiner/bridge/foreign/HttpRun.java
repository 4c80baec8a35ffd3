package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.service.ServiceAddress;
import dev.carabiner.bridge.service.ServiceCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Environment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls the address of an entry. Only what comes with a status of success decides. */
final class HttpRun {

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(?<braced>\\w+)}|(?<bare>[A-Za-z_]\\w*))");

    private HttpRun() {}

    static Said said(HookEntry entry, EventRow row, Duration limit, EventData payload) throws InterruptedException {
        Map<String, String> known = Environment.passing(entry.allowedVariables());
        Map<String, String> headers = new LinkedHashMap<>();
        entry.headers().forEach((name, value) -> headers.put(name, filled(value, entry.allowedVariables(), known)));
        try (ServiceCall service = new ServiceCall()) {
            String answer = service.post(
                    ServiceAddress.of(entry.command(), List.of()), headers, EventDataJson.write(payload), limit);
            return Said.ofService(row, answer);
        }
    }

    /** Variables that the entry does not list are empty. */
    private static String filled(String value, List<String> names, Map<String, String> known) {
        return VARIABLE.matcher(value).replaceAll(found -> {
            String name = found.group("braced") == null ? found.group("bare") : found.group("braced");
            return Matcher.quoteReplacement(names.contains(name) ? known.getOrDefault(name, "") : "");
        });
    }
}
