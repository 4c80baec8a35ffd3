package dev.carabiner.guard.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only code that computes and prints is plain, whatever way is tried around the list of names. */
class PlainCodeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "print(1+1)",
                "import sys; print(sys.version)",
                "import json; print(json.load(open('package.json'))['version'])",
                "import json\nd = json.load(open(\"package.json\"))\nprint(d[\"name\"])",
                "import re; print(re.findall(r'\\d+', 'a1b22'))",
                "for i in range(3): print(i)",
                "import yaml,sys; print(yaml.safe_load(open('a.yml')))",
                "console.log(process.version)",
                "console.log(JSON.stringify({a:1}))",
                "console.log(require(\"./package.json\").version)",
                "puts 1+1",
                "print if /foo/",
                "s/foo/bar/g",
                "print $F[0]",
            })
    void what_computes_and_prints_is_plain(String code) {
        assertThat(PlainCode.isOne(code)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import os",
                "__import__('os').system('id')",
                "import sys; sys.modules['os']",
                "print(open('/etc/hosts').read())",
                "print(open('.env').read())",
                "print(open('../x').read())",
                "import sys; [open(a,'w') for a in sys.argv]",
                "getattr(a, 'b')",
                "exec(open('x').read())",
                "import yaml; yaml.load(open('x'))",
                "from yaml import load; load(open('x'))",
                "a=[].filter.constructor; a('x')()",
                "[]['filter']['constructor']('x')()",
                "k='con'+'structor'; f=[][k]; f('x')",
                "f('x')",
                "x[k]('x')",
                "require('./evil')",
                "require('child_process')",
                "require(x)",
                "console.log(process.env)",
                "print `id`",
                "print %x(date)",
                "puts \"#{`id`}\"",
                "open(F, \"id|\")",
                "s/x/id/e",
                "s/x/print/ee",
                "print \"@{[1]}\"",
                "$f='sys'.'tem'; $f('id')",
                "import evil",
                "from x import *",
                "print(f\"{1}\")",
            })
    void what_could_do_more_is_not(String code) {
        assertThat(PlainCode.isOne(code)).isFalse();
    }
}
