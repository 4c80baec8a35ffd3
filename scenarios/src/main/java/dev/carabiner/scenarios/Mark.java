package dev.carabiner.scenarios;

import dev.carabiner.engine.yaml.YamlValue;

/** A place in a scenario's file; lines and columns count from 1. */
public record Mark(String file, int line, int column) {

    static Mark of(String file, YamlValue value) {
        return new Mark(file, value.line(), value.column());
    }

    static Mark of(String file, YamlValue.Field field) {
        return new Mark(file, field.line(), field.column());
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
