package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** A session is called by the first words it was asked with. The list of sessions collects the name. */
public final class SessionNaming implements HookModule {

    /** Holds the name of the session as a text, once there is one. */
    public static final String CHANNEL = "session.name";

    private static final String NAME = "session-naming";

    /** No word of a language; rather a key, a digest or an address, which a name should not give away. */
    private static final int LONGEST_WORD = 24;

    /** Letters and digits among each other, or what is said to be secret. */
    private static final Pattern KEY = Pattern.compile(
            "(?=.{16,})(?=.*[A-Za-z])(?=.*\\d.*\\d)[\\w+/=.-]+|(?i).*(passw|secret|token|api.?key|credential)\\w*[=:].+");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Names the session after its first prompt.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("longest", ConfigType.NUMBER);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("longest", 48);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        int longest = InvalidSettingException.atLeastOne(NAME, "longest", config.number("longest", 48));
        SessionStates<String> names = new SessionStates<>("");
        AtomicBoolean mounted = new AtomicBoolean(true);
        mount.registerContributor(CHANNEL, NAME, () -> {
            String name = names.of(mount.sessionId());
            return mounted.get() && !name.isEmpty() ? name : null;
        });
        HookOptions options =
                HookOptions.forEvent(Events.PROMPT_SUBMIT).name(NAME).priority(100);
        Registration registration = mount.hooks().on(Events.PROMPT_SUBMIT, config.options(options), (prompt, data) -> {
            names.update(data, before -> before.isEmpty() ? nameOf(prompt.prompt(), longest) : before);
            return null;
        });
        return () -> {
            mounted.set(false);
            registration.close();
        };
    }

    static String nameOf(String prompt, int longest) {
        StringBuilder name = new StringBuilder();
        String line = prompt.strip().lines().findFirst().orElse("");
        String visible = line.replaceAll("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}]", "");
        for (String word : visible.strip().split("\\s+", -1)) {
            if (word.isEmpty()
                    || word.length() > LONGEST_WORD
                    || KEY.matcher(word).matches()) {
                continue;
            }
            if (name.length() + word.length() + 1 > longest) {
                break;
            }
            name.append(name.isEmpty() ? "" : " ").append(word);
        }
        return name.toString();
    }
}
