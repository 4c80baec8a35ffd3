package dev.carabiner.runtime.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.regex.RegularExpression;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** The JSON Schema of one tool's input, compiled once. Nothing is ever fetched for it. */
final class InputSchema {

    private static final int MOST_PROBLEMS = 10;
    private static final int LONGEST_PROBLEM = 300;
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    /** A thousand sessions have the same few tools. */
    private static final Map<String, InputSchema> COMPILED = new ConcurrentHashMap<>();

    private static final int MOST_COMPILED = 256;

    private final Schema schema;

    private InputSchema(Schema schema) {
        this.schema = schema;
    }

    /**
     * Reads a tool's schema.
     *
     * @throws ToolInputException if it is none, or refers to something that is not in it
     */
    static InputSchema of(Tool tool) {
        String text = EventDataJson.write(tool.inputSchema());
        InputSchema known = COMPILED.get(text);
        if (known != null) {
            return known;
        }
        InputSchema compiled = compile(tool, text);
        if (COMPILED.size() < MOST_COMPILED) {
            COMPILED.put(text, compiled);
        }
        return compiled;
    }

    private static InputSchema compile(Tool tool, String text) {
        try {
            Schema schema = Holder.REGISTRY.getSchema(text, InputFormat.JSON);
            schema.initializeValidators();
            return new InputSchema(schema);
        } catch (SchemaException | JacksonException | IllegalArgumentException e) {
            throw new ToolInputException(
                    tool.name(), "The input schema of " + tool.name() + " cannot be used: " + e.getMessage());
        }
    }

    /** What is wrong with an input, in words that name the place; empty if it fits. */
    List<String> problems(EventData input) {
        try {
            List<Error> errors = schema.validate(EventDataJson.write(input), InputFormat.JSON);
            List<String> problems = new ArrayList<>();
            errors.stream().limit(MOST_PROBLEMS).map(InputSchema::text).forEach(problems::add);
            if (errors.size() > MOST_PROBLEMS) {
                problems.add("and " + (errors.size() - MOST_PROBLEMS) + " more");
            }
            return problems;
        } catch (BoundedText.TooLongException | StackOverflowError e) {
            return List.of("is too large or too deep to be checked");
        } catch (SchemaException | JacksonException e) {
            return List.of("cannot be checked: " + e.getMessage());
        }
    }

    private static String text(Error error) {
        String place = error.getInstanceLocation().toString();
        String text = (place.isEmpty() ? "" : place.substring(1).replace('/', '.') + ": ") + error.getMessage();
        return text.length() <= LONGEST_PROBLEM ? text : text.substring(0, LONGEST_PROBLEM) + "…";
    }

    /** Many hundred classes, which a program that runs no tool can do without. */
    private static final class Holder {

        static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaLoader(loader -> loader.block(anything -> true))
                        .schemaCacheEnabled(false) // a schema without an address must not be taken for another
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .locale(Locale.ENGLISH)
                                .regularExpressionFactory(Holder::bounded)
                                .build()));

        private static RegularExpression bounded(String expression) {
            Pattern pattern = Pattern.compile(expression);
            return text -> pattern.matcher(new BoundedText(text, new BoundedText.Limit(MOST_TIME)))
                    .find();
        }
    }
}
