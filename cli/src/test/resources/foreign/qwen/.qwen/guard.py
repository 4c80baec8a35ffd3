import json, sys
d = json.load(sys.stdin)
if "shutdown" in d["tool_input"]["command"]:
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": d["tool_name"] + ": no"}}))
