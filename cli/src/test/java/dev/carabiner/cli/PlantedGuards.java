package dev.carabiner.cli;

import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.session.HookModule;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The guards of the default bundle, compiled from their sources with a switch at each of their rules. A rule is a place in
 * the code where something is denied, asked about or found to be unknown, or what a row of the table of programs denies or
 * asks about. With its rule switched off, the guard goes on as if the rule were not written.
 */
final class PlantedGuards {

    private static final Path ROOT = Path.of("..");
    private static final String TABLE = "guard/src/main/resources/dev/carabiner/guard/program/programs.txt";

    /** What speaks against a command, in the reader's and the judge's code. */
    private static final Pattern FINDING = Pattern.compile(
            "(?<![\\w.])(findings|effects)\\.(deny|ask|unknown(?:Option)?|add(?=\\(Severity)|add(?=\\(\\s+Severity))\\(");

    /** Where the guards themselves answer. */
    private static final Pattern ANSWER = Pattern.compile("return (HookResult\\.deny|question|asked|decided)\\(");

    private static final String SWITCH = """
            package dev.carabiner.guard;

            public final class Planted {
                public static volatile String removed = "";
                public static final java.util.Set<String> reached = java.util.concurrent.ConcurrentHashMap.newKeySet();
                private static final java.util.Map<String, Integer> ROWS = new java.util.concurrent.ConcurrentHashMap<>();
                private static final java.util.Map<String, java.util.Set<String>> OPTIONS = new java.util.concurrent.ConcurrentHashMap<>();

                public static boolean off(String rule) {
                    reached.add(rule);
                    return rule.equals(removed);
                }

                public static boolean off(String program, String word) {
                    return off("programs.txt:" + ROWS.get(program) + " " + word);
                }

                // An option is a rule of the row that brings it: of the program, or of one that this is a subcommand of.
                public static boolean off(String program, String option, String word) {
                    String row = program;
                    while (row.indexOf(' ') > 0 && !OPTIONS.getOrDefault(row, java.util.Set.of()).contains(option)) {
                        row = row.substring(0, row.lastIndexOf(' '));
                    }
                    return off(row, word);
                }

                public static String row(String program, int line, java.util.Set<String> options) {
                    ROWS.put(program, line);
                    OPTIONS.put(program, java.util.Set.copyOf(options));
                    return program;
                }
            }
            """;

    private final Map<String, String> rules = new TreeMap<>(); // what each says, by its place
    private final Path directory;
    private final ClassLoader loader;
    private final Set<String> reached;
    private final Field removed;

    PlantedGuards(Path directory) throws Exception {
        this.directory = directory;
        Path classes = Files.createDirectories(directory.resolve("classes"));
        compile(sources(), classes);
        copyTable(classes);
        this.loader = new GuardLoader(classes.toUri().toURL());
        Class<?> planted = loader.loadClass("dev.carabiner.guard.Planted");
        this.removed = planted.getField("removed");
        @SuppressWarnings("unchecked")
        Set<String> seen = (Set<String>) planted.getField("reached").get(null);
        this.reached = seen;
    }

    /** Loads what is compiled here in place of what is installed. */
    private static final class GuardLoader extends URLClassLoader {

        GuardLoader(URL classes) {
            super(new URL[] {classes}, PlantedGuards.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.carabiner.guard.") && !name.startsWith("dev.carabiner.hooks.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            URL own = findResource(name);
            return own == null ? super.getResource(name) : own;
        }
    }

    /** Every rule: its place, and what it says. */
    Map<String, String> rules() {
        return rules;
    }

    /** The rules that were looked at since the last time. */
    Set<String> takeReached() {
        Set<String> taken = new HashSet<>(reached);
        reached.clear();
        return taken;
    }

    /** From now on the guards are without this rule; with an empty one they are whole again. */
    void remove(String rule) throws IllegalAccessException {
        removed.set(null, rule);
    }

    /** All that is installed, with these guards in the place of the installed ones. */
    AgentCatalog catalog(AgentCatalog installed, Set<String> guards) throws ReflectiveOperationException {
        List<HookModule> modules = new ArrayList<>();
        for (HookModule module : installed.modules().hooks()) {
            modules.add(
                    guards.contains(module.name())
                            ? (HookModule) loader.loadClass(module.getClass().getName())
                                    .getConstructor()
                                    .newInstance()
                            : module);
        }
        return AgentCatalog.of(modules, installed.providers(), installed.tools());
    }

    private List<File> sources() throws IOException {
        List<File> sources = new ArrayList<>();
        sources.add(written("Planted.java", SWITCH));
        for (String module : List.of("guard", "hooks")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
                for (Path file :
                        files.filter(it -> it.toString().endsWith(".java")).toList()) {
                    String name = module + "/" + file.getFileName();
                    String folder = String.valueOf(file.getName(file.getNameCount() - 2));
                    sources.add(written(folder + "/" + file.getFileName(), planted(name, folder, file)));
                }
            }
        }
        return sources;
    }

    private String planted(String name, String folder, Path file) throws IOException {
        String text = Files.readString(file);
        if (name.endsWith("/ProgramRows.java")) {
            return text.replace(
                    "return new Program(key, Map.copyOf",
                    "return new Program(dev.carabiner.guard.Planted.row(key, number, options.keySet()), Map.copyOf");
        }
        if (name.endsWith("/Meaning.java")) { // where it also keeps another option from letting the program pass
            String asked = "it.kind() == Kind.ASKED && " + off("program.key(), it.name(), \"askif\"");
            text = text.replace(
                    "it.kind() == null || !it.kind().isHarmless()",
                    "it.kind() == null || (!(" + asked + ") && !it.kind().isHarmless())");
        }
        if (name.equals("hooks/ShellGuard.java") || name.equals("hooks/ProductionGuard.java")) {
            return replaced(
                    ANSWER, name, text, (answer, off) -> "return " + off + " ? null : " + answer.group(1) + "(");
        }
        String fresh = switch (folder) {
            case "verdict" -> "new Findings()";
            case "program" -> "new Effects(effects.command())";
            default -> "";
        };
        return fresh.isEmpty()
                ? text
                : replaced(
                        FINDING,
                        name,
                        text,
                        (finding, off) ->
                                "(" + off + " ? " + fresh + " : " + finding.group(1) + ")." + finding.group(2) + "(");
    }

    private interface Replacement {
        String of(Matcher found, String off);
    }

    private String replaced(Pattern pattern, String file, String text, Replacement replacement) {
        Matcher found = pattern.matcher(text);
        StringBuilder out = new StringBuilder();
        while (found.find()) {
            String said = text.substring(found.end(), text.indexOf(';', found.end()));
            String off;
            if (said.startsWith("program.why()")) {
                off = off("program.key(), \"" + found.group(2) + "\"");
            } else if (said.startsWith("reason(invocation.program()")) {
                off = off("invocation.program().key(), option.name(), \"" + found.group(2) + "if\"");
            } else {
                long line = text.substring(0, found.start()).lines().count();
                String rule = file + ":" + line;
                rules.put(rule, said.replaceAll("\\s+", " ").replaceAll("^\"|\"?\\)$", ""));
                off = off("\"" + rule + "\"");
            }
            found.appendReplacement(out, Matcher.quoteReplacement(replacement.of(found, off)));
        }
        return found.appendTail(out).toString();
    }

    private static String off(String arguments) {
        return "dev.carabiner.guard.Planted.off(" + arguments + ")";
    }

    private File written(String name, String text) throws IOException {
        Path file = directory.resolve("sources").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toFile();
    }

    private static void compile(List<File> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d", classes.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
            if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromFiles(sources))
                    .call()) {
                throw new IllegalStateException("the guards with switches do not compile");
            }
        }
    }

    /** The table, and its rules: the words of a row by which something is denied or asked about. */
    private void copyTable(Path classes) throws IOException {
        Path copy = classes.resolve("dev/carabiner/guard/program/programs.txt");
        Files.createDirectories(copy.getParent());
        List<String> lines = Files.readAllLines(ROOT.resolve(TABLE));
        Files.write(copy, lines);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int sign = line.indexOf(" : ");
            if (sign < 0 || line.startsWith("#")) {
                continue;
            }
            String body = line.substring(sign + 3).split(" \\| ", 2)[0];
            Set<String> words = Stream.of(body.split(" +"))
                    .map(it -> it.split("=", 2)[0])
                    .collect(Collectors.toCollection(TreeSet::new));
            words.retainAll(Set.of("ask", "deny", "askif", "denyif"));
            for (String word : words) {
                rules.put("programs.txt:" + (i + 1) + " " + word, line.substring(0, sign));
            }
        }
    }
}
