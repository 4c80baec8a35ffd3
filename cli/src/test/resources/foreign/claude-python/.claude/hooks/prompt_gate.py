import json
import sys

data = json.load(sys.stdin)
prompt = data.get("prompt", "")
if "password" in prompt.lower():
    print(json.dumps({"decision": "block", "reason": "Security policy: the prompt may hold a secret."}))
    sys.exit(0)
if prompt.startswith("/raw"):
    sys.exit(0)
print("Team: platform. Event: " + data["hook_event_name"])
