package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionMetadataTest {

    private static final SessionMetadata FULL = SessionMetadata.begin(
                    "s-1", Instant.parse("2026-11-15T12:00:00.123456789Z"), Path.of("/home/me/näher"), "default")
            .withName("a \"name\"")
            .withModel("provider-offline", "offline")
            .withParent("s-0")
            .withUse(3, 5_000_000_000L)
            .withUpdated(Instant.parse("2026-11-15T13:00:00Z"));

    private static SessionMetadata throughJson(SessionMetadata metadata) {
        return SessionMetadata.read(EventDataJson.read(EventDataJson.write(metadata.toData())));
    }

    @ParameterizedTest
    @EnumSource
    void comes_back_from_json_as_it_was(SessionStatus status) {
        assertThat(throughJson(FULL.withStatus(status))).isEqualTo(FULL.withStatus(status));
    }

    @Test
    void may_have_no_parent() {
        SessionMetadata first = SessionMetadata.begin("s-1", Instant.EPOCH, Path.of("/"), "default");

        assertThat(throughJson(first)).isEqualTo(first);
        assertThat(SessionMetadata.read(first.toData().without("parent"))).isEqualTo(first);
    }

    @Test
    void ignores_fields_that_it_does_not_know() {
        assertThat(SessionMetadata.read(FULL.toData().with("colour", "blue"))).isEqualTo(FULL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id",
                "name",
                "created",
                "updated",
                "working_directory",
                "bundle",
                "provider",
                "model",
                "status",
                "turns",
                "tokens"
            })
    void names_the_field_that_is_missing_or_wrong(String field) {
        EventData data = FULL.toData();

        assertThatThrownBy(() -> SessionMetadata.read(data.without(field)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field);
        assertThatThrownBy(() -> SessionMetadata.read(data.with(field, true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field);
    }

    @Test
    void refuses_an_unknown_status_and_a_time_that_is_none() {
        assertThatThrownBy(() -> SessionMetadata.read(FULL.toData().with("status", "sleeping")))
                .hasMessageContaining("sleeping");
        assertThatThrownBy(() -> SessionMetadata.read(FULL.toData().with("created", "noon")))
                .hasMessageContaining("created");
    }

    @Test
    void cuts_a_name_that_goes_on_and_on() {
        String name = FULL.withName("\uD83D\uDE00".repeat(100_000)).name();

        assertThat(name).isEqualTo("\uD83D\uDE00".repeat(200) + "…");
    }
}
