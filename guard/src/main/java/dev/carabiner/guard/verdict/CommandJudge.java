package dev.carabiner.guard.verdict;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.line.ShellReader;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProcessSecrets;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.program.ProgramTable;
import dev.carabiner.guard.verdict.CommandVerdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges shell lines for one working directory. Everything that speaks against a line is looked for, denials first; what
 * is left is known in full and harmless, or {@link Severity#UNKNOWN}. Any thread may use it.
 */
public final class CommandJudge {

    private static final Pattern ADDRESS = Pattern.compile("https?://[\\w.:/%?=+~-]+");

    /** What means the same the next time; a question about what is run does not. */
    private static final Pattern LASTING = Pattern.compile(
            "would (?:overwrite|delete|throw away|take|reach|move|write|read|end|change what is run|stop).*");

    private static final Set<String> FILLING = Set.of("read", "mapfile", "readarray", "getopts");

    private static final Pattern LOADING =
            Pattern.compile("(?:-v)?(?:PATH|CDPATH|HOME|SHELL|ENV|BASH_ENV|PS4|PROMPT_COMMAND"
                    + "|LD_\\w+|DYLD_\\w+|GIT_\\w+|NODE_OPTIONS|PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)"
                    + "|_?JAVA_(?:TOOL_)?OPTIONS|EDITOR|VISUAL|PAGER|LESSOPEN)");

    private final PathWords paths;
    private final ShellReader reader;
    private final ProgramTable table = ProgramTable.standard();
    private final FileCheck files;

    /**
     * @param paths where the lines run, and how their words are read as paths
     */
    public CommandJudge(PathWords paths) {
        this.paths = paths;
        this.reader = new ShellReader(
                paths.workspace().root(), paths.homes().getFirst().toString(), table.outputs());
        this.files = new FileCheck(paths);
    }

    /** All that the line does, as far as its words tell. */
    public LineEffects effects(String line) {
        return LineEffects.of(line, reader, table);
    }

    /**
     * Judges a line.
     *
     * @throws dev.carabiner.guard.path.TooManyPlacesException if a wildcard stands for more files than can be looked at
     */
    public CommandVerdict judge(String line) {
        return judge(line, effects(line));
    }

    /** The same for a line whose effects are known already. */
    public CommandVerdict judge(String line, LineEffects effects) {
        Findings findings = new Findings();
        Places places = new Places(paths);
        whole(line, effects, findings);
        boolean exports =
                !effects.hidden().isEmpty() || effects.all().stream().anyMatch(it -> Exporting.exports(it.command()));
        for (Effects one : effects.all()) {
            if (findings.denied()) {
                break;
            }
            command(one, places, findings);
            Exporting.check(one.command(), exports, findings);
        }
        if (!findings.denied()) {
            new ScriptCheck(places, findings, table).check(effects);
            effects.codes().forEach(code -> CodeCheck.check(code, findings));
            boolean opaque = !effects.isClear() || runsOther(effects) || asks(effects);
            if (opaque) {
                suspected(line, effects, places, findings);
                launched(effects, places, findings);
            }
        }
        if (!effects.hidden().isEmpty()) {
            findings.ask("is not clear what it runs");
        }
        boolean lasting = effects.isClear() && !effects.disguises() && !runsOther(effects);
        CommandVerdict verdict = findings.verdict(lasting);
        boolean runs = verdict.severity() == Severity.ASK
                && !LASTING.matcher(verdict.why()).matches();
        return runs ? findings.verdict(false) : verdict;
    }

    private static boolean asks(LineEffects effects) {
        return effects.all().stream().anyMatch(it -> it.weight() == Effects.Weight.ASKED);
    }

    private static boolean runsOther(LineEffects effects) {
        return !effects.codes().isEmpty()
                || effects.all().stream().anyMatch(it -> !it.scripts().isEmpty() || it.runsInput());
    }

    private void whole(String line, LineEffects effects, Findings findings) {
        boolean bomb = effects.multiplies() || (!effects.isClear() && SuspectText.isForkBomb(line));
        if (bomb) {
            findings.deny("would start itself again and again");
        }
        boolean download = effects.runsDownload() || (!effects.isClear() && SuspectText.runsDownload(line, table));
        if (download) {
            findings.add(Severity.DENY, "would run what it downloads, which nobody has looked at", download(line));
        }
        if (effects.disguises()) {
            findings.unknown("spells the name of a program in a way that hides it");
        }
        if (hidesCharacters(line)) {
            findings.ask("holds characters that do not show");
        }
        if (ProcessSecrets.areIn(line)) {
            findings.deny(
                    "would read what processes were started with or hold in memory, keys among it (/proc/…/environ,"
                            + " /proc/…/mem)");
        }
    }

    private static boolean hidesCharacters(String line) {
        int plain = 0;
        while (plain < line.length() && line.charAt(plain) >= ' ' && line.charAt(plain) <= '~') {
            plain++;
        }
        return line.indexOf('\r') >= 0
                || line.substring(plain)
                        .codePoints()
                        .anyMatch(c -> c != '\n' && c != '\t' && VisibleText.isDeceptive(c));
    }

    private void command(Effects one, Places places, Findings findings) {
        switch (one.weight()) {
            case DENIED -> findings.add(Severity.DENY, one.why(), one.instead());
            case ASKED -> findings.add(Severity.ASK, one.why(), one.instead());
            case UNKNOWN -> findings.unknown(one.why());
            case KNOWN -> {
                // nothing speaks against it by itself
            }
        }
        filled(one.command(), findings);
        if (one.usesNetwork()) {
            findings.usesNetwork();
        }
        if (one.needsHost()) {
            findings.needsHost();
        }
        new TreeCheck(places, findings).check(one);
        files.check(one, places, findings);
        new ProjectCheck(places, findings).check(one);
        linked(one.command(), places, findings);
    }

    /** A link to a program is that program. */
    private void linked(ShellCommand command, Places places, Findings findings) {
        if (command.program().indexOf('/') < 0 || Holes.areIn(command.program())) {
            return;
        }
        String real = places.canonical(command.program()).toString();
        boolean other = !ProgramTable.baseName(real).equals(ProgramTable.baseName(command.program()));
        if (other && table.knows(real)) {
            List<Arg> argv = new ArrayList<>(command.argv());
            argv.set(0, Arg.of(ProgramTable.baseName(real)));
            command(table.effects(command.running(argv)), places, findings);
        }
    }

    /** {@code read NAME} and the like give a variable a value that is not looked at. */
    private static void filled(ShellCommand command, Findings findings) {
        boolean prints = command.program().equals("printf")
                && command.arguments().stream().anyMatch(it -> it.text().startsWith("-v"));
        if (!prints && !FILLING.contains(command.program())) {
            return;
        }
        for (Arg word : command.arguments()) {
            if (LOADING.matcher(word.text()).matches()) {
                findings.ask("sets " + word.text() + ", which can make a program run, load or send something else");
            }
        }
    }

    /** What the line might turn out to run, where it is not known: only a denial counts, the rest is asked about anyway. */
    private void suspected(String line, LineEffects effects, Places places, Findings findings) {
        boolean known = effects.hidden().isEmpty()
                && !runsOther(effects)
                && effects.all().stream()
                        .allMatch(it -> it.command().program().equals("sed")
                                || it.weight() == Effects.Weight.KNOWN
                                || (it.weight() == Effects.Weight.UNKNOWN && !it.isOpaque()));
        for (List<String> words : known ? Set.<List<String>>of() : SuspectText.commands(line)) {
            suspect(SuspectText.command(words, Set.of("")), places, findings);
        }
        for (Effects one : effects.all()) {
            ShellCommand command = one.command();
            boolean holes = command.argv().stream().anyMatch(it -> Holes.areIn(it.text()));
            if (holes) {
                List<String> words = command.argv().stream()
                        .map(it -> Holes.without(it.text()))
                        .filter(it -> !it.isEmpty())
                        .toList();
                suspect(SuspectText.command(words, command.directories()), places, findings);
            }
        }
        if (SensitiveFiles.areNamedIn(line.replace("\"", "").replace("'", "").replace("\\", ""))
                && (!effects.codes().isEmpty() || asks(effects))) {
            findings.deny("would reach the settings that decide what an agent may do (.carabiner, .git)");
        }
    }

    /** A program of which nothing is known may run the words behind it, or a text among them. */
    private void launched(LineEffects effects, Places places, Findings findings) {
        for (Effects one : effects.all()) {
            boolean launches = one.isOpaque() && !one.runsOther();
            if (one.touches().isEmpty() && !launches) {
                continue;
            }
            String words = String.join(
                    " ", one.command().arguments().stream().map(Arg::text).toList());
            for (List<String> inner : SuspectText.commands(Holes.without(words))) {
                Findings own = new Findings();
                ShellCommand command = SuspectText.command(inner, one.command().directories());
                command(table.effects(command), places, own);
                CommandVerdict verdict = own.verdict(false);
                if (verdict.asks(true)) {
                    findings.add(Severity.ASK, verdict.why(), verdict.instead());
                }
            }
        }
    }

    private void suspect(ShellCommand command, Places places, Findings findings) {
        Findings own = new Findings();
        command(table.effects(command), places, own);
        CommandVerdict verdict = own.verdict(false);
        if (verdict.denied()) {
            findings.add(Severity.DENY, verdict.why(), verdict.instead());
        }
    }

    /** To a file, where it can be looked at first. */
    private static String download(String line) {
        Matcher address = ADDRESS.matcher(line);
        return address.find() ? "curl -fsSL -o download.txt " + address.group() : "";
    }
}
