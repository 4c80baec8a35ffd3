import json
import sys

d = json.load(sys.stdin)
if d["hook_event_name"] == "PreToolUse" and d["tool_name"] == "Bash" and "chmod 777" in d["tool_input"]["command"]:
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",
                                             "permissionDecisionReason": "chmod 777 is too wide"}}))
