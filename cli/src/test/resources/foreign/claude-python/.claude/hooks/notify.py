import json
import sys

print(json.dumps({"systemMessage": "told: " + json.load(sys.stdin)["message"]}))
