package dev.carabiner.cli.terminal;

import dev.carabiner.event.CarabinerException;

/** A question that was not shown, because there were too many. It is refused, whatever its default. */
final class TooManyQuestionsException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    TooManyQuestionsException() {
        super("more than " + QuestionRate.MOST
                + " questions within a minute, so this one was not shown; ask for less at once, or wait a minute");
    }
}
