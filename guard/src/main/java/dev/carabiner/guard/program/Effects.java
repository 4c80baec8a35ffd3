package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.ShellCommand;
import java.util.ArrayList;
import java.util.List;

/** What one command does, by its words: collected while its row is looked at, and read by those who judge. */
public final class Effects {

    /** How much is known, and what speaks against it, in rising order. */
    public enum Weight {
        KNOWN,
        UNKNOWN,
        ASKED,
        DENIED
    }

    private final ShellCommand command;
    private final List<Arg> reads = new ArrayList<>();
    private final List<Arg> lists = new ArrayList<>();
    private final List<Arg> writes = new ArrayList<>();
    private final List<Arg> trees = new ArrayList<>();
    private final List<Arg> moved = new ArrayList<>();
    private final List<Arg> touches = new ArrayList<>();
    private final List<ShellCommand> runs = new ArrayList<>();
    private final List<Arg> lines = new ArrayList<>();
    private final List<Arg> codes = new ArrayList<>();
    private final List<Arg> scripts = new ArrayList<>();
    private Weight weight = Weight.KNOWN;
    private String why = "";
    private String instead = "";
    private boolean opaque;
    private boolean network;
    private boolean sends;
    private boolean host;
    private boolean runsInput;
    private boolean filtered;
    private boolean builds;
    private boolean looksOnly;

    Effects(ShellCommand command) {
        this.command = command;
    }

    /** The command that this is about. */
    public ShellCommand command() {
        return command;
    }

    /** Files that it opens to look at them. */
    public List<Arg> reads() {
        return reads;
    }

    /** Files of which it tells that they are there, without opening them. */
    public List<Arg> lists() {
        return lists;
    }

    /** Files that it writes or makes. */
    public List<Arg> writes() {
        return writes;
    }

    /** What it deletes or changes with all that is below. */
    public List<Arg> trees() {
        return trees;
    }

    /** Words of which it is not known what is done with them. */
    public List<Arg> touches() {
        return touches;
    }

    /** Files and directories that are gone from their place afterwards. */
    public List<Arg> moved() {
        return moved;
    }

    /** Commands that it runs, with their words. */
    public List<ShellCommand> runs() {
        return runs;
    }

    /** Texts that it has a shell run. */
    public List<Arg> lines() {
        return lines;
    }

    /** Texts that it runs itself, in another language. */
    public List<Arg> codes() {
        return codes;
    }

    /** Files that it runs, or loads as a part of itself. */
    public List<Arg> scripts() {
        return scripts;
    }

    /** How much of it is known, and what speaks against it. */
    public Weight weight() {
        return weight;
    }

    /** Whether it is not known what it does with its words; an option that is not known does not count. */
    public boolean isOpaque() {
        return opaque && weight == Weight.UNKNOWN;
    }

    /** The reason for the weight, in words; empty if there is none. */
    public String why() {
        return why;
    }

    /** What would do instead; empty if nothing is known. */
    public String instead() {
        return instead;
    }

    /** Whether it goes to the network. */
    public boolean usesNetwork() {
        return network;
    }

    /** Whether what it is given goes to another machine. */
    public boolean sends() {
        return sends;
    }

    /** Whether it needs what no sandbox has. */
    public boolean needsHost() {
        return host;
    }

    /** Whether it runs whatever it is given on its input. */
    public boolean runsInput() {
        return runsInput;
    }

    /** Whether not all of {@link #trees} is taken. */
    public boolean isFiltered() {
        return filtered;
    }

    /** Whether it runs what the project says, as build tools do. */
    public boolean builds() {
        return builds;
    }

    /** Whether it surely changes no file, whatever its words are; what its output is sent to is in {@link #writes}. */
    public boolean looksOnly() {
        return looksOnly
                && writes.size() == command.writes().size()
                && trees.isEmpty()
                && moved.isEmpty()
                && !runsOther();
    }

    /** Whether it runs something that its own name does not tell. */
    public boolean runsOther() {
        return runsInput || !(runs.isEmpty() && lines.isEmpty() && codes.isEmpty() && scripts.isEmpty());
    }

    void read(List<Arg> files) {
        reads.addAll(files);
    }

    void list(List<Arg> files) {
        lists.addAll(files);
    }

    void write(Arg file) {
        writes.add(file);
    }

    void write(List<Arg> files) {
        writes.addAll(files);
    }

    void tree(List<Arg> places) {
        trees.addAll(places);
    }

    void touch(List<Arg> words) {
        touches.addAll(words);
    }

    void move(List<Arg> places) {
        moved.addAll(places);
    }

    /** A command that it runs in the same surroundings. */
    void run(List<Arg> argv) {
        if (!argv.isEmpty()) {
            runs.add(command.running(argv));
        }
    }

    /** What a tool of the table does, which this command has another name for. */
    void like(List<Arg> argv) {
        Effects tool = ProgramTable.standard().effects(command.running(argv));
        writes.addAll(tool.writes.subList(command.writes().size(), tool.writes.size()));
        reads.addAll(tool.reads.subList(command.reads().size(), tool.reads.size()));
        trees.addAll(tool.trees);
        scripts.addAll(tool.scripts);
        opaque |= tool.isOpaque();
        weigh(tool.weight, tool.why, tool.instead);
    }

    void run(ShellCommand other) {
        runs.add(other);
    }

    void line(Arg text) {
        lines.add(text);
        unknown("has a shell run a line");
    }

    void code(Arg text) {
        codes.add(text);
    }

    void script(Arg file) {
        scripts.add(file);
    }

    void unknown(String reason) {
        opaque = true;
        weigh(Weight.UNKNOWN, reason, "");
    }

    /** An option that is not known speaks against a command, and does not make its other words those of a program. */
    void unknownOption(String reason) {
        weigh(Weight.UNKNOWN, reason, "");
    }

    void ask(String reason) {
        weigh(Weight.ASKED, reason, "");
    }

    void ask(String reason, String better) {
        weigh(Weight.ASKED, reason, better);
    }

    void deny(String reason) {
        weigh(Weight.DENIED, reason, "");
    }

    private void weigh(Weight other, String reason, String better) {
        if (other.compareTo(weight) > 0) {
            weight = other;
            why = reason;
            instead = better;
        }
    }

    void useNetwork() {
        network = true;
    }

    void send() {
        network = true;
        sends = true;
    }

    void needHost() {
        host = true;
    }

    void runInput() {
        runsInput = true;
    }

    void filter() {
        filtered = true;
    }

    void build() {
        builds = true;
    }

    void lookOnly() {
        looksOnly = true;
    }
}
