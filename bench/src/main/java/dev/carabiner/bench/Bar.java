package dev.carabiner.bench;

import java.util.Locale;

/** A limit that a figure of this run must keep. */
public record Bar(String what, double measured, Rule rule, double limit, Unit unit) {
    public enum Rule {
        AT_MOST("at most"),
        BELOW("below"),
        AT_LEAST("at least");

        private final String words;

        Rule(String words) {
            this.words = words;
        }
    }

    public enum Unit {
        TIMES("x"),
        BYTES(" B");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }
    }

    /** A figure that is missing is NaN, which keeps no limit. */
    public boolean kept() {
        return switch (rule) {
            case AT_MOST -> measured <= limit;
            case BELOW -> measured < limit;
            case AT_LEAST -> measured >= limit;
        };
    }

    public String measuredText() {
        return String.format(Locale.ROOT, unit == Unit.TIMES ? "%.2f%s" : "%.1f%s", measured, unit.symbol);
    }

    public String limitText() {
        String number = limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit);
        return rule.words + " " + number + unit.symbol;
    }
}
