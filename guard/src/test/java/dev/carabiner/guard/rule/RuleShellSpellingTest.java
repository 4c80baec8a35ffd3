package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static dev.carabiner.guard.rule.RuleWorld.denies;
import static dev.carabiner.guard.rule.RuleWorld.denyShell;
import static dev.carabiner.guard.rule.RuleWorld.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that is denied is found, however it is written. */
class RuleShellSpellingTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm x",
                "rm",
                " rm  x ",
                "/bin/rm x",
                "/usr/bin/rm x",
                "./rm x",
                "../../bin/rm x",
                "RM x",
                "rm.exe x",
                "'rm' x",
                "\"rm\" x",
                "r'm' x",
                "'r'm x",
                "r\"\"m x",
                "r''m x",
                "r\\m x",
                "\\rm x",
                "r\\\nm x",
                "rm\tx",
                "rm\nx",
                "\nrm x",
                "ls; rm x",
                "ls;rm x",
                "ls && rm x",
                "ls || rm",
                "ls | rm x",
                "ls & rm x",
                "ls |& rm",
                "ls\nrm x",
                "ls\r\nrm x",
                "(rm x)",
                "{ rm x; }",
                "! rm x",
                "if rm x; then ls; fi",
                "if ls; then rm x; fi",
                "while rm x; do ls; done",
                "for i in a; do rm $i; done",
                "case x in x) rm y;; esac",
                "f() { rm x; }; f",
                "function f { rm x; }; f",
                "coproc rm x",
                "echo $(rm x)",
                "echo `rm x`",
                "echo \"$(rm x)\"",
                "echo \"`rm x`\"",
                "cat <(rm x)",
                "ls >(rm x)",
                "echo ${x:-$(rm y)}",
                "$(rm x)",
                "`rm x`",
                "echo $((`rm x`))",
                "cat <<EOF\n$(rm x)\nEOF",
                "sh <<EOF\nrm x\nEOF",
                "sh <<< 'rm x'",
                "A=b rm x",
                "A=b B=c rm x",
                "A=$(rm x) ls",
                ">y rm x",
                "rm>y x",
                "2>&1 rm x",
                "<y rm x",
                "rm<y",
                "env rm x",
                "env -i A=b rm x",
                "sudo rm x",
                "sudo -u root -- rm x",
                "doas rm",
                "xargs rm",
                "ls | xargs -0 rm -rf",
                "nohup rm x",
                "timeout 5 rm x",
                "timeout -s KILL 5 rm x",
                "time rm x",
                "nice -n 5 rm x",
                "setsid rm",
                "command rm x",
                "builtin exec rm x",
                "exec rm x",
                "eval rm x",
                "eval 'rm x'",
                "eval \"r\"m x",
                "sh -c 'rm x'",
                "sh -c \"rm x\"",
                "bash -c rm\\ x",
                "bash -lc 'ls; rm x'",
                "bash -c\"rm x\"",
                "env -S'rm x'",
                "env -Srm x",
                "su -c 'rm x'",
                "su -crm",
                "find . -exec rm {} ;",
                "find . -exec sh -c 'rm \"$1\"' _ {} \\;",
                "find . -name x -execdir /bin/rm {} +",
                "ssh host rm x",
                "ssh host 'rm x'",
                "docker exec c rm x",
                "docker run img rm x",
                "busybox rm x",
                "watch rm x",
                "strace -f rm x",
                "unknown-wrapper -- rm x",
                "./wrapper rm x",
                "python -c 'import os; os.system(\"rm x\")'",
                "perl -e 'system(\"rm x\")'",
                "awk 'BEGIN{system(\"rm x\")}'",
                "sed '1e rm x'",
                "git -c alias.x='!rm y' x",
                "git -c core.pager=rm log",
                "git submodule foreach rm x",
                "make SHELL=rm",
                "echo 'rm x' | sh",
                "echo rm x | bash",
                "printf 'rm x' | sh",
                "echo rm x > y; sh y",
                "trap 'rm x' EXIT",
                "alias a=rm; a x",
                "x=rm; $x y",
                "x='rm y'; $x",
                "set -- rm x; \"$@\"",
                "rm${IFS}x",
                "rm$IFS-rf${IFS}x",
                "{rm,x}",
                "r$@m x",
                "r${x}m y",
                "r$()m x",
                "r``m x",
                "$'rm' x",
                "$\"rm\" x",
                "$'\\x72m' x",
                "$'\\162\\155' x",
                "$'\\u0072m' x",
                "echo -e '\\x72m x' | sh",
                "/bin/r? x",
                "/bin/r[m] x",
                "/???/rm x",
                "r*m x",
                "'rm x",
                "\"rm x",
                "rm x'",
                "rm\u00a0x",
                "r\u200bm x",
                "\uff52\uff4d x",
                "cp /bin/rm z; ./z x",
                "ln -s /bin/rm z && ./z",
                "hash -p /bin/rm z; z x",
                "type rm && unknown",
                "time -p rm x",
                "xargs -I% rm %",
                "parallel rm ::: x",
                "ls | while read f; do rm $f; done",
                "rm -- x",
                "rm;",
                "rm&",
                "(rm)",
                "`rm`",
                "entr rm x",
                "if true\nthen\nrm x\nfi"
            })
    void however_it_is_written(String line) {
        assertThat(denies("rm *", line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git push",
                "git push origin",
                "git -C x push",
                "git -c a=b push",
                "git --git-dir=x push",
                "git -c a=';' push",
                "sudo git push",
                "git \"push\"",
                "git pu'sh'",
                "git pus\\h",
                "git p$x",
                "git $x",
                "git $(echo push)",
                "git `echo push`",
                "git ${x}",
                "git \"$@\"",
                "git pu${e}sh",
                "git 2>&1 push",
                "git >x push",
                "git >| x push",
                "git <x push",
                "git {push,origin}",
                "git pus? x",
                "echo push | xargs git",
                "/usr/bin/git push",
                "ls; git push",
                "sh -c 'git push'",
                "bash -c 'ls; git push'",
                "git \\\npush",
                "git --no-pager push",
                "GIT push",
                "git commit -m x && git push",
                "x=push; git $x",
                "find . -name push -exec git {} ;",
                "git pus* x",
                "git -c x=$y push"
            })
    void with_its_subcommand(String line) {
        assertThat(denies("git push *", line)).isTrue();
        assertThat(denies("git push", line)).isTrue();
    }

    @Test
    void in_a_list_of_words_too() {
        ApprovalRules rules = rules(Path.of("."), denyShell("git push *"));

        assertThat(rules.decide("guard", "bash", EventData.of("command", List.of("git", "push")), NOW))
                .isEqualTo(new Ruling.Denied("deny"));
        assertThat(rules.decide("guard", "bash", EventData.of("command", EventData.of("line", "git push")), NOW))
                .isEqualTo(new Ruling.Denied("deny"));
    }

    @Test
    void under_another_spelling_of_the_tool() {
        assertThat(rules(Path.of("."), denyShell("rm *")).decide("guard", "Bash", EventData.of("command", "rm x"), NOW))
                .isEqualTo(new Ruling.Denied("deny"));
    }

    @Test
    void when_the_pattern_itself_has_odd_characters() {
        assertThat(denies("curl 'http://x/?a=b' *", "curl -s 'http://x/?a=b'")).isTrue();
        assertThat(denies("dd if=/dev/zero *", "sudo dd bs=1 if=/dev/zero of=x"))
                .isTrue();
        assertThat(denies("/usr/bin/rm *", "rm x")).isTrue();
    }
}
