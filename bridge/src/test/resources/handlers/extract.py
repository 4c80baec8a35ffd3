"""Takes the handlers out of documents: prints a JSON list of document, line, name, source and the names that nothing defines."""
import ast, builtins, json, pathlib, re, sys

KNOWN = set(dir(builtins)) | {"HookResult", "HookRegistry", "Any", "re", "subprocess", "logger", "logging", "json", "datetime"}


def blocks(text):
    fenced = list(re.finditer(r"```python\n(.*?)```", text, re.S))
    if fenced:
        return [(text[: m.start()].count("\n") + 2, m.group(1)) for m in fenced]
    lines, found, i = text.split("\n"), [], 0
    while i < len(lines):
        if re.match(r"(async )?def \w+\(event", lines[i]):
            end = i + 1
            while end < len(lines) and (not lines[end].strip() or lines[end][0] in " )"):
                end += 1
            found.append((i + 1, "\n".join(lines[i:end])))
            i = end
        else:
            i += 1
    return found


def handlers(document):
    for line, code in blocks(document.read_text(encoding="utf-8")):
        try:
            tree = ast.parse(code)
        except SyntaxError:
            for name in re.findall(r"^(?:async )?def (\w+)\(event\b", code, re.M):
                yield {"document": document.name, "line": line, "name": name, "source": "", "missing": ["a body"]}
            continue
        for node in tree.body:
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            if [a.arg for a in node.args.args][:2] != ["event", "data"]:
                continue
            node.decorator_list = []
            bound = {n.name for n in ast.walk(node) if isinstance(n, ast.ExceptHandler) and n.name}
            bound |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
            bound |= {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)}
            bound |= {a.asname or a.name for n in ast.walk(node) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
            used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
            returns = any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(node))
            yield {
                "document": document.name, "line": line, "name": node.name, "source": ast.unparse(node),
                "missing": sorted(used - bound - KNOWN) + ([] if returns else ["a result"]),
            }


print(json.dumps([h for d in sorted(pathlib.Path(sys.argv[1]).glob("*.md")) for h in handlers(d)]))
