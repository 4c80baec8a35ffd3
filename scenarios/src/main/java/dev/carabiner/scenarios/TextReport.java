package dev.carabiner.scenarios;

import dev.carabiner.display.VisibleText;
import dev.carabiner.scenarios.CaseResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for people. The lines of a matrix that passed are counted, not listed. */
public final class TextReport {

    private static final int NAME = 58;
    private static final int SHOWN = 300;

    private final TestReport report;
    private final boolean unicode;
    private final StringBuilder out = new StringBuilder();

    private TextReport(TestReport report, boolean unicode) {
        this.report = report;
        this.unicode = unicode;
    }

    /**
     * The report, every line with its end. Nothing in it can deceive a terminal.
     *
     * @param unicode whether signs beyond ASCII may be used
     */
    public static String of(TestReport report, boolean unicode) {
        TextReport text = new TextReport(report, unicode);
        report.scenarios().forEach(text::scenario);
        return text.out.append(text.summary()).append('\n').toString();
    }

    private void scenario(TestReport.Ran ran) {
        out.append(shown(ran.file())).append('\n');
        Map<String, List<CaseResult>> groups = new LinkedHashMap<>();
        for (CaseResult it : ran.cases()) {
            String group = it.status() == Status.PASSED && it.path().size() > 1
                    ? it.path().get(0) + " › " + it.path().get(1)
                    : it.name() + "\n" + it.at();
            groups.computeIfAbsent(group, none -> new ArrayList<>()).add(it);
        }
        groups.forEach((group, cases) -> {
            CaseResult first = cases.getFirst();
            if (first.status() == Status.PASSED && first.path().size() > 1) {
                passed(group + "  " + cases.size() + (cases.size() == 1 ? " line" : " lines"), elapsed(cases));
            } else {
                one(first);
            }
        });
    }

    private void one(CaseResult it) {
        switch (it.status()) {
            case PASSED -> passed(it.name(), it.elapsed());
            case OPEN -> line("~", it.name(), "still open");
            case FAILED -> {
                line(
                        unicode ? "✗" : "x",
                        it.name(),
                        padded(millis(it.elapsed()), 9) + it.at().file() + ":"
                                + it.at().line());
                details(it)
                        .lines()
                        .forEach(text -> out.append("      ").append(text).append('\n'));
            }
        }
    }

    private void passed(String name, Duration elapsed) {
        line(unicode ? "✓" : "+", name, millis(elapsed));
    }

    private void line(String sign, String name, String rest) {
        out.append("  ")
                .append(sign)
                .append(' ')
                .append(padded(shown(name), NAME))
                .append(' ')
                .append(rest)
                .append('\n');
    }

    /** Expected, was, because and to mend, a line each. */
    static String details(CaseResult it) {
        StringBuilder text = new StringBuilder();
        for (Mismatch wrong : it.mismatches()) {
            String path = wrong.path().isEmpty() ? "" : wrong.path() + " ";
            text.append("expected  ").append(shown(path + wrong.expected())).append('\n');
            text.append("was       ").append(shown(path + wrong.was())).append('\n');
        }
        text.append("because   ").append(shown(it.because())).append('\n');
        return text.append("to mend   ").append(shown(it.toMend())).append('\n').toString();
    }

    private String summary() {
        List<String> missed = report.neverReached();
        int hooks = report.hooks().size();
        String coverage = missed.isEmpty()
                ? (hooks == 0 ? "" : dot() + "all " + hooks + " hooks reached")
                : dot() + missed.size() + " of " + hooks + " hooks never reached: " + String.join(", ", missed);
        long open = report.count(Status.OPEN);
        return report.count(Status.PASSED) + " passed, " + report.count(Status.FAILED) + " failed"
                + (open == 0 ? "" : ", " + open + " open") + shown(coverage) + dot()
                + String.format(Locale.ROOT, "%.1f s", report.elapsed().toMillis() / 1e3);
    }

    private String dot() {
        return unicode ? " · " : " - ";
    }

    private static Duration elapsed(List<CaseResult> cases) {
        return cases.stream().map(CaseResult::elapsed).reduce(Duration.ZERO, Duration::plus);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.0f ms", duration.toNanos() / 1e6);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String shown(String text) {
        String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN);
        String more = text.length() <= SHOWN ? "" : "… (" + (text.length() - SHOWN) + " more characters)";
        return VisibleText.inOneLine(cut) + more;
    }
}
