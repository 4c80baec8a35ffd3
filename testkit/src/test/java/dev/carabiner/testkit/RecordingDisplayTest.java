package dev.carabiner.testkit;

import dev.carabiner.display.Display;

/** The recording display is a display. */
class RecordingDisplayTest extends DisplayContract {

    @Override
    protected Display newDisplay() {
        return new RecordingDisplay();
    }
}
