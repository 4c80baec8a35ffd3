import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookResult;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;

/** Nothing is deployed on a Friday, by the session's own clock. */
public class NoFriday implements HookHandler {

    @Override
    public HookResult handle(String event, EventData data) {
        EventData input = data.object("tool_input");
        boolean deploys = input != null && String.valueOf(input.get("command")).startsWith("kubectl apply");
        DayOfWeek day = Instant.parse(data.text("timestamp")).atZone(ZoneOffset.UTC).getDayOfWeek();
        return deploys && day == DayOfWeek.FRIDAY
                ? HookResult.deny("Nothing is deployed on a Friday")
                : HookResult.proceed();
    }
}
