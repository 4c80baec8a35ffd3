package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemasTest {

    private static ToolSpecification tool(boolean anySchema, String schema) {
        return Schemas.tool(new ToolSpec("T", "Does it", EventDataJson.read(schema)), anySchema);
    }

    /** What becomes of the schema as the only property of a tool's input. */
    private static JsonSchemaElement property(boolean anySchema, String schema) {
        return tool(anySchema, "{\"type\":\"object\",\"properties\":{\"p\":" + schema + "}}")
                .parameters()
                .properties()
                .get("p");
    }

    @Nested
    class WhatCanBeSaid {

        @Test
        void is_said_of_the_tool() {
            ToolSpecification tool = tool(true, """
                    {"type":"object","description":"All of it","properties":{"a":{"type":"string"}},
                     "required":["a"],"additionalProperties":false}""");

            assertThat(tool.name()).isEqualTo("T");
            assertThat(tool.description()).isEqualTo("Does it");
            assertThat(tool.parameters())
                    .isEqualTo(JsonObjectSchema.builder()
                            .description("All of it")
                            .addStringProperty("a")
                            .required("a")
                            .additionalProperties(false)
                            .build());
        }

        @Test
        void is_said_of_simple_values() {
            assertThat(property(true, "{\"type\":\"string\",\"description\":\"d\"}"))
                    .isEqualTo(JsonStringSchema.builder().description("d").build());
            assertThat(property(true, "{\"type\":\"integer\"}")).isEqualTo(new JsonIntegerSchema());
            assertThat(property(true, "{\"type\":\"number\"}")).isEqualTo(new JsonNumberSchema());
            assertThat(property(true, "{\"type\":\"boolean\"}")).isEqualTo(new JsonBooleanSchema());
            assertThat(property(true, "{\"type\":\"null\"}")).isEqualTo(new JsonNullSchema());
            assertThat(property(true, "{\"enum\":[\"a\",\"b\"]}"))
                    .isEqualTo(JsonEnumSchema.builder().enumValues("a", "b").build());
        }

        @Test
        void is_said_at_every_depth() {
            String schema = """
                    {"type":"array","items":{"type":"object","required":["x"],"properties":{
                      "x":{"type":"array","items":{"type":"integer"}},
                      "y":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}""";

            assertThat(property(true, schema))
                    .isEqualTo(JsonArraySchema.builder()
                            .items(JsonObjectSchema.builder()
                                    .addProperty(
                                            "x",
                                            JsonArraySchema.builder()
                                                    .items(new JsonIntegerSchema())
                                                    .build())
                                    .addProperty(
                                            "y",
                                            JsonAnyOfSchema.builder()
                                                    .anyOf(new JsonStringSchema(), new JsonNullSchema())
                                                    .build())
                                    .required("x")
                                    .build())
                            .build());
        }
    }

    @Nested
    class WhatCannotBeSaid {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"type\":\"integer\",\"minimum\":1}",
                    "{\"type\":[\"string\",\"null\"]}",
                    "{\"type\":\"array\"}",
                    "{\"enum\":[1,2]}",
                    "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
                    "{\"$ref\":\"#/$defs/x\"}",
                    "{}"
                })
        void goes_out_as_it_is_where_the_service_takes_it(String schema) {
            String sent = tool(true, "{\"type\":\"object\",\"properties\":{\"p\":" + schema + "}}")
                    .toJson();

            assertThat(Json.at(Json.read(sent), "/parameters/properties/p"))
                    .isEqualTo(Json.read(schema).asMap());
        }

        @Test
        void is_said_as_well_as_possible_elsewhere() {
            assertThat(property(false, "{\"type\":\"integer\",\"minimum\":1}")).isEqualTo(new JsonIntegerSchema());
            assertThat(property(false, "{\"type\":[\"string\",\"null\"]}"))
                    .isEqualTo(JsonAnyOfSchema.builder()
                            .anyOf(List.of(new JsonStringSchema(), new JsonNullSchema()))
                            .build());
            assertThat(property(false, "{\"properties\":{}}"))
                    .isEqualTo(JsonObjectSchema.builder().build());
            assertThat(property(false, "true")).isEqualTo(new JsonStringSchema());
        }
    }
}
