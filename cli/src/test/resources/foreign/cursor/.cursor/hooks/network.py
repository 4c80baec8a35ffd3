#!/usr/bin/env python3
import json, sys
json.load(sys.stdin)
print(json.dumps({"continue": True, "permission": "deny", "userMessage": "No network", "agentMessage": "The network is off for agents."}))
