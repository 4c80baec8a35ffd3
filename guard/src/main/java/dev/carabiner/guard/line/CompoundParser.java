package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Node.Branch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads groups, conditions, loops, choices and functions. */
final class CompoundParser {

    private final LineCursor cursor;
    private final ShellParser parser;
    private final WordParser words;
    private final RedirectParser redirections;

    CompoundParser(LineCursor cursor, ShellParser parser, WordParser words, RedirectParser redirections) {
        this.cursor = cursor;
        this.parser = parser;
        this.words = words;
        this.redirections = redirections;
    }

    /** The compound command that begins here, or null. */
    @Nullable
    Node compound() {
        if (cursor.looksAt("((")) {
            Node calculation = calculation();
            if (calculation != null) {
                return calculation;
            }
        }
        if (cursor.take("(")) {
            return new Node.Group(parser.nested(), true);
        }
        String word = parser.peekWord();
        return switch (word) {
            case "{" -> group();
            case "if" -> condition("if");
            case "while", "until" -> loop(word);
            case "for", "select" -> forLoop(word);
            case "case" -> choice();
            case "function" -> namedFunction();
            case "coproc" -> coprocess();
            case "[[" -> test();
            default -> null;
        };
    }

    /** Null if it is a group in a group. */
    private @Nullable Node calculation() {
        int start = cursor.position();
        try {
            cursor.expect("((");
            return new Node.Calculation(new ExpansionParser(cursor, words, parser).arithmetic("))"));
        } catch (UnreadableLineException e) {
            cursor.moveTo(start);
            return null;
        }
    }

    private Node group() {
        parser.expectWord("{");
        Node body = parser.someList();
        parser.expectWord("}");
        return new Node.Group(body, false);
    }

    private Node condition(String keyword) {
        parser.expectWord(keyword);
        Node condition = parser.someList();
        parser.expectWord("then");
        Node then = parser.someList();
        Node otherwise = null;
        if (parser.peekWord().equals("elif")) {
            return new Node.If(condition, then, condition("elif"));
        }
        if (parser.takeWord("else")) {
            otherwise = parser.someList();
        }
        parser.expectWord("fi");
        return new Node.If(condition, then, otherwise);
    }

    private Node loop(String keyword) {
        parser.expectWord(keyword);
        Node condition = parser.someList();
        return new Node.Loop(condition, body(), keyword.equals("until"));
    }

    private Node body() {
        parser.skipLines();
        if (parser.takeWord("{")) {
            Node body = parser.someList();
            parser.expectWord("}");
            return body;
        }
        parser.expectWord("do");
        Node body = parser.someList();
        parser.expectWord("done");
        return body;
    }

    private Node forLoop(String keyword) {
        parser.expectWord(keyword);
        cursor.skipBlanks();
        if (keyword.equals("for") && cursor.take("((")) {
            Word expression = new ExpansionParser(cursor, words, parser).arithmetic("))");
            cursor.skipBlanks();
            cursor.take(";");
            return new Node.ArithmeticFor(expression, body());
        }
        String name = parser.peekWord();
        if (!Regex.fits(name, "[A-Za-z_][A-Za-z0-9_]*")) {
            throw new UnreadableLineException("expected the name of a variable");
        }
        parser.expectWord(name);
        parser.skipLines();
        List<Word> items = null;
        if (parser.takeWord("in")) {
            items = new ArrayList<>();
            cursor.skipBlanks();
            for (Word item = words.word(); item != null; item = words.word()) {
                items.add(item);
                cursor.skipBlanks();
            }
            if (!cursor.take(";") && cursor.peek() != '\n') {
                throw new UnreadableLineException("expected do");
            }
        } else {
            cursor.take(";");
        }
        return new Node.For(name, items == null ? null : List.copyOf(items), body());
    }

    private Node choice() {
        parser.expectWord("case");
        cursor.skipBlanks();
        Word subject = words.word();
        parser.skipLines();
        parser.expectWord("in");
        parser.skipLines();
        List<Branch> branches = new ArrayList<>();
        while (!parser.takeWord("esac")) {
            branches.add(branch());
            parser.skipLines();
        }
        return new Node.Case(subject == null ? Word.EMPTY : subject, List.copyOf(branches));
    }

    private Branch branch() {
        cursor.take("(");
        List<Word> patterns = new ArrayList<>();
        do {
            cursor.skipBlanks();
            Word pattern = words.word();
            if (pattern == null) {
                throw new UnreadableLineException("expected a pattern");
            }
            patterns.add(pattern);
            cursor.skipBlanks();
        } while (cursor.take("|"));
        cursor.expect(")");
        Node body = parser.list();
        parser.skipLines();
        boolean goesOn = cursor.take(";;&") || cursor.take(";&");
        if (!goesOn && !cursor.take(";;") && !parser.peekWord().equals("esac")) {
            throw new UnreadableLineException("expected ;; or esac");
        }
        return new Branch(List.copyOf(patterns), body, goesOn);
    }

    /** Whether the parentheses of a function's definition follow. */
    boolean isFunctionSign() {
        int start = cursor.position();
        cursor.skipBlanks();
        boolean open = cursor.take("(");
        cursor.skipBlanks();
        boolean sign = open && cursor.take(")");
        cursor.moveTo(start);
        return sign;
    }

    Node function(Word name) {
        String text = name.bare();
        if (text == null) {
            throw new UnreadableLineException("a function whose name is not plain");
        }
        cursor.skipBlanks();
        cursor.expect("(");
        cursor.skipBlanks();
        cursor.expect(")");
        return new Node.Function(text, functionBody());
    }

    private Node namedFunction() {
        parser.expectWord("function");
        cursor.skipBlanks();
        Word name = words.word();
        if (name == null || name.bare() == null) {
            throw new UnreadableLineException("a function without a plain name");
        }
        if (isFunctionSign()) {
            return function(name);
        }
        return new Node.Function(String.valueOf(name.bare()), functionBody());
    }

    private Node functionBody() {
        parser.skipLines();
        Node body = compound();
        if (body == null || body instanceof Node.Function) {
            throw new UnreadableLineException("a function without a body");
        }
        List<Redirect> redirects = redirections.readAll();
        return redirects.isEmpty() ? body : new Node.Redirected(body, redirects);
    }

    /** With a name only before a compound command. */
    private Node coprocess() {
        parser.expectWord("coproc");
        cursor.skipBlanks();
        int start = cursor.position();
        Node body = compound();
        if (body == null) {
            words.word();
            cursor.skipBlanks();
            body = compound();
        }
        if (body == null) {
            cursor.moveTo(start);
            throw new UnreadableLineException("a coprocess of a simple command");
        }
        return new Node.Background(body);
    }

    private Node test() {
        parser.expectWord("[[");
        List<Word> all = new ArrayList<>();
        while (true) {
            parser.skipLines();
            if (parser.takeWord("]]")) {
                return new Node.Test(List.copyOf(all));
            }
            boolean sign = cursor.take("&&") || cursor.take("||") || cursor.take("(") || cursor.take(")");
            boolean compares = !sign && (cursor.take("<") || cursor.take(">"));
            if (sign || compares) {
                continue;
            }
            Word word = words.word();
            if (word == null) {
                throw new UnreadableLineException("a test without its end");
            }
            all.add(word);
            regularExpression(word, all);
        }
    }

    /** Behind {@code =~} parentheses and bars are letters. */
    private void regularExpression(Word operator, List<Word> all) {
        if (!"=~".equals(operator.bare())) {
            return;
        }
        cursor.skipBlanks();
        WordParser.Parts parts = new WordParser.Parts();
        int depth = 0;
        while (!cursor.atEnd() && (depth > 0 || " \t\n;&".indexOf(cursor.peek()) < 0)) {
            char c = cursor.peek();
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            words.piece(parts, true);
        }
        all.add(parts.word());
    }
}
