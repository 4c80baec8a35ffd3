package dev.carabiner.engine.sandbox;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of a repository, line by line. Harmless are those with which git runs nothing and reads no other file: what
 * {@code git init} and {@code git clone} write, remotes, the upstream of a branch, a name.
 */
final class GitSettings {

    private static final String NAMED = " \"[^\"\\\\]*\"";
    private static final Pattern SECTION = Pattern.compile("\\[(?:(?:core|user|gc|init|push|pull|extensions|submodule)|"
            + "(?:remote|branch|submodule)" + NAMED + ")]");
    private static final Pattern SETTING = Pattern.compile(
            "(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|url"
                    + "|fetch|remote|merge|rebase|active|tagopt|name|email|auto|autodetach|defaultbranch|default|ff"
                    + "|objectformat|promisor|partialclone|partialclonefilter) = .*");

    /** Of a submodule; a repository's own worktree elsewhere would show names of files from there. */
    private static final Pattern WORKTREE = Pattern.compile("worktree = (\\.\\./)+[^.].*");

    /**
     * One setting, or the section itself.
     *
     * @param text empty for the section itself
     */
    private record Line(String section, String text) {

        /** Git does not tell small letters from capitals here. */
        boolean isHarmless(boolean submodule) {
            String setting = text.toLowerCase(Locale.ROOT);
            boolean known = setting.isEmpty()
                    || SETTING.matcher(setting).matches()
                    || (submodule && WORKTREE.matcher(setting).matches());
            return known
                    && SECTION.matcher(section.toLowerCase(Locale.ROOT)).matches()
                    && !setting.replace("\"", "").contains("ext::")
                    && !setting.endsWith("\\");
        }
    }

    private final Set<Line> lines;

    private GitSettings(Set<Line> lines) {
        this.lines = lines;
    }

    static GitSettings of(String text) {
        Set<Line> lines = new HashSet<>();
        String section = "";
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("[")) {
                section = line;
                lines.add(new Line(section, ""));
            } else if (!line.isEmpty()) {
                lines.add(new Line(section, line));
            }
        }
        return new GitSettings(lines);
    }

    /**
     * Whether all that these have and others had not is harmless.
     *
     * @param submodule whether they are those of a submodule
     */
    boolean addNothingHarmful(GitSettings before, boolean submodule) {
        return lines.stream().allMatch(it -> before.lines.contains(it) || it.isHarmless(submodule));
    }
}
