package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Node.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads lists, pipelines and simple commands, as {@code bash -c} does; compound commands are read by
 * {@link CompoundParser}. Whatever is not of the grammar throws {@link UnreadableLineException}.
 */
final class ShellParser {

    static final int MOST_DEPTH = 40;

    /** Words that end a list where a command could begin. */
    private static final Set<String> CLOSING =
            Set.of("then", "else", "elif", "fi", "do", "done", "esac", "}", "]]", "in");

    private final LineCursor cursor;
    private final WordParser words;
    private final HereDocuments documents;
    private final RedirectParser redirections;
    private final CompoundParser compounds;
    private int depth;

    private ShellParser(LineCursor cursor, int depth) {
        this.cursor = cursor;
        this.depth = depth;
        this.words = new WordParser(cursor, this);
        this.documents = new HereDocuments(cursor, this);
        this.redirections = new RedirectParser(cursor, words, documents);
        this.compounds = new CompoundParser(cursor, this, words, redirections);
    }

    /**
     * The whole text as one list.
     *
     * @throws UnreadableLineException if it is none
     */
    static Node parse(String text) {
        return new ShellParser(new LineCursor(text), 0).whole();
    }

    /** A parser of another text, inside this one. */
    ShellParser over(LineCursor other) {
        enter();
        leave();
        return new ShellParser(other, depth + 1);
    }

    Node whole() {
        Node list = list();
        if (!cursor.atEnd()) {
            throw new UnreadableLineException("what follows the last command is none");
        }
        documents.requireNone();
        return list;
    }

    /** The list up to a closing parenthesis, which is taken too. */
    Node nested() {
        enter();
        ShellParser inner = new ShellParser(cursor, depth);
        Node list = inner.list();
        inner.documents.requireNone();
        cursor.expect(")");
        leave();
        return list;
    }

    /**
     * The same for what is substituted. Bash writes it down anew before it runs it, and what stands behind a here-document
     * then may mean something else.
     */
    Node substituted() {
        int from = cursor.position();
        Node list = nested();
        boolean plain = list instanceof Node.Simple
                || (list instanceof Node.Pipeline(boolean unused, List<Node> parts)
                        && parts.stream().allMatch(Node.Simple.class::isInstance));
        if (!plain && cursor.from(from).contains("<<") && hasDocument(cursor.from(from))) {
            throw new UnreadableLineException("a here-document in a substitution that runs more");
        }
        return list;
    }

    /** Whether there may be one; a here-string is none. */
    private static boolean hasDocument(String text) {
        return text.indexOf('\n') >= 0 && text.replace("<<<", "").contains("<<");
    }

    void enter() {
        if (++depth > MOST_DEPTH) {
            throw new UnreadableLineException("nested too deeply");
        }
    }

    void leave() {
        depth--;
    }

    /** Commands up to a word or sign that closes the list. It may be empty. */
    Node list() {
        List<Node> items = new ArrayList<>();
        skipLines();
        while (!atListEnd()) {
            Node item = either();
            cursor.skipBlanks();
            if (cursor.looksAt("&") && !cursor.looksAt("&&")) {
                cursor.next();
                items.add(new Node.Background(item));
            } else {
                items.add(item);
                if (!takeSeparator()) {
                    break;
                }
            }
            skipLines();
        }
        return items.size() == 1 ? items.getFirst() : new Node.Sequence(List.copyOf(items));
    }

    /** The same, but with at least one command in it. */
    Node someList() {
        Node list = list();
        if (list instanceof Node.Sequence(List<Node> items) && items.isEmpty()) {
            throw new UnreadableLineException("expected a command");
        }
        return list;
    }

    private boolean takeSeparator() {
        if (cursor.looksAt(";;") || cursor.looksAt(";&")) {
            return false;
        }
        if (cursor.take(";")) {
            return true;
        }
        return cursor.peek() == '\n' && !cursor.atEnd();
    }

    /** Blanks, comments, and line feeds with the here-documents that begin behind them. */
    void skipLines() {
        cursor.skipBlanks();
        while (cursor.peek() == '\n' && !cursor.atEnd()) {
            cursor.next();
            documents.readPending();
            cursor.skipBlanks();
        }
    }

    private boolean atListEnd() {
        cursor.skipBlanks();
        if (cursor.atEnd() || cursor.peek() == ')' || cursor.looksAt(";;") || cursor.looksAt(";&")) {
            return true;
        }
        return CLOSING.contains(peekWord());
    }

    /** The unquoted letters here up to a blank or sign; nothing is taken. */
    String peekWord() {
        String bare = cursor.bareWord();
        return bare != null ? bare : joinedWord();
    }

    /** The same, over line continuations. */
    private String joinedWord() {
        int start = cursor.position();
        StringBuilder word = new StringBuilder();
        while (!cursor.atEnd() && !LineCursor.isEnd(cursor.peek())) {
            word.append(cursor.next());
        }
        boolean whole = cursor.atEnd() || LineCursor.isSign(cursor.peek());
        cursor.moveTo(start);
        return whole ? word.toString() : "";
    }

    boolean takeWord(String expected) {
        cursor.skipBlanks();
        boolean found = cursor.peek() == expected.charAt(0) && peekWord().equals(expected);
        if (found) {
            for (int i = 0; i < expected.length(); i++) {
                cursor.next();
            }
        }
        return found;
    }

    void expectWord(String expected) {
        if (!takeWord(expected)) {
            throw new UnreadableLineException("expected " + expected);
        }
    }

    private Node either() {
        Node left = pipeline();
        while (true) {
            cursor.skipBlanks();
            boolean and = cursor.take("&&");
            if (!and && !cursor.take("||")) {
                return left;
            }
            skipLines();
            left = new Node.Either(left, and, pipeline());
        }
    }

    private Node pipeline() {
        boolean negated = false;
        while (true) {
            if (takeWord("!")) {
                negated = !negated;
            } else if (takeWord("time")) {
                takeWord("-p");
            } else {
                break;
            }
        }
        List<Node> parts = new ArrayList<>(List.of(command(negated)));
        cursor.skipBlanks();
        while (cursor.looksAt("|") && !cursor.looksAt("||")) {
            cursor.next();
            cursor.take("&");
            skipLines();
            parts.add(command(false));
            cursor.skipBlanks();
        }
        return parts.size() == 1 && !negated ? parts.getFirst() : new Node.Pipeline(negated, List.copyOf(parts));
    }

    private Node command(boolean mayBeEmpty) {
        enter();
        cursor.skipBlanks();
        Node compound = compounds.compound();
        Node command = compound != null ? redirected(compound) : simple(mayBeEmpty);
        leave();
        return command;
    }

    private Node redirected(Node compound) {
        if (compound instanceof Node.Function) {
            return compound;
        }
        List<Redirect> redirects = redirections.readAll();
        return redirects.isEmpty() ? compound : new Node.Redirected(compound, redirects);
    }

    private Node simple(boolean mayBeEmpty) {
        List<Assignment> assignments = new ArrayList<>();
        List<Word> all = new ArrayList<>();
        List<Redirect> redirects = new ArrayList<>();
        while (true) {
            cursor.skipBlanks();
            Redirect redirect = redirections.read();
            if (redirect != null) {
                redirects.add(redirect);
                continue;
            }
            Assignment assignment = all.isEmpty() ? Assignments.read(cursor, words, this) : null;
            if (assignment != null) {
                assignments.add(assignment);
                continue;
            }
            Word word = words.word();
            if (word == null) {
                break;
            }
            all.add(word);
            if (all.size() == 1 && assignments.isEmpty() && redirects.isEmpty() && compounds.isFunctionSign()) {
                return compounds.function(word);
            }
        }
        if (assignments.isEmpty() && all.isEmpty() && redirects.isEmpty() && !mayBeEmpty) {
            throw new UnreadableLineException("expected a command");
        }
        return new Node.Simple(List.copyOf(assignments), List.copyOf(all), List.copyOf(redirects));
    }
}
