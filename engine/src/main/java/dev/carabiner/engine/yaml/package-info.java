/**
 * YAML files with line numbers, and with limits that hold against hostile ones.
 *
 * <p>Open {@link dev.carabiner.engine.yaml.YamlReader} first. Nothing here knows what a file is about.
 */
@NullMarked
package dev.carabiner.engine.yaml;

import org.jspecify.annotations.NullMarked;
