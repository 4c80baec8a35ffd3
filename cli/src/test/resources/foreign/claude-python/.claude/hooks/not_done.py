import json
import os
import sys

data = json.load(sys.stdin)
if data.get("stop_hook_active"):
    sys.exit(0)
if not os.path.exists(data["transcript_path"]):
    sys.exit(1)
if "TODO" in data.get("last_assistant_message", ""):
    who = "sub-agent" if "--sub" in sys.argv else "agent"
    print(json.dumps({"decision": "block", "reason": f"The {who} left a TODO."}))
