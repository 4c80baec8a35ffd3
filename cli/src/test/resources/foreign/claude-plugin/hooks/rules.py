#!/usr/bin/env python3
import json
import os
import sys

root = os.environ.get("CLAUDE_PLUGIN_ROOT")
if root and root not in sys.path:
    sys.path.insert(0, root)


def main():
    try:
        data = json.load(sys.stdin)
        words = open(os.path.join(root, "rules.txt")).read().split()
        event = data.get("hook_event_name", "")
        text = data.get("prompt") or json.dumps(data.get("tool_input", {}))
        hit = [w for w in words if w in text]
        if not hit:
            print(json.dumps({}))
        elif event == "PreToolUse":
            print(json.dumps({
                "hookSpecificOutput": {"hookEventName": event, "permissionDecision": "deny"},
                "systemMessage": "**[rules]** do not use " + ", ".join(hit)}))
        else:
            print(json.dumps({"systemMessage": "**[rules]** careful with " + ", ".join(hit)}))
    except Exception as e:
        print(json.dumps({"systemMessage": f"rules error: {e}"}))
    finally:
        sys.exit(0)


main()
