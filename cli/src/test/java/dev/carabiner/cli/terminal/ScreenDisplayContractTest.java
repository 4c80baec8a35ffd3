package dev.carabiner.cli.terminal;

import dev.carabiner.display.Display;
import dev.carabiner.testkit.DisplayContract;
import java.io.PrintWriter;
import java.io.StringWriter;

class ScreenDisplayContractTest extends DisplayContract {

    @Override
    protected Display newDisplay() {
        return new ScreenDisplay(Screen.plain(new PrintWriter(new StringWriter()), Styles.PLAIN, 80));
    }
}
