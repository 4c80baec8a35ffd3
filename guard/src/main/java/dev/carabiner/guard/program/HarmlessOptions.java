package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Holes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of one program, or of one of its subcommands, that do no harm. It does not change once it is read. */
final class HarmlessOptions {

    /** How an option is written. */
    enum Form {
        /** Without a value. */
        FLAG,
        /** With a value: attached, or the next word. */
        VALUED,
        /** With a value only if it is attached. */
        ATTACHED
    }

    private final Map<String, Form> exact = new HashMap<>();
    private final List<String> families = new ArrayList<>();
    private boolean numbers;
    private boolean any;

    /** {@code --all}, {@code --width=}, {@code --color?}, {@code -#}, {@code --no-*} or {@code *}. */
    void add(String token) {
        String name = token.substring(0, token.length() - 1);
        if (token.equals("*")) {
            any = true;
        } else if (token.equals("-#")) {
            numbers = true;
        } else if (token.endsWith("*")) {
            families.add(name);
        } else if (token.endsWith("=")) {
            exact.putIfAbsent(name, Form.VALUED);
        } else if (token.endsWith("?") && token.length() > 2) {
            exact.putIfAbsent(name, Form.ATTACHED);
        } else {
            exact.putIfAbsent(token, Form.FLAG);
        }
    }

    /** Whether any option at all does no harm. */
    boolean areAll() {
        return any;
    }

    /** Whether the option is listed by its own name. */
    boolean names(String option) {
        return exact.containsKey(option);
    }

    /** How an option is written that is given as a word of its own; null if it is not known. */
    @Nullable
    Form form(String option) {
        Form known = exact.get(option);
        if (known != null) {
            return known;
        }
        boolean listed = numbers && isNumber(option);
        for (String family : families) {
            listed |= option.startsWith(family);
        }
        return listed ? Form.ATTACHED : null;
    }

    private static boolean isNumber(String option) {
        for (int i = 1; i < option.length(); i++) {
            boolean digit = option.charAt(i) >= '0' && option.charAt(i) <= '9';
            if (!digit && option.charAt(i) != Holes.SAFE) {
                return false;
            }
        }
        return option.length() > 1;
    }
}
