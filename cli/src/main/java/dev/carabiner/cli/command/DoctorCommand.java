package dev.carabiner.cli.command;

import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.cli.agent.AgentRegistration;
import dev.carabiner.cli.agent.ClaudeVersion;
import dev.carabiner.cli.agent.GuardFile;
import dev.carabiner.cli.agent.HookStart;
import dev.carabiner.cli.agent.Installer;
import dev.carabiner.cli.agent.SessionCanary;
import dev.carabiner.cli.agent.WiringProbe;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code carabiner doctor}: whether the agents of this user really ask. */
@Command(
        name = "doctor",
        description = {
            "Says whether your agents really ask Carabiner, and what to do if not.",
            "Looks into the files that the agent reads, and sends a call that must be denied through the very command",
            "that is registered. Exit code: 0 if all is well, 1 if there is something to do."
        },
        footerHeading = "%nExamples:%n",
        footer = "  carabiner doctor")
final class DoctorCommand implements Callable<Integer> {

    private final Surroundings here;
    private boolean well = true;

    DoctorCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        guardFile();
        List<String> asking = new ArrayList<>();
        for (String name : AgentRegistration.agents()) {
            if (agent(GuardedAgent.named(name))) {
                asking.add(name);
            }
        }
        duplicates(asking);
        sessions();
        if (asking.isEmpty()) {
            line("No agent asks Carabiner. To guard one: carabiner install --agent claude");
        }
        return well ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void guardFile() {
        Path guard = GuardFile.in(here);
        Path launcher = HookStart.launcher();
        if (!Files.exists(guard)) {
            return;
        }
        try {
            String text = Files.readString(guard);
            boolean current = launcher == null || text.contains("version=" + HookStart.version() + "\n");
            if (!current) {
                problem(
                        guard + " belongs to another version of Carabiner",
                        "carabiner install --agent AGENT writes it anew");
            }
            if (!Files.isExecutable(guard)) {
                problem(guard + " cannot be run", "chmod u+x " + guard);
            }
        } catch (IOException e) {
            problem(guard + " cannot be read: " + e.getMessage(), "carabiner install --agent AGENT writes it anew");
        }
    }

    /** Whether it asks. */
    private boolean agent(GuardedAgent agent) {
        boolean asks = false;
        for (Installer place : places(agent)) {
            String title = agent.dialect().agent() + " (" + place.file() + ")";
            try {
                String now = place.before();
                boolean ours = now != null && now.contains(GuardFile.in(here).toString());
                if (ours) {
                    asks = true;
                    registered(agent, place, title);
                } else if (now != null && isUsers(place)) {
                    line(title + ": does not ask; carabiner install --agent " + agent.name());
                }
            } catch (IOException e) {
                problem(title + ": " + e.getMessage(), "mend the file: the agent may pass over all hooks in it");
            }
        }
        return asks;
    }

    private void registered(GuardedAgent agent, Installer place, String title) throws IOException {
        if (!place.isInstalled()) {
            problem(
                    title + ": the hooks are not complete, or not the first",
                    "carabiner install --agent " + agent.name());
        }
        Path off = place.switchedOff();
        if (off != null) {
            problem(title + ": disableAllHooks is on in " + off + ", so no hook is run", "take it out of that file");
        }
        String version = agent.name().equals("claude") ? ClaudeVersion.installed() : "";
        if (!version.isEmpty() && !ClaudeVersion.knowsOnFailure(version)) {
            line(title + ": version " + VisibleText.inOneLine(version)
                    + " goes on when the command cannot be started at all; 2.1.295 and newer deny then");
        }
        String wrong = WiringProbe.problem(place.registered(), agent, here.directory());
        if (wrong == null) {
            line(title + ": asks; a call that must be denied was denied"
                    + (place.next().isEmpty() ? "" : ". " + place.next()));
        } else {
            problem(
                    title + ": the registered command does not work: " + wrong,
                    "carabiner install --agent " + agent.name());
        }
    }

    private boolean isUsers(Installer place) {
        return place.file().startsWith(here.home());
    }

    private List<Installer> places(GuardedAgent agent) {
        List<Installer> places = new ArrayList<>();
        add(places, agent, null);
        add(places, agent, here.directory());
        return places.size() == 2 && places.get(0).file().equals(places.get(1).file()) ? places.subList(0, 1) : places;
    }

    private void add(List<Installer> places, GuardedAgent agent, @Nullable Path project) {
        try {
            places.add(Installer.of(agent, project, here));
        } catch (IllegalArgumentException e) {
            // it has no such file
        }
    }

    /** Several agents read Claude Code's files themselves and would ask twice. */
    private void duplicates(List<String> asking) {
        for (String other : List.of("copilot", "cursor", "devin", "grok")) {
            if (asking.contains("claude") && asking.contains(other)) {
                line(
                        GuardedAgent.named(other).dialect().agent()
                                + " may read .claude/settings.json too: then each of its calls is judged twice, in its own words");
            }
        }
    }

    /** The last session of each agent shows whether the way is open now. */
    private void sessions() {
        List<ListedSession> all = SessionTable.store(here).list();
        for (GuardedAgent agent : GuardedAgent.all()) {
            String title = agent.dialect().agent();
            all.stream()
                    .flatMap(it -> it instanceof ListedSession.Known(SessionMetadata known) ? Stream.of(known) : null)
                    .filter(it -> it.id().startsWith(agent.name() + "-"))
                    .max(Comparator.comparing(SessionMetadata::updated))
                    .filter(it -> SessionCanary.isMissing(it.name(), title))
                    .ifPresent(it -> problem(
                            "The last session of " + title + ", " + it.id() + ", ran without a canary: " + it.name(),
                            "look at the lines above; a new session tries again"));
        }
    }

    private void problem(String what, String fix) {
        well = false;
        line(here.styles().red("! ") + VisibleText.inOneLine(what));
        line("  " + VisibleText.inOneLine(fix));
    }

    private void line(String text) {
        here.out().println(text);
    }
}
