package dev.carabiner;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A module's {@code pom.xml}, as far as the module map asks for it. */
record ModulePom(Path directory, Document document) {

    private static final String OWN = "carabiner-";

    static ModulePom in(Path directory) {
        try (var in = Files.newInputStream(directory.resolve("pom.xml"))) {
            return new ModulePom(
                    directory,
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(in));
        } catch (Exception e) {
            throw new AssertionError(directory + " has no pom.xml that can be read", e);
        }
    }

    /** The folders of the default build, in its order; those of profiles are left out. */
    List<String> modules() {
        return children(child(document.getDocumentElement(), "modules"), "module")
                .map(Element::getTextContent)
                .toList();
    }

    String version() {
        Element project = document.getDocumentElement();
        Element own = child(project, "version");
        return (own != null ? own : child(child(project, "parent"), "version")).getTextContent();
    }

    boolean isInstalled() {
        Element skip = child(child(document.getDocumentElement(), "properties"), "maven.install.skip");
        return skip == null || !skip.getTextContent().equals("true");
    }

    List<Dependency> dependencies() {
        return dependenciesOf(document.getDocumentElement());
    }

    List<Dependency> managedDependencies() {
        return dependenciesOf(child(document.getDocumentElement(), "dependencyManagement"));
    }

    private static List<Dependency> dependenciesOf(Element parent) {
        return children(child(parent, "dependencies"), "dependency")
                .map(it -> new Dependency(text(it, "artifactId"), text(it, "version"), text(it, "scope")))
                .toList();
    }

    private static String text(Element parent, String name) {
        Element element = child(parent, name);
        return element == null ? "" : element.getTextContent();
    }

    private static Element child(Element parent, String name) {
        return children(parent, name).findFirst().orElse(null);
    }

    private static Stream<Element> children(Element parent, String name) {
        if (parent == null) {
            return Stream.empty();
        }
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(it ->
                        it instanceof Element element && element.getTagName().equals(name))
                .map(Element.class::cast);
    }

    record Dependency(String artifact, String version, String scope) {

        boolean isOwn() {
            return artifact.startsWith(OWN);
        }

        boolean isForTests() {
            return scope.equals("test");
        }

        /** The folder of one of this project's modules, or the artifact of another project. */
        String name() {
            return isOwn() ? artifact.substring(OWN.length()) : artifact;
        }
    }
}
