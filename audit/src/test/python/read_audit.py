#!/usr/bin/env python3
"""Tells of each tool call in an audit log what became of it.

Written from docs/audit-format.md alone, with nothing but the standard library. It does not verify the log: verify_audit.py does.
One JSON object per call, in the order in which the calls were asked for.
"""

import json
import os
import re
import sys
from collections import defaultdict


def records(directory):
    for name in sorted(n for n in os.listdir(directory) if re.fullmatch(r"segment-[0-9]{6}\.jsonl", n)):
        with open(os.path.join(directory, name), encoding="utf-8", newline="\n") as segment:
            for line in segment:
                yield json.loads(line)


class Log:
    def __init__(self, directory):
        self.values = {}
        self.emits = {}
        self.children = defaultdict(list)
        self.by_emit = defaultdict(list)
        self.too_late = []  # denials of calls that came after the end of their session
        for record in records(directory):
            if record["type"] == "value":
                self.values[record["data"]["digest"]] = record["data"]["json"]
            elif record["type"] == "emit":
                data = record["data"]
                self.emits[data["emit"]] = record
                self.children[data.get("parent")].append(record)
            elif "emit" in record["data"]:
                self.by_emit[record["data"]["emit"]].append(record)
            elif record["type"] == "denial":
                self.too_late.append(record)

    def plain(self, value):
        """The value as the event had it: long values put back, marks of the log's own taken away."""
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"$value"}:
            return self.plain(self.values[value["$value"]])
        if set(value) == {"$commitment"}:
            return "(secret)"
        return {key[1:] if key.startswith("$$") else key: self.plain(one) for key, one in value.items()}

    def of(self, emit, kind):
        return [record for record in self.by_emit[emit] if record["type"] == kind]

    def patched(self, data, changes):
        for change in changes:
            for step in change["patch"]:
                data = apply(data, step["op"], self.plain(step["path"]), self.plain(step.get("value")))
        return data


def apply(data, op, path, value):
    """One step of RFC 6902, in a copy."""
    data = json.loads(json.dumps(data))
    keys = [key.replace("~1", "/").replace("~0", "~") for key in path.split("/")[1:]]
    place = data
    for key in keys[:-1]:
        place = place[int(key)] if isinstance(place, list) else place[key]
    last = keys[-1]
    if isinstance(place, list):
        if op == "add":
            place.insert(int(last), value)
        else:
            place[int(last)] = value
    elif op == "remove":
        del place[last]
    else:
        place[last] = value
    return data


def told(log, pre):
    """The whole way of the call that this tool:pre asked about."""
    emit, data = pre["data"]["emit"], pre["data"]
    came = log.plain(data["data"])
    decided = log.patched(came, data.get("changes", []))
    changes = [change["by"] for change in data.get("changes", [])]
    emits = [emit]
    for child in log.children[emit]:
        if "edit" in child["data"]:
            decided = log.patched(log.plain(child["data"]["data"]), child["data"].get("changes", []))
            changes.append(child["data"]["edit"]["by"])
            emits.append(child["data"]["emit"])
    denials = [denial for one in emits for denial in log.of(one, "denial")]
    results = [child for child in log.children[emit] if child["data"]["event"] in ("tool:post", "error:tool")]
    call = {
        "call": came.get("tool_call_id"),
        "session": pre["session"],
        "tool": came["tool_name"],
        "asked": came["tool_input"],
        "changed_by": changes,
        "decided_on": decided["tool_input"],
        "granted": [grant(it) for it in log.of(emit, "approval_decision") if it["data"]["granted"]],
        "denied": [denied(log, it) for it in denials],
        "not_run": [f"{it['hook']}: {it['why']}" for it in data.get("skipped", [])],
        "injected": [f"{it['actor']}: {it['data']['fate']}" for it in log.of(emit, "injection")],
        "ran": bool(results) or bool(log.of(emit, "permit_used")) and all(is_second_use(log, it) for it in denials),
    }
    for child in results:
        call.update(result(log, child))
    return call


def told_of_denial(log, denial):
    """A call that came too late to be asked about."""
    data = denial["data"]
    return {
        "call": data.get("tool_call_id"),
        "session": denial["session"],
        "tool": data.get("tool"),
        "denied": [denied(log, denial)],
        "ran": False,
    }


def denied(log, denial):
    return f"{denial['data']['by']} {denial['actor']}: {log.plain(denial['data']['reason'])}"


def is_second_use(log, denial):
    return denial["data"]["by"] == "kernel" and log.plain(denial["data"]["reason"]).endswith("has been used before")


def grant(decision):
    return f"{decision['data']['how']} {decision['data']['decided_by']}"


def result(log, post):
    data = log.patched(log.plain(post["data"]["data"]), post["data"].get("changes", []))
    found = {"result": data.get("tool_result", data.get("error"))}
    withheld = log.of(post["data"]["emit"], "denial")
    if withheld:
        found["withheld_by"] = withheld[0]["actor"]
    return found


def main(directory):
    log = Log(directory)
    for record in log.emits.values():
        if record["data"]["event"] == "tool:pre" and "edit" not in record["data"]:
            show(told(log, record))
    for denial in log.too_late:
        show(told_of_denial(log, denial))


def show(call):
    print(json.dumps(call, sort_keys=True, separators=(",", ":")))


if __name__ == "__main__":
    main(sys.argv[1])
