package dev.carabiner.guard.path;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Paths without wildcards, by their folded names: whether another lies in one of them is found name by name. */
final class PathTree {

    private final Map<String, PathTree> children = new HashMap<>();
    private boolean isEnd;

    void add(List<String> names) {
        PathTree at = this;
        for (String name : names) {
            at = at.children.computeIfAbsent(name, unused -> new PathTree());
        }
        at.isEnd = true;
    }

    /** Whether a path, or a directory that it lies in, was added. */
    boolean covers(List<String> names) {
        PathTree at = this;
        for (String name : names) {
            if (at.isEnd) {
                return true;
            }
            at = at.children.get(name);
            if (at == null) {
                return false;
            }
        }
        return at.isEnd;
    }
}
