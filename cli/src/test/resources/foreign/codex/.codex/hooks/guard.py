import json
import re
import sys

event = json.load(sys.stdin)
command = event["tool_input"]["command"]


def deny(reason):
    print(json.dumps({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}}))
    sys.exit(0)


if event["tool_name"] == "apply_patch":
    for path in re.findall(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", command, re.M):
        if path.endswith("package-lock.json"):
            deny("Lock files are made by tools: " + path.rsplit("/", 1)[-1])
elif "terraform apply" in command:
    sys.stderr.write("terraform apply is run by the pipeline\n")
    sys.exit(2)
elif command.startswith("ask "):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask",
                                             "permissionDecisionReason": "sure?"}}))
