package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.line.ShellCommand.Setting;
import java.util.Set;

/** Which variables a command sets, and whether programs see them. */
final class Exporting {

    private static final Set<String> DECLARING = Set.of("export", "declare", "typeset", "readonly", "local");

    private Exporting() {}

    /** Whether it has variables that the shell knows be seen by programs, those of the line among them. */
    static boolean exports(ShellCommand command) {
        return switch (command.program()) {
            case "export" -> true;
            case "declare", "typeset", "readonly", "local" -> has(command, "-\\w*x\\w*");
            case "set" -> has(command, "-\\w*a\\w*|allexport");
            default -> false;
        };
    }

    private static boolean has(ShellCommand command, String word) {
        return command.arguments().stream().anyMatch(it -> Regex.fits(it.text(), word));
    }

    /** {@code NAME=value program}, {@code NAME=value} and {@code export NAME=value}. */
    static void check(ShellCommand command, boolean lineExports, Findings findings) {
        boolean reads = command.program().equals("read"); // for which IFS says where words end, and nothing else
        boolean seen = lineExports || !command.argv().isEmpty();
        command.settings().stream()
                .filter(setting -> !reads || !setting.name().equals("IFS"))
                .forEach(setting -> VariableCheck.check(setting, seen, findings));
        if (!DECLARING.contains(command.program())) {
            return;
        }
        command.arguments().forEach(argument -> {
            int sign = argument.text().indexOf('=');
            if (sign > 0) {
                Setting setting = new Setting(
                        argument.text().substring(0, sign),
                        argument.withText(argument.text().substring(sign + 1)));
                VariableCheck.check(setting, lineExports, findings);
            }
        });
    }
}
