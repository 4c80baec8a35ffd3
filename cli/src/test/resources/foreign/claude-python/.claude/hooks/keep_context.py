import json
import sys

data = json.load(sys.stdin)
if "release" in (data.get("custom_instructions") or ""):
    print("Not while a release is under way", file=sys.stderr)
    sys.exit(2)
