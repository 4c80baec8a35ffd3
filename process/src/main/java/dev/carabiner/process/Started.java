package dev.carabiner.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process that was started for a command, with all others of that command. This is the only place in the project that
 * starts a program on an agent's behalf.
 */
record Started(Process process, CommandProcesses processes) {

    /**
     * @param errors what finds the sandbox or the keeper among the command's errors; null if these go to the output
     * @param readsNothing whether it has no input
     */
    static Started of(Command command, @Nullable SignedErrors errors, boolean readsNothing) throws IOException {
        Confinement confinement = command.confinement();
        return confinement == null || confinement.sandbox() instanceof Seatbelt
                ? kept(command, confinement, errors, readsNothing)
                : confined(command, confinement, errors, readsNothing);
    }

    /** In a namespace that ends with its first process, and with this JVM: neither keeper nor watch is needed. */
    private static Started confined(
            Command command, Confinement confinement, @Nullable SignedErrors errors, boolean readsNothing)
            throws IOException {
        List<String> program = SpelledWords.of(Programs.found(command), command.environment());
        List<String> words = new ArrayList<>(Programs.awayFromTerminal());
        words.addAll(confinement
                .sandbox()
                .words(
                        confinement,
                        command.directory(),
                        InnerShell.around(confinement.limits(), errors == null ? "" : errors.sign(), program)));
        Map<String, String> environment = new HashMap<>(command.environment());
        environment.values().removeIf(value -> !SystemText.canSpell(value));
        environment.put("TMPDIR", "/tmp");
        Process process = ProcessStarter.start(builder(command, words, environment, readsNothing));
        return new Started(process, new ConfinedProcesses(process, confinement, errors));
    }

    private static Started kept(
            Command command, @Nullable Confinement confinement, @Nullable SignedErrors errors, boolean readsNothing)
            throws IOException {
        String mark = ProcessTree.newMark();
        List<String> program = Programs.found(command);
        if (confinement != null) {
            List<String> limited = InnerShell.limiting(confinement.limits(), program);
            program = confinement.sandbox().words(confinement, command.directory(), limited);
        }
        List<String> words = new ArrayList<>(Programs.inOwnSession());
        words.addAll(Keeper.above(program, errors == null ? "" : errors.sign()));
        Map<String, String> environment = Keeper.around(command.environment());
        environment.put(ProcessTree.MARK, mark);
        ProcessBuilder builder = builder(command, words, environment, readsNothing)
                .redirectErrorStream(!Keeper.possible() && errors == null);
        OrphanWatch.keep(ProcessTree.OF_THIS_JVM);
        long before = ProcessTable.now();
        Process process = builder.start();
        ProcessTree tree = new ProcessTree(process.toHandle(), mark, before);
        return new Started(process, new KeptProcesses(tree, Keeper.of(process, errors)));
    }

    private static ProcessBuilder builder(
            Command command, List<String> words, Map<String, String> environment, boolean readsNothing) {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(command.directory().toFile());
        if (readsNothing) {
            builder.redirectInput(Programs.nothing());
        }
        builder.environment().clear(); // whatever secrets this JVM was given, they are not for what it runs
        builder.environment().putAll(environment);
        return builder;
    }
}
