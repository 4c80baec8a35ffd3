package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.allowShell;
import static dev.carabiner.guard.rule.RuleWorld.allows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launchers are never covered; redirections are writes. */
class RuleShellLauncherTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -exec rm *",
                "find . -execdir",
                "find -ok",
                "xargs *",
                "env *",
                "env",
                "sh -c *",
                "bash *",
                "bash",
                "yash *",
                "gosu *",
                "docker run *",
                "kubectl exec *",
                "/bin/bash -c x",
                "./sh",
                "python -c *",
                "python3 *",
                "python3.11 x.py",
                "PYTHON x",
                "python.exe *",
                "perl -e *",
                "node -e *",
                "ruby x",
                "awk *",
                "gawk x",
                "sed *",
                "git -c *",
                "git -c a=b log",
                "git --exec-path=x log",
                "git -C x log",
                "git --config-env=a=b log",
                "git --git-dir=x log",
                "git config *",
                "git submodule foreach *",
                "git bisect run *",
                "git rebase *",
                "git fetch --upload-pack=x",
                "git --no-pager -c x *",
                "eval *",
                "exec *",
                "source x",
                ". x",
                "export *",
                "alias *",
                "set *",
                "unset *",
                "cd *",
                "command *",
                "builtin *",
                "trap *",
                "printf *",
                "test *",
                "'[' *",
                "read *",
                "sudo *",
                "doas x",
                "su *",
                "nohup *",
                "timeout 5 *",
                "time *",
                "nice *",
                "ssh *",
                "busybox *",
                "vim *",
                "less *",
                "man *",
                "tar *",
                "rsync *",
                "npx *",
                "npm exec *",
                "strace *",
                "watch *",
                "if *",
                "while *",
                "function *",
                "coproc *",
                "let *",
                "compgen *",
                "mapfile *",
                "enable *",
                "jobs *",
                "java *",
                "fd -x *",
                "rg --pre=x *",
                "flock *"
            })
    void cannot_be_allowed(String pattern) {
        assertThatThrownBy(() -> allowShell(pattern))
                .isInstanceOf(InvalidRuleException.class)
                .hasMessageContaining("\"allow\"")
                .hasMessageContaining("cannot cover");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -exec rm x",
                "find . -name x -execdir y",
                "find . -okdir y",
                "find . -delete",
                "find . -fprintf x y",
                "find . -fls x",
                "find . '-exec' x"
            })
    void are_not_covered_by_a_star_of_find(String line) {
        assertThat(allows("find . *", "find . -name x -type f")).isTrue();
        assertThat(allows("find . *", line)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git -c core.pager=x log",
                "git --exec-path=. log",
                "git -C / log",
                "git --git-dir=x log",
                "git -p log",
                "git config a b",
                "git clone x",
                "git submodule foreach x",
                "git bisect run x",
                "git rebase -x y",
                "git fetch --upload-pack=x",
                "git fetch --upload-pa x",
                "git ls-remote --upload-pack=x y",
                "git push --receive-pack=x",
                "git push --exec=x",
                "git grep -Oless x",
                "git grep --open-files-in-pager=x",
                "git log --output=x",
                "git diff --outpu x",
                "git diff --ext-diff",
                "git archive --exec=x",
                "git difftool -x y",
                "git --no-pager -c a=b log",
                "git '-c' a=b log"
            })
    void are_not_covered_by_a_star_of_git(String line) {
        assertThat(allows("git *", "git status")).isTrue();
        assertThat(allows("git *", "git --no-pager log")).isTrue();
        assertThat(allows("git *", line)).isFalse();
    }

    @Test
    void leave_exact_words_that_write_to_their_author() {
        assertThat(allows("git log --output=x", "git log --output=x")).isTrue();
        assertThat(allows("sort -o x y", "sort -o x y")).isTrue();
        assertThat(allows("sort *", "sort -uo x y")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git log > x",
                "git log >x",
                "git log >> x",
                "git log < x",
                "git log 2> x",
                "git log &> x",
                "git log >| x",
                "git log <> x",
                "git log >&2",
                "> x git log",
                "git>x log",
                "git log 1>x",
                "git log {fd}>x",
                "git log 3<&0"
            })
    void include_redirections(String line) {
        assertThat(allows("git log *", line)).isFalse();
    }
}
