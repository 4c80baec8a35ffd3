package dev.carabiner.console;

import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.event.EventData;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which part of the API answers an address. */
final class ConsoleApi {

    private static final Pattern SESSION = Pattern.compile("/sessions/([^/]{1,200})");
    private static final Pattern OF_SESSION = Pattern.compile(
            "/sessions/([^/]{1,200})/(timeline|verify|records/([0-9]{1,18})(/proof)?|why/([0-9]{1,18}))");
    private static final Pattern RULE = Pattern.compile("/rules/(?!coverage$)([^/]{1,200})");
    private static final Pattern END = Pattern.compile("/rules/([^/]{1,200})/end");

    private final ApprovalApi approvals;
    private final SessionApi sessions;
    private final LogApi logs;
    private final AuditApi audit;
    private final ExplainApi explanations;
    private final RuleApi rules;
    private final HookApi hooks;

    ConsoleApi(
            ApprovalApi approvals,
            SessionApi sessions,
            LogApi logs,
            AuditApi audit,
            ExplainApi explanations,
            RuleApi rules,
            HookApi hooks) {
        this.approvals = approvals;
        this.sessions = sessions;
        this.logs = logs;
        this.audit = audit;
        this.explanations = explanations;
        this.rules = rules;
        this.hooks = hooks;
    }

    Reply answer(ApiCall call) {
        String path = call.path();
        if (path.equals("/me")) {
            return me(call);
        }
        if (path.equals("/approvals") || path.startsWith("/approvals/")) {
            return approvals.answer(call);
        }
        if (!call.user().role().mayLook()) {
            throw Problem.forbidden("A requester sees what it asked, and nothing else");
        }
        Matcher session = SESSION.matcher(path);
        if (session.matches()) {
            require(call, "GET");
            return sessions.one(session.group(1));
        }
        Matcher ofSession = OF_SESSION.matcher(path);
        if (ofSession.matches()) {
            return ofSession(call, ofSession);
        }
        Matcher rule = RULE.matcher(path);
        if (rule.matches()) {
            require(call, "GET");
            return rules.one(rule.group(1));
        }
        Matcher end = END.matcher(path);
        if (end.matches()) {
            require(call, "POST");
            return rules.end(call, end.group(1));
        }
        return listed(call, path);
    }

    private Reply ofSession(ApiCall call, Matcher address) {
        String session = address.group(1);
        boolean isVerifying = address.group(2).equals("verify");
        require(call, isVerifying ? "POST" : "GET");
        if (isVerifying) {
            return logs.verify(call, session);
        }
        if (address.group(5) != null) {
            return logs.why(session, address.group(5));
        }
        String record = address.group(3);
        if (record == null) {
            return sessions.timeline(session, call.query("turn"));
        }
        return address.group(4) == null ? logs.record(session, record) : logs.proof(session, record);
    }

    private Reply listed(ApiCall call, String path) {
        return switch (call.method() + " " + path) {
            case "GET /sessions" -> sessions.list();
            case "GET /audit" -> audit.search(call);
            case "POST /explain" -> explanations.explain(call);
            case "GET /live" -> sessions.live(call);
            case "GET /hooks" -> hooks.list(call.query("over"));
            case "GET /rules" -> rules.list();
            case "POST /rules" -> rules.add(call);
            case "POST /rules/coverage" -> rules.coverage(call);
            default -> throw Problem.notFound("There is no such address in this API");
        };
    }

    private static Reply me(ApiCall call) {
        require(call, "GET");
        return Reply.json(
                200,
                EventData.of("name", call.user().name(), "role", call.user().role()));
    }

    private static void require(ApiCall call, String method) {
        if (!call.method().equals(method)) {
            throw Problem.of(405, "method", "Not this way", "Expected " + method);
        }
    }
}
