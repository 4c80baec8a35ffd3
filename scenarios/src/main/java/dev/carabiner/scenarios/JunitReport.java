package dev.carabiner.scenarios;

import dev.carabiner.scenarios.CaseResult.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A report as the XML that build servers read: a suite for each file, a known gap as skipped. There are only the attributes
 * of the schema of Jenkins, which refuses a report with others; the place of what failed is in its text.
 */
public final class JunitReport {

    private JunitReport() {}

    /** The report as a whole document. */
    public static String of(TestReport report) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
        counts(xml, report.cases(), report.elapsed());
        xml.append(">\n");
        for (TestReport.Ran ran : report.scenarios()) {
            Duration all = ran.cases().stream().map(CaseResult::elapsed).reduce(Duration.ZERO, Duration::plus);
            xml.append("  <testsuite");
            attribute(xml, "name", ran.file());
            counts(xml, ran.cases(), all);
            attribute(xml, "skipped", count(ran.cases(), Status.OPEN));
            xml.append(">\n");
            ran.cases().forEach(it -> testcase(xml, ran, it));
            xml.append("  </testsuite>\n");
        }
        return xml.append("</testsuites>\n").toString();
    }

    private static void counts(StringBuilder xml, List<CaseResult> cases, Duration elapsed) {
        attribute(xml, "tests", String.valueOf(cases.size()));
        attribute(xml, "failures", count(cases, Status.FAILED));
        attribute(xml, "errors", "0");
        attribute(xml, "time", seconds(elapsed));
    }

    private static String count(List<CaseResult> cases, Status status) {
        return String.valueOf(cases.stream().filter(it -> it.status() == status).count());
    }

    private static void testcase(StringBuilder xml, TestReport.Ran ran, CaseResult it) {
        xml.append("    <testcase");
        attribute(xml, "name", it.name());
        attribute(xml, "classname", ran.name());
        attribute(xml, "time", seconds(it.elapsed()));
        switch (it.status()) {
            case PASSED -> xml.append("/>\n");
            case OPEN -> {
                xml.append("><skipped");
                attribute(xml, "message", "a known gap, still open");
                xml.append("/></testcase>\n");
            }
            case FAILED -> {
                xml.append("><failure");
                attribute(xml, "message", message(it));
                xml.append('>')
                        .append(escaped(it.at() + "\n" + TextReport.details(it)))
                        .append("</failure></testcase>\n");
            }
        }
    }

    private static String message(CaseResult it) {
        return it.mismatches().isEmpty()
                ? it.because()
                : "expected " + it.mismatches().getFirst().expected() + ", was "
                        + it.mismatches().getFirst().was();
    }

    private static void attribute(StringBuilder xml, String name, String value) {
        xml.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.6f", duration.toNanos() / 1e9);
    }

    /** What XML cannot hold is replaced. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\n' -> out.append("&#10;");
                case '\t' -> out.append("&#9;");
                default -> out.appendCodePoint(isPossible(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean isPossible(int c) {
        return (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    }
}
