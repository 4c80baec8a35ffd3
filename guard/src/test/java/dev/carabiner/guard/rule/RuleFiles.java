package dev.carabiner.guard.rule;

import dev.carabiner.approval.StandingAnswers.Ruling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Two directories: one that path rules are about, and another to be led to. */
abstract class RuleFiles {

    static final Ruling NONE = new Ruling.None();
    static final Ruling ALLOWED = new Ruling.Allowed("allow");
    static final Ruling DENIED = new Ruling.Denied("deny");

    @TempDir
    Path temp;

    Path base;
    Path outside;

    @BeforeEach
    void make_files() throws IOException {
        base = Files.createDirectory(temp.toRealPath().resolve("base"));
        outside = Files.createDirectory(temp.toRealPath().resolve("outside"));
        Files.createDirectories(base.resolve("src/deep"));
        Files.createDirectory(base.resolve("secrets"));
        Files.writeString(base.resolve("src/a.txt"), "a");
        Files.writeString(base.resolve("secrets/key"), "k");
        Files.writeString(outside.resolve("x"), "x");
    }

    ApprovalRules allowing(InputPattern pattern) {
        return RuleWorld.rules(base, ApprovalRule.allow("allow", "*", "write", pattern));
    }

    ApprovalRules allowingSrc() {
        return allowing(InputPattern.directory("file_path", base.resolve("src").toString()));
    }

    ApprovalRules denying(Path path) {
        return RuleWorld.rules(
                base, ApprovalRule.deny("deny", "*", "write", InputPattern.directory("file_path", path.toString())));
    }
}
