package dev.carabiner;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The map of the modules: which may use which, and what else each may bring along. */
class ModuleMapTest {

    /** A module names only modules above it, so there can be no cycle. */
    private static final List<Module> MODULES = List.of(
            module("kernel"),
            module("process"),
            module("json", "kernel").bringing("jackson-core"),
            module("testkit", "kernel").bringing("junit-jupiter-api", "assertj-core"),
            module("guard", "kernel"),
            module("audit", "kernel", "json"),
            module("engine", "kernel", "json", "guard", "process", "audit").bringing("snakeyaml-engine"),
            module("approvals", "kernel", "json", "guard", "engine")
                    .bringing("sqlite-jdbc", "postgresql", "HikariCP", "checker-qual"),
            module("console", "kernel", "json", "guard", "audit", "engine", "approvals")
                    .bringing("jetty-server", "jetty-websocket-jetty-server", "lit-html"),
            module("hooks", "kernel", "json", "guard", "process").bringing("snakeyaml-engine"),
            module("bridge", "kernel", "json", "process", "engine").bringing("tomlj"),
            module("runtime", "kernel", "json", "guard", "process", "audit", "engine")
                    .bringing("java-diff-utils", "jtokkit", "json-schema-validator"),
            module("scenarios", "kernel", "json", "audit", "engine", "runtime"),
            module("testkit-agent", "kernel", "testkit", "guard", "engine", "runtime")
                    .bringing("junit-jupiter-api", "assertj-core"),
            module("providers", "kernel", "json", "engine", "runtime")
                    .bringing(
                            "langchain4j-open-ai",
                            "langchain4j-anthropic",
                            "langchain4j-google-ai-gemini",
                            "langchain4j-ollama"),
            module(
                            "cli",
                            "kernel",
                            "json",
                            "guard",
                            "process",
                            "audit",
                            "engine",
                            "approvals",
                            "console",
                            "hooks",
                            "bridge",
                            "runtime",
                            "scenarios",
                            "providers")
                    .bringing("picocli", "jline", "slf4j-jdk14"));

    /**
     * The default build holds these too: the list of versions, programs that show what a hook can do, and tests that need
     * a database server or a browser.
     */
    private static final Set<String> BESIDE = Set.of("bom", "examples", "storetests", "consoletests");

    /** All that the tests of a module may bring along. */
    private static final Set<String> FOR_TESTS = Set.of("junit-jupiter", "assertj-core", "archunit", "slf4j-jdk14");

    private static final Map<Path, JavaClasses> IMPORTED = new ConcurrentHashMap<>();
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /** Built with {@code -Padapters} only, because frameworks are large. */
    private static final ModulePom ADAPTERS = ModulePom.in(PROJECT.resolve("adapters"));

    @Nested
    class Poms {

        @Test
        void of_the_default_build_are_all_on_the_map() {
            Set<String> known = new TreeSet<>(BESIDE);
            MODULES.forEach(it -> known.add(it.name));

            assertThat(ModulePom.in(PROJECT).modules()).containsExactlyInAnyOrderElementsOf(known);
        }

        @ParameterizedTest
        @FieldSource("dev.carabiner.ModuleMapTest#MODULES")
        void come_after_the_modules_that_theirs_uses(Module module) {
            assertThat(MODULES.subList(0, MODULES.indexOf(module)))
                    .extracting(Module::name)
                    .containsAll(module.uses);
        }

        @ParameterizedTest
        @FieldSource("dev.carabiner.ModuleMapTest#MODULES")
        void name_only_what_their_module_may_use(Module module) {
            assertThat(module.pom().dependencies())
                    .filteredOn(it -> !it.isForTests())
                    .extracting(ModulePom.Dependency::name)
                    .isSubsetOf(module.everything());
        }

        /**
         * Maven resolves test scope even where tests are skipped. So whatever the tests of these modules need is
         * downloaded before the README's first command can run: no browser, no database, no Node.
         */
        @ParameterizedTest
        @FieldSource("dev.carabiner.ModuleMapTest#MODULES")
        void of_what_the_command_is_made_of_need_little_for_their_tests(Module module) {
            assertThat(module.pom().dependencies())
                    .filteredOn(it -> it.isForTests() && !it.isOwn())
                    .extracting(ModulePom.Dependency::name)
                    .isSubsetOf(FOR_TESTS);
        }

        @Test
        void that_are_installed_are_in_the_bom_with_its_own_version() {
            ModulePom bom = ModulePom.in(PROJECT.resolve("bom"));
            List<String> installed = new ArrayList<>(ModulePom.in(PROJECT).modules().stream()
                    .filter(it -> !it.equals("bom"))
                    .filter(it -> ModulePom.in(PROJECT.resolve(it)).isInstalled())
                    .toList());
            installed.addAll(adapters());

            assertThat(bom.managedDependencies())
                    .extracting(ModulePom.Dependency::name)
                    .containsExactlyInAnyOrderElementsOf(installed);
            assertThat(bom.managedDependencies())
                    .extracting(ModulePom.Dependency::version)
                    .containsOnly("${project.version}");
            assertThat(bom.version()).isEqualTo(ModulePom.in(PROJECT).version());
        }

        /** A framework comes with the agent that uses it, in the agent's version, and never with Carabiner. */
        @Test
        void of_adapters_bring_no_framework() {
            for (String adapter : adapters()) {
                assertThat(ModulePom.in(ADAPTERS.directory().resolve(adapter)).dependencies())
                        .as(adapter)
                        .filteredOn(it ->
                                !it.isForTests() && !it.isOwn() && !it.name().equals("jspecify"))
                        .extracting(ModulePom.Dependency::scope)
                        .allMatch(it -> it.equals("provided"));
            }
        }

        /** The agent is the framework's: what guards it brings no agent of our own, no model and no command. */
        @Test
        void of_adapters_name_the_engine_and_each_other_only() {
            List<String> usable = new ArrayList<>(adapters());
            usable.add("engine");
            for (String adapter : adapters()) {
                assertThat(ModulePom.in(ADAPTERS.directory().resolve(adapter)).dependencies())
                        .as(adapter)
                        .filteredOn(it -> !it.isForTests() && it.isOwn())
                        .extracting(ModulePom.Dependency::name)
                        .isNotEmpty()
                        .isSubsetOf(usable);
            }
        }

        private List<String> adapters() {
            return ADAPTERS.modules().stream()
                    .filter(it -> ModulePom.in(ADAPTERS.directory().resolve(it)).isInstalled())
                    .toList();
        }
    }

    @Nested
    class Classes {

        @ParameterizedTest
        @FieldSource("dev.carabiner.ModuleMapTest#MODULES")
        void use_only_modules_that_theirs_may_use(Module module) {
            Map<String, String> homes = homes();
            List<String> strays = module.classes().stream()
                    .flatMap(it -> it.getDirectDependenciesFromSelf().stream())
                    .filter(it -> homes.containsKey(name(it.getTargetClass())))
                    .filter(it -> !module.mayUse(homes.get(name(it.getTargetClass()))))
                    .map(it -> it.getDescription())
                    .toList();

            assertThat(strays).isEmpty();
        }

        @Test
        void of_one_package_live_in_one_module() {
            Map<String, Set<String>> modules = new HashMap<>();
            for (Module module : MODULES) {
                module.classes()
                        .forEach(it -> modules.computeIfAbsent(it.getPackageName(), any -> new TreeSet<>())
                                .add(module.name));
            }

            assertThat(modules)
                    .allSatisfy((name, homes) -> assertThat(homes).as(name).hasSize(1));
        }

        @Test
        void form_packages_without_a_cycle() {
            slices().matching("dev.carabiner.(**)").should().beFreeOfCycles().check(everyClass());
        }

        private JavaClasses everyClass() {
            return new ClassFileImporter()
                    .importPaths(MODULES.stream().map(Module::output).toList());
        }

        private Map<String, String> homes() {
            Map<String, String> homes = new HashMap<>();
            MODULES.forEach(module -> module.classes().forEach(it -> homes.put(it.getName(), module.name)));
            return homes;
        }

        private String name(JavaClass type) {
            return type.getBaseComponentType().getName();
        }
    }

    @Nested
    class Pages {

        private static final Pattern FIRST_TYPE =
                Pattern.compile("[Oo]pen \\{@link\\s+(?:\\*\\s+)?([\\w.]+)\\.(\\w+)}");

        @ParameterizedTest
        @FieldSource("dev.carabiner.ModuleMapTest#MODULES")
        void of_packages_name_the_type_to_open_first(Module module) throws Exception {
            for (Path folder : module.packages()) {
                Path page = folder.resolve("package-info.java");
                assertThat(page).exists();
                var first = FIRST_TYPE.matcher(Files.readString(page));

                assertThat(first.find())
                        .as("%s says: Open {@link TYPE} first", page)
                        .isTrue();
                assertThat(folder.resolve(first.group(2) + ".java")).exists();
                assertThat(module.sources().resolve(first.group(1).replace('.', '/')))
                        .isEqualTo(folder);
            }
        }

        @Test
        void for_users_list_every_module() throws Exception {
            List<String> listed = Pattern.compile("^\\| `([a-z-]+)` \\|", Pattern.MULTILINE)
                    .matcher(Files.readString(PROJECT.resolve("README.md")))
                    .results()
                    .map(it -> it.group(1))
                    .toList();

            assertThat(listed).containsAll(ModulePom.in(PROJECT).modules());
        }
    }

    private static Module module(String name, String... uses) {
        return new Module(name, List.of(uses), List.of());
    }

    record Module(String name, List<String> uses, List<String> brings) {

        Module bringing(String... artifacts) {
            return new Module(name, uses, List.of(artifacts));
        }

        /** JSpecify's annotations are for all. */
        List<String> everything() {
            List<String> all = new ArrayList<>(uses);
            all.addAll(brings);
            all.add("jspecify");
            return all;
        }

        boolean mayUse(String other) {
            return name.equals(other) || uses.contains(other);
        }

        ModulePom pom() {
            return ModulePom.in(PROJECT.resolve(name));
        }

        Path output() {
            return PROJECT.resolve(name).resolve("target/classes");
        }

        JavaClasses classes() {
            JavaClasses classes = IMPORTED.computeIfAbsent(output(), new ClassFileImporter()::importPath);
            assertThat(classes).as("the classes of %s; build it first", name).isNotEmpty();
            return classes;
        }

        Path sources() {
            return PROJECT.resolve(name).resolve("src/main/java");
        }

        List<Path> packages() throws Exception {
            try (Stream<Path> files = Files.walk(sources())) {
                return files.filter(it -> it.toString().endsWith(".java"))
                        .map(Path::getParent)
                        .distinct()
                        .sorted()
                        .toList();
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
