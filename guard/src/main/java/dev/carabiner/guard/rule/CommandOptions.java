package dev.carabiner.guard.rule;

import java.util.Set;

/** Recognizes an option of a command however it is spelled. */
public final class CommandOptions {

    private CommandOptions() {}

    /** Whether a word may be one of these. A long one may be abbreviated and carry a value; a short one may be in a cluster. */
    public static boolean isOneOf(Set<String> options, String word) {
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        return options.stream().anyMatch(it -> it.equals(name) || isAbbreviated(it, name) || isInCluster(it, name));
    }

    private static boolean isAbbreviated(String option, String name) {
        return option.startsWith("--") && name.length() > 2 && option.startsWith(name);
    }

    private static boolean isInCluster(String option, String name) {
        boolean letter = option.length() == 2 && option.charAt(0) == '-';
        return letter && name.startsWith("-") && !name.startsWith("--") && name.indexOf(option.charAt(1)) > 0;
    }
}
