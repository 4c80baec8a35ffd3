package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Walk.Outcome;
import java.util.List;
import java.util.Set;

/** The shell's own commands that set, declare, fill and unset variables. */
final class VariableBuiltins {

    private final Walk walk;

    VariableBuiltins(Walk walk) {
        this.walk = walk;
    }

    Outcome unset(List<Arg> arguments, State state) {
        for (Arg argument : arguments) {
            checkName(argument);
            if (Regex.fits(argument.text(), "-[fvn]")) {
                continue;
            }
            if (!argument.isLiteral()) {
                state.forgetVariables();
                walk.doubt("it is not known what is unset");
            }
            if (argument.text().indexOf('[') > 0) {
                state.set(argument.text().substring(0, argument.text().indexOf('[')), Value.UNKNOWN);
                continue;
            }
            state.set(argument.text(), walk.isInFunction() ? Value.UNKNOWN : Value.of(""));
            state.undefine(argument.text());
        }
        return Outcome.of(state);
    }

    /** {@code export}, {@code declare} and their like. */
    Outcome declared(String name, List<Arg> arguments, State state) {
        boolean frozen =
                name.equals("readonly") || arguments.stream().anyMatch(it -> Regex.fits(it.text(), "-[a-z]*r[a-z]*"));
        boolean own = walk.isInFunction()
                && Set.of("declare", "typeset", "local").contains(name)
                && arguments.stream().noneMatch(it -> Regex.fits(it.text(), "-[a-zA-Z]*g[a-zA-Z]*"));
        for (Arg argument : arguments) {
            String text = argument.text();
            checkName(argument);
            if (Regex.fits(text, "[-+][a-zA-Z]+")) {
                boolean shown = Regex.fits(text, "-[pf]+") && !name.equals("export");
                if (Regex.fits(text, "-[a-zA-Z]*[nfFiulcp][a-zA-Z]*") && !shown) {
                    walk.doubt("a variable with a meaning of its own");
                }
                continue;
            }
            int sign = text.indexOf('=');
            if (own && Regex.fits(text, "(?s)[A-Za-z_][A-Za-z0-9_]*(\\+?=.*)?")) {
                state.localize(text.replaceFirst("(?s)\\+?=.*", ""));
            }
            if (frozen) {
                state.freeze(sign < 0 ? text : text.substring(0, sign));
            }
            if (sign < 0 && argument.isLiteral()) {
                continue;
            }
            boolean named = sign > 0 && Regex.fits(text.substring(0, sign), "[A-Za-z_][A-Za-z0-9_]*");
            if (!named) {
                walk.doubt("it is not known which variable is set");
                state.forgetVariables();
            } else {
                boolean array = argument.count() == Arg.Count.ANY;
                Value next = array ? Value.UNKNOWN : Value.of(Set.of(text.substring(sign + 1)), argument.sources());
                state.set(text.substring(0, sign), next);
            }
        }
        return Outcome.of(state);
    }

    /** A name with an index is evaluated, whatever quotes it came in. */
    private void checkName(Arg argument) {
        int sign = argument.text().indexOf('=');
        String name = sign < 0 ? argument.text() : argument.text().substring(0, sign);
        boolean indexed = name.indexOf('[') >= 0 && !Regex.fits(name, "\\w+\\[\\d+]");
        if (indexed || (argument.count() == Arg.Count.ANY && name.indexOf(Holes.ANY) >= 0)) {
            walk.doubt("an index in a name is evaluated");
        }
    }

    /** Variables that are filled with something from elsewhere. */
    Outcome filled(String name, List<Arg> arguments, State state) {
        boolean names = !name.equals("printf") && !name.equals("wait");
        for (int i = 0; i < arguments.size(); i++) {
            Arg argument = arguments.get(i);
            String text = argument.text();
            boolean asks = text.startsWith(name.equals("printf") ? "-v" : "-p") && !names;
            if (asks) {
                String target = text.length() > 2
                        ? text.substring(2)
                        : i + 1 < arguments.size() ? arguments.get(i + 1).text() : "";
                setUnknown(target, state);
            }
            if (Regex.fits(text, "-[a-zA-Z]*C.*") && Regex.fits(name, "mapfile|readarray")) {
                walk.doubt("a text is run for each line");
            }
            if (names) {
                setUnknown(text, state);
            }
        }
        if (name.equals("read")) {
            state.set("REPLY", Value.UNKNOWN);
        }
        return Outcome.of(state);
    }

    private void setUnknown(String name, State state) {
        if (Regex.fits(name, "[A-Za-z_][A-Za-z0-9_]*")) {
            state.set(name, Value.UNKNOWN);
        } else if (name.indexOf('[') >= 0 || name.indexOf(Holes.ANY) >= 0 || name.contains("=")) {
            walk.doubt("an index in a name is evaluated");
            state.forgetVariables();
        }
    }
}
