package dev.carabiner.consoletests;

import java.util.List;
import java.util.stream.Stream;

/** Which paths of docs/api.yaml which test class calls, all of them. */
enum ApiTopic {
    APPROVALS(ApprovalApiTest.class, "/approvals"),
    SESSIONS(SessionApiTest.class, "/sessions", "/live", "/hooks", "/events"),
    AUDIT(AuditApiTest.class, "/audit"),
    /** Its path is one of a session, which is called there, too. */
    WHY(WhyApiTest.class),
    EXPLAIN(ExplainApiTest.class, "/explain"),
    RULES(RuleApiTest.class, "/rules"),
    ACCESS(AccessApiTest.class, "/login", "/me");

    private final Class<? extends OverTheApi> test;
    private final List<String> paths;

    ApiTopic(Class<? extends OverTheApi> test, String... paths) {
        this.test = test;
        this.paths = List.of(paths);
    }

    static ApiTopic of(Class<?> test) {
        return Stream.of(values())
                .filter(it -> it.test.equals(test))
                .findFirst()
                .orElseThrow(() -> new AssertionError(test + " has no topic"));
    }

    List<String> paths() {
        return paths;
    }
}
