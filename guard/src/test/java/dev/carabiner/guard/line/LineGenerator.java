package dev.carabiner.guard.line;

import java.util.List;
import java.util.Random;

/**
 * Makes lines of the shell's grammar at random. They name no program by a path, write only below the directory they run
 * in, and no loop of them goes on by itself for ever.
 */
final class LineGenerator {

    private static final List<String> PROGRAMS = List.of("p1", "p2", "p3", "git", "rm", "lsx", "q-q", "run.sh");
    private static final List<String> NAMES = List.of("x", "y", "z", "long_name");
    private static final List<String> PLAIN = List.of(
            "a", "b", "-v", "--opt=1", "a.txt", "d/e", "k=v", "10", "w_w", "+x", "%s", "a,b", "@home", "^top", ".");

    private final Random random;
    private int depth;

    LineGenerator(long seed) {
        random = new Random(seed);
    }

    String line() {
        depth = 0;
        StringBuilder line = new StringBuilder(item());
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(pick("; ", " ; ", " && ", " || ", "\n", " & ", ";", "\n\n"))
                    .append(item());
        }
        return line + pick("", "", "", ";", " &", " # c $(p9)", "\n");
    }

    private String item() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> pipeline();
            case 2 -> pick("! ", "time ", "time -p ") + simple();
            case 3 -> assignments() + pick("; ", "\n", " && ") + use();
            default -> command();
        };
    }

    private String pipeline() {
        return command() + pick(" | ", "|", " |& ", " |\n") + command();
    }

    private String command() {
        if (++depth > 4) {
            depth--;
            return simple();
        }
        String made = random.nextInt(3) > 0 ? simple() : compound();
        depth--;
        return made;
    }

    private String compound() {
        return switch (random.nextInt(20)) {
            case 16 -> function();
            case 17 ->
                "for x in " + words(2) + "; do " + assignments() + "; " + simple() + pick(" && ", " || ", "; ")
                        + pick("break", "continue", "break 2") + "; x=" + word() + "; done; " + use("x");
            case 18 ->
                "case " + word() + " in a) " + simple() + pick(" ;& ", " ;;& ") + "[b-d]|" + pick("x", "'*'") + ") "
                        + simple() + ";; esac";
            case 19 ->
                pick("while read x; do ", "while IFS=, read -r x y; do ") + use("x") + "; done <<< "
                        + pick("\"a,b c\"", "w", "$'a b\\nc'");
            case 0 -> "if " + list() + "; then " + list() + pick("", "; else " + list()) + "; fi";
            case 1 -> "if " + simple() + "\nthen\n" + list() + "\nelif " + simple() + "; then " + simple() + "; fi";
            case 2 -> "for " + name() + " in " + words(3) + "; do " + list() + "; done";
            case 3 -> "for x in " + words(2) + "\ndo\n" + use("x") + "\ndone";
            case 4 -> "while " + program() + " " + words(2) + "; do " + list() + "; done";
            case 5 -> "until " + program() + " " + words(2) + "; do " + list() + "; done";
            case 6 ->
                "case " + word() + " in " + pick("", "(") + "a|b) " + list() + ";; *) " + list() + pick(";;", ";", "\n")
                        + " esac";
            case 7 -> "{ " + list() + "; }" + redirect();
            case 8 -> "( " + list() + " )" + redirect();
            case 9 -> "(" + simple() + ")";
            case 10 ->
                pick("f() { ", "function f { ", "f () {\n") + list() + "; " + useOfParameters() + "; }; f " + words(2);
            case 11 ->
                "[[ " + word() + pick(" == ", " != ", " < ") + pick("a*", word()) + " ]]"
                        + pick("", " && ").replace(" && ", " && " + simple());
            case 12 -> "(( " + arithmetic() + " ))";
            case 13 -> "set -- " + words(3) + pick("; ", "\n") + useOfParameters();
            case 14 -> "for ((i=0; i<2; i++)); do " + simple() + "; done";
            default -> simple() + " <<" + hereDocument() + "\n" + simple();
        };
    }

    /** Of a name that may be a program's, with variables of its own, left at several places. */
    private String function() {
        String name = pick("f", "g", "tool");
        String local = pick("local ", "declare ", "typeset ", "declare -g ", "");
        String body = local + "x=" + word() + "; " + simple() + pick(" && ", " || ", "; ")
                + pick("return", "return 1", ":", "h a") + "; " + pick("x=" + word(), "y=" + word(), "unset x")
                + "; " + use("x");
        String shape = pick(
                name + "() { " + body + "; }",
                name + "() ( " + body + " )",
                "function " + name + " { " + body + "; } > o5",
                name + "() { " + name + "1() { " + use("x") + "; " + assignments() + "; }; " + body + "; " + name
                        + "1; }");
        String helper = pick("", "", "h() { p3 \"$@\" $x; x=h; }; ");
        return "x=" + word() + pick("; ", "\n") + helper + shape + "; " + name + " " + words(2) + pick("; ", " || ")
                + use("x");
    }

    private String list() {
        return random.nextInt(3) == 0 ? command() + pick("; ", " && ", " || ", "\n") + command() : command();
    }

    private String simple() {
        return switch (random.nextInt(38)) {
            case 26 ->
                "trap " + pick("'p1 $x'", "'x=b; p2 $x'", "p3", "'h a'", "'p2 \"$@\"'") + " "
                        + pick("EXIT", "ERR", "DEBUG", "0") + pick("; ", "\n") + simpleInside();
            case 27 ->
                "IFS=" + pick(",", ":", "'x'", "''", "$'\\n'") + "; x=" + pick("a,b", "'a b'", "a:b:c") + "; "
                        + use("x");
            case 28 ->
                "a=(" + words(3) + "); " + pick("a+=(" + words(2) + ")", "a[1]=" + word(), "unset 'a[0]'", "a=w") + "; "
                        + program()
                        + pick(" \"${a[@]}\"", " \"${a[@]:1}\"", " ${a[-1]}", " $a", " \"${a[@]/a/b}\"", " ${!a[@]}");
            case 29 ->
                pick("((x=3))", "let x=5", "((x+=2))", ": $((x=7))", ": ${x:=w}", "x=1; ((x++))") + "; " + use("x");
            case 30 ->
                "set -- " + words(3) + "; " + pick("shift", "shift 2", ":", "set -- \"$@\" k") + "; "
                        + pick(
                                "for x; do " + use("x") + "; done",
                                "for x in \"$@\"; do " + use("x") + "; done",
                                useOfParameters());
            case 31 -> "x=$(" + nested() + "); " + use("x");
            case 32 -> "read " + pick("x y", "-r x", "-a a", "") + " <<< " + word() + "; " + use();
            case 33 -> "x=" + name() + " y=" + word() + "; " + program() + pick(" ${!x}", " \"${!x}\"");
            case 34 -> pick("command -v p1", "type p1", "p1 & wait", "builtin echo a", "\\p1 b", "exec p2 c");
            case 35 -> "[[ " + word() + " =~ ^" + pick("a", "(a|b)", "$x") + " ]] && " + program();
            case 36 -> "{ " + simple() + "; } " + pick("2>&1", "> o6") + " | " + program();
            case 37 -> "! " + simple() + pick(" && ", "; ") + use();
            case 0 ->
                "eval " + pick("'" + program() + " e1'", "\"" + program() + " e2; p3\"", program() + " e3 \\; p2");
            case 1 -> pick("command ", "builtin command ", "command -p ") + program() + " " + words(2);
            case 2 -> name() + "=" + word() + " " + program() + " " + words(2);
            case 3 -> program() + " $(" + nested() + ")";
            case 4 -> program() + " \"$(" + nested() + ")\" " + words(1);
            case 5 -> program() + " `p2 b1`";
            case 6 -> "cd " + pick("d", "..", "nope", "-", "", "d/e", "\"$x\"") + pick(" && ", "; ") + program() + " .";
            case 7 -> program() + " " + words(2) + redirect();
            case 8 -> redirect().strip() + " " + program() + " " + words(1);
            case 9 -> "echo " + words(2);
            case 10 ->
                "a=(" + words(3) + "); " + program()
                        + pick(" \"${a[@]}\"", " ${a[0]}", " ${a[*]}", " \"${a[1]}\"", " ${#a[@]}");
            case 11 -> program() + " <(" + simpleInside() + ")" + pick("", " >(p3 ps)");
            case 12 -> "read " + name() + " <<< " + word() + "; " + use();
            case 13 -> "printf -v " + name() + " %s " + word() + "; " + use();
            case 14 ->
                pick("export ", "declare ", "readonly ") + name() + "=" + quotedWord() + pick("; ", "\n") + use();
            case 15 -> "trap '" + program() + " t1' EXIT";
            case 16 -> "unset " + name() + "; " + use();
            case 17 ->
                pick("x=" + program() + "; $x ", "x=" + program() + " y=-v\n$x $y ", "$" + name() + " ") + words(1);
            case 18 -> pick("true", "false", ":", "test -n a", "[ a = b ]") + pick(" && ", " || ", "; ") + program();
            default -> program() + " " + words(3);
        };
    }

    private String simpleInside() {
        depth++;
        String made = program() + " " + words(1);
        depth--;
        return made;
    }

    private String nested() {
        if (++depth > 4) {
            depth--;
            return program();
        }
        String made = pick(command(), "echo " + words(2), "printf '%s' " + word(), "echo a b");
        depth--;
        return made;
    }

    private String program() {
        String name = pick(PROGRAMS);
        return switch (random.nextInt(14)) {
            case 0 -> "'" + name + "'";
            case 1 -> "\"" + name + "\"";
            case 2 -> name.charAt(0) + "\\" + name.substring(1);
            case 3 -> name.substring(0, 1) + "''" + name.substring(1);
            case 4 -> "$'" + name.replace("p", "\\x70").replace("r", "\\162") + "'";
            case 5 -> name.charAt(0) + "\\\n" + name.substring(1);
            default -> name;
        };
    }

    private String words(int most) {
        StringBuilder words = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            words.append(words.isEmpty() ? "" : " ").append(word());
        }
        return words.isEmpty() ? "w" : words.toString();
    }

    private String word() {
        return switch (random.nextInt(33)) {
            case 30 ->
                "${" + name()
                        + pick(
                                ":-\"a b\"",
                                "-''",
                                "+\"$y\"",
                                ":-'q q'",
                                "-$y",
                                ":-$(p1 n)",
                                ",,",
                                "@Q",
                                ":0:2",
                                "//a/",
                                "-{a,b}",
                                ":-\"$@\"")
                        + "}";
            case 31 ->
                pick("\"${x-''}\"", "\"${y:-'q'}\"", "\"${x+\"in ner\"}\"", "\"a${z:+b c}d\"", "\"${x:-$(p2 s)}\"");
            case 32 ->
                pick(
                        "$\"tr\"",
                        "$[1+2]",
                        "{1..9..4}",
                        "{a,{b,c}}d",
                        "$x{a,b}",
                        "{a,b\"c d\"}",
                        "a{b",
                        "{a..c}$y",
                        "\\{a,b}",
                        "{a,\\,}");
            case 0 -> "'" + pick("s q", "a;b", "$x", "*", "`p9`", "\"", "#", "") + "'";
            case 1 -> quotedWord();
            case 2 -> "\"" + pick("$x", "${y}", "a $z b", "$(p3 dq)", "\\$x", "\\\"", "$((1+2))", "it's", "") + "\"";
            case 3 -> pick("\\ ", "a\\ b", "\\$x", "\\;", "\\\\", "\\'", "a\\\nb");
            case 4 -> "$" + name();
            case 5 ->
                "${" + name() + pick("", ":-d", "-d e", ":+alt", "#a", "%b", "/a/b", "##*/", "%.*", ":1", "^^") + "}";
            case 6 -> "\"${" + name() + pick(":-d d", "-", ":+x y", "#?", "%%*") + "}\"";
            case 7 -> "$((" + arithmetic() + "))";
            case 8 ->
                pick("{a,b}", "x{1..3}y", "{a,b}{c,d}", "{,e}", "{a", "a}", "{}", "{1..2}", "{c..a}", "pre{x,'y z'}");
            case 9 -> pick("*", "a*", "*.txt", "?", "[ab]", "d/*", "[!a]*", "**");
            case 10 -> pick("~", "~/x", "a~", "k=~", "'~'");
            case 11 -> "$'" + pick("a\\tb", "\\x41", "\\101", "q\\'q", "\\n") + "'";
            case 12 -> pick("\"$@\"", "$@", "$*", "$#", "$?", "$1", "\"$*\"");
            case 13 -> "$(" + (depth > 3 ? "p1 n" : nested()) + ")";
            case 14 -> pick("a'b'\"c\"", "x\"$y\"z", "'a'$x", "--k=\"$x\"", "a\"\"b", "\"a\"'b'");
            case 15 -> pick("#no", "a#b", "=x", "!", "%", "a=b=c", "-", "--", "[", "]");
            default -> pick(PLAIN);
        };
    }

    private String quotedWord() {
        return "\"" + pick("d q", "a;b", "x|y", "a  b", "&&", "'", "<x>", "(p9)") + "\"";
    }

    private String arithmetic() {
        return pick("1+2", "x+1", "(2*3)%4", "1<2", "y==0", "i++", "3-(1)", "$((1))+1", "$x+2");
    }

    private String assignments() {
        StringBuilder all = new StringBuilder();
        for (int i = random.nextInt(2); i >= 0; i--) {
            all.append(all.isEmpty() ? "" : " ")
                    .append(name())
                    .append(pick("=", "=", "+="))
                    .append(word());
        }
        return all.toString();
    }

    private String use() {
        return use(name());
    }

    private String use(String variable) {
        return program() + " "
                + pick("$" + variable, "\"$" + variable + "\"", "pre${" + variable + "}post", "a $" + variable);
    }

    private String useOfParameters() {
        return program() + " " + pick("\"$@\"", "$1", "\"$2\" $#", "$*", "\"a $@ b\"", "pre\"$@\"post");
    }

    private String redirect() {
        return pick(
                "", " > o1", " >> o2", " 2>&1", " < a.txt", " 2>/dev/null", " <<< \"$x\"", " &> o3", " 3>&1", " >| o4");
    }

    private String hereDocument() {
        return pick(
                "E\ntext $x\n$(p3 hd)\nE",
                "'E'\n$(p9 no)\nE",
                "-E\n\ttabs\n\tE",
                "\"E F\"\nq\nE F",
                "E\n\\$x `p2 hb`\nE",
                "E | p3 piped\nb\nE");
    }

    private String name() {
        return pick(NAMES);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
