#!/usr/bin/env python3
import json
import sys

data = json.load(sys.stdin)
path = data["tool_input"]["file_path"]
assert path.startswith("/"), path
if path.endswith(".py") and "print(" in data["tool_input"].get("content", ""):
    print(json.dumps({"decision": "block", "reason": "print() left in " + path.rsplit("/", 1)[1]}))
elif path.endswith(".md"):
    print(json.dumps({"hookSpecificOutput": {
        "hookEventName": "PostToolUse",
        "additionalContext": "Docs changed; tool said " + json.dumps(data["tool_response"].get("success"))}}))
