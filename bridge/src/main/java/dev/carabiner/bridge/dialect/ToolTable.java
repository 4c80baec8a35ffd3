package dev.carabiner.bridge.dialect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tools and their fields, in both directions. A tool that is in no row has the same name and fields on both sides, but for
 * the tools of servers, whose names begin differently.
 *
 * @param servers how the tools of servers are named there
 * @param absolute whether hooks there are told absolute names of files; otherwise the names that the model has given
 */
public record ToolTable(List<Row> rows, Servers servers, boolean absolute) {

    private static final String PREFIX = "mcp__";
    private static final String SEPARATOR = "__";

    /**
     * How a server's tool is named there, where it is {@code mcp__SERVER__TOOL} here.
     *
     * @param prefix how such a name begins
     * @param separator what stands between server and tool
     * @param told whether hooks are told the server; otherwise the tool follows the prefix, and only matchers may name both
     */
    public record Servers(String prefix, String separator, boolean told) {

        static final Servers OURS = new Servers(PREFIX, SEPARATOR, true);
    }

    /**
     * One tool.
     *
     * @param aliases other names of theirs that matchers use for it
     * @param fields their field by ours; a field that is not here has the same name
     * @param patch whether their input is one text in the form of a patch
     */
    public record Row(String ours, String theirs, List<String> aliases, Map<String, String> fields, boolean patch) {

        public Row {
            aliases = List.copyOf(aliases);
            fields = Map.copyOf(fields);
        }

        static Row of(String ours, String theirs, String... fields) {
            Map<String, String> names = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i += 2) {
                names.put(fields[i], fields[i + 1]);
            }
            return new Row(ours, theirs, List.of(), names, false);
        }

        Row alsoMatching(String... names) {
            return new Row(ours, theirs, List.of(names), fields, patch);
        }

        Row asPatch() {
            return new Row(ours, theirs, aliases, fields, true);
        }
    }

    public ToolTable {
        rows = List.copyOf(rows);
    }

    static ToolTable of(Row... rows) {
        return new ToolTable(List.of(rows), Servers.OURS, true);
    }

    ToolTable with(Servers names) {
        return new ToolTable(rows, names, absolute);
    }

    ToolTable relative() {
        return new ToolTable(rows, servers, false);
    }

    /** The row of a tool here; null if it has none. */
    public @Nullable Row ofOurs(String tool) {
        return rows.stream().filter(row -> row.ours().equals(tool)).findFirst().orElse(null);
    }

    /** The row of a tool of theirs; null if it has none. */
    public @Nullable Row ofTheirs(String tool) {
        return rows.stream()
                .filter(row -> row.theirs().equals(tool))
                .findFirst()
                .orElse(null);
    }

    /** Their name of a tool here. */
    public String theirs(String tool) {
        Row row = ofOurs(tool);
        if (row != null) {
            return row.theirs();
        }
        if (!isRenamed(tool)) {
            return tool;
        }
        return servers.told() ? withServer(tool) : servers.prefix() + serverTool(tool);
    }

    private boolean isRenamed(String tool) {
        return tool.startsWith(PREFIX) && !servers.equals(Servers.OURS);
    }

    private String withServer(String tool) {
        return servers.prefix() + tool.substring(PREFIX.length()).replaceFirst(SEPARATOR, servers.separator());
    }

    /** The name that a server has given to its tool, of a tool here. */
    static String serverTool(String tool) {
        String rest = tool.startsWith(PREFIX) ? tool.substring(PREFIX.length()) : tool;
        int end = rest.indexOf(SEPARATOR);
        return end < 0 ? rest : rest.substring(end + SEPARATOR.length());
    }

    /** The server of a tool here; null if it has none. */
    static @Nullable String server(String tool) {
        int end = tool.startsWith(PREFIX) ? tool.indexOf(SEPARATOR, PREFIX.length()) : -1;
        return end < 0 ? null : tool.substring(PREFIX.length(), end);
    }

    /** The name here of a server's tool; without a server where none is known. */
    static String ofServer(@Nullable Object server, @Nullable Object tool) {
        return server instanceof String name && !name.isEmpty() ? PREFIX + name + SEPARATOR + tool : PREFIX + tool;
    }

    /** The name here of a tool of theirs. A server's own name is not cut where its end cannot be told. */
    public String ours(String tool) {
        Row row = ofTheirs(tool);
        if (row != null) {
            return row.ours();
        }
        boolean ofServer = tool.startsWith(servers.prefix()) && !servers.equals(Servers.OURS);
        return ofServer
                ? PREFIX + tool.substring(servers.prefix().length()).replaceFirst(servers.separator(), SEPARATOR)
                : tool;
    }

    /** Every name of theirs that a matcher may mean this tool by. */
    public List<String> namesOf(String tool) {
        Row row = ofOurs(tool) == null ? ofTheirs(tool) : ofOurs(tool);
        if (row == null && isRenamed(tool) && !servers.told()) {
            return List.of(theirs(tool), serverTool(tool), withServer(tool));
        }
        return row == null
                ? List.of(theirs(tool))
                : Stream.concat(Stream.of(row.theirs()), row.aliases().stream()).toList();
    }

    /** Their input for ours. */
    public Map<String, @Nullable Object> theirs(String tool, Map<String, @Nullable Object> input) {
        Row row = ofOurs(tool);
        if (row == null) {
            return input;
        }
        return row.patch() ? Map.of("command", PatchText.of(tool, input)) : renamed(input, row.fields());
    }

    /** Our input for theirs. A patch stays one text. */
    public Map<String, @Nullable Object> ours(String tool, Map<String, @Nullable Object> input) {
        Row row = ofOurs(tool);
        if (row == null || row.patch()) {
            return input;
        }
        Map<String, String> back = new LinkedHashMap<>();
        row.fields().forEach((ours, theirs) -> back.put(theirs, ours));
        return renamed(input, back);
    }

    /** Our input for that of a tool of theirs. A patch stays one text. */
    public Map<String, @Nullable Object> fromTheirs(String theirTool, Map<String, @Nullable Object> input) {
        return ours(ours(theirTool), input);
    }

    private static Map<String, @Nullable Object> renamed(
            Map<String, @Nullable Object> input, Map<String, String> names) {
        Map<String, @Nullable Object> renamed = new LinkedHashMap<>();
        input.forEach((key, value) -> renamed.put(names.getOrDefault(key, key), value));
        return renamed;
    }
}
