package dev.carabiner.audit.log;

import dev.carabiner.json.JsonBytes;

/** A name that many records have, as text and, once and for all, as the JSON in front of its value. */
final class FieldName {

    static final FieldName ACTION = of("action");
    static final FieldName AGAIN = of("again");
    static final FieldName BECAUSE = of("because");
    static final FieldName BY = of("by");
    static final FieldName BYTES = of("bytes");
    static final FieldName BY_DEFAULT = of("by_default");
    static final FieldName CHANGES = of("changes");
    static final FieldName CHANNEL = of("channel");
    static final FieldName DATA = of("data");
    static final FieldName DECIDED_BY = of("decided_by");
    static final FieldName DIGEST = of("digest");
    static final FieldName EDIT = of("edit");
    static final FieldName ELAPSED_NANOS = of("elapsed_nanos");
    static final FieldName EMIT = of("emit");
    static final FieldName EPHEMERAL = of("ephemeral");
    static final FieldName ERROR = of("error");
    static final FieldName EVENT = of("event");
    static final FieldName FAILURE = of("failure");
    static final FieldName FATE = of("fate");
    static final FieldName GRANTED = of("granted");
    static final FieldName HOOK = of("hook");
    static final FieldName HOW = of("how");
    static final FieldName INDEX = of("index");
    static final FieldName LEVEL = of("level");
    static final FieldName OP = of("op");
    static final FieldName OPTION = of("option");
    static final FieldName OPTIONS = of("options");
    static final FieldName PARENT = of("parent");
    static final FieldName PATCH = of("patch");
    static final FieldName PATH = of("path");
    static final FieldName PERMIT = of("permit");
    static final FieldName PIECES = of("pieces");
    static final FieldName PRIORITY = of("priority");
    static final FieldName PROMPT = of("prompt");
    static final FieldName REASON = of("reason");
    static final FieldName REQUEST = of("request");
    static final FieldName ROLE = of("role");
    static final FieldName RULE = of("rule");
    static final FieldName RUNS = of("runs");
    static final FieldName SKIPPED = of("skipped");
    static final FieldName START_NANOS = of("start_nanos");
    static final FieldName SUPPRESSED = of("suppressed");
    static final FieldName TEXT = of("text");
    static final FieldName TIMEOUT_MS = of("timeout_ms");
    static final FieldName TOKENS = of("tokens");
    static final FieldName TOOL = of("tool");
    static final FieldName TOOL_CALL_ID = of("tool_call_id");
    static final FieldName VALUE = of("value");
    static final FieldName WHY = of("why");

    private final String text;
    private final byte[] json;

    private FieldName(String text, byte[] json) {
        this.text = text;
        this.json = json;
    }

    private static FieldName of(String text) {
        JsonBytes json = new JsonBytes(text.length() + 4);
        json.raw(',').text(text);
        json.raw(':');
        return new FieldName(text, json.copy(0, json.length()));
    }

    String text() {
        return text;
    }

    void write(JsonBytes out, boolean first) {
        int comma = first ? 1 : 0;
        out.raw(json, comma, json.length - comma);
    }
}
