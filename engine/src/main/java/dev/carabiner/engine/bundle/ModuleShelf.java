package dev.carabiner.engine.bundle;

import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The modules of one kind, each under its name with the settings that it knows.
 *
 * @param kind what messages call them, as in {@code hook}
 */
public record ModuleShelf<M>(String kind, SortedMap<String, M> modules, SortedMap<String, ModuleSettings> settings) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    /** What {@link java.util.ServiceLoader} finds. A module that cannot be loaded or asked is a problem, and left out. */
    public static <M> ModuleShelf<M> installed(
            String kind,
            Class<M> type,
            ClassLoader loader,
            Function<M, String> name,
            Function<M, ModuleSettings> settings,
            List<String> problems) {
        return of(kind, InstalledServices.of(type, loader, problems), name, settings, problems);
    }

    /**
     * Asks each module once for its name and settings: what it says later changes nothing.
     *
     * @throws ModuleException if two have one name
     */
    public static <M> ModuleShelf<M> of(
            String kind,
            Collection<? extends M> all,
            Function<M, String> name,
            Function<M, ModuleSettings> settings,
            List<String> problems) {
        ModuleShelf<M> shelf = new ModuleShelf<>(kind, new TreeMap<>(), new TreeMap<>());
        for (M module : all) {
            String key;
            ModuleSettings known;
            try {
                key = name.apply(module);
                known = settings.apply(module);
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                problems.add(kind + " module " + module.getClass().getName() + " is broken: " + Throwables.inWords(e));
                continue;
            }
            shelf.put(key, module, known, problems);
        }
        return shelf;
    }

    private void put(String name, M module, ModuleSettings known, List<String> problems) {
        String type = module.getClass().getName();
        if (!NAME.matcher(String.valueOf(name)).matches()) {
            problems.add(kind + " module " + type + " calls itself \"" + VisibleText.inOneLine(String.valueOf(name))
                    + "\"; expected lower case letters, digits and dashes");
            return;
        }
        M other = modules.putIfAbsent(name, module);
        if (other != null) {
            throw new ModuleException(
                    name,
                    "Two " + kind + " modules are named " + name + ": "
                            + other.getClass().getName() + " and " + type + "; expected one of them on the class path");
        }
        settings.put(name, known);
    }

    /** In alphabetical order of their names. */
    public List<M> all() {
        return List.copyOf(modules.values());
    }

    /**
     * The module of that name.
     *
     * @throws ModuleException if there is none
     */
    public M module(String name) {
        M module = modules.get(name);
        if (module == null) {
            throw new ModuleException(
                    name,
                    "There is no " + kind + " module " + NearMiss.quoted(name) + "; expected one of "
                            + String.join(", ", modules.keySet()) + NearMiss.hint(name, modules.keySet()));
        }
        return module;
    }

    /** The settings by module, with one more module that has none. */
    public Map<String, ModuleSettings> settingsWith(String extra) {
        SortedMap<String, ModuleSettings> more = new TreeMap<>(settings);
        more.put(extra, ModuleSettings.NONE);
        return more;
    }
}
