"""Write a Carabiner hook in Python: read the event, answer, stay warm. One file, no dependencies, Python 3.8 or newer.

As a library, in a script that a bundle's `command` hook names:

    from carabiner_hooks import HookResult, serve

    def guard(event, data):
        if "rm -rf" in data["tool_input"].get("command", ""):
            return HookResult.deny("No")

    serve(guard)

The same script works cold (one event, one process) and warm (`warm: true`: one process, a line per event).

As a program, for modules that have `mount(coordinator, config)` and import `amplifier_core`:

    python3 carabiner_hooks.py module.py ['{"key": "value"}']

What a handler prints goes to standard error: standard output belongs to the answers. A handler that raises has failed; the
failure policy of the hook decides then.
"""

import asyncio
import inspect
import json
import sys
import traceback
import types

_ACTIONS = ("continue", "deny", "modify", "inject_context", "ask_user")


class HookResult:
    """What a handler answers. Fields that are not set are left out of the answer and have their defaults."""

    action = "continue"
    data = None
    reason = None
    context_injection = None
    context_injection_role = "system"
    ephemeral = False
    append_to_last_tool_result = False
    approval_prompt = None
    approval_options = None
    approval_timeout = 300.0
    approval_default = "deny"
    suppress_output = False
    user_message = None
    user_message_level = "info"

    _FIELDS = (
        "action", "data", "reason", "context_injection", "context_injection_role", "ephemeral",
        "append_to_last_tool_result", "approval_prompt", "approval_options", "approval_timeout", "approval_default",
        "suppress_output", "user_message", "user_message_level", "because", "scope",
    )

    def __init__(self, action="continue", **fields):
        if action not in _ACTIONS:
            raise ValueError("action is %r; expected one of %s" % (action, ", ".join(_ACTIONS)))
        for name in fields:
            if name not in self._FIELDS:
                raise TypeError("HookResult has no field %r; expected one of %s" % (name, ", ".join(self._FIELDS)))
        self.action = action
        self.__dict__.update(fields)

    @classmethod
    def proceed(cls, **fields):
        return cls("continue", **fields)

    @classmethod
    def deny(cls, reason, **fields):
        return cls("deny", reason=reason, **fields)

    @classmethod
    def modify(cls, data, **fields):
        return cls("modify", data=data, **fields)

    @classmethod
    def inject(cls, text, **fields):
        return cls("inject_context", context_injection=text, **fields)

    @classmethod
    def ask(cls, prompt, **fields):
        return cls("ask_user", approval_prompt=prompt, **fields)

    def to_json(self):
        """The answer's fields: those that were set."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def __repr__(self):
        return "HookResult(%s)" % ", ".join("%s=%r" % field for field in self.to_json().items())


def _constants():
    names = (
        "session:start session:end session:resume session:fork prompt:submit prompt:complete execution:start"
        " execution:complete provider:request provider:response provider:retry content_block:start content_block:delta"
        " content_block:end tool:pre tool:post context:pre_compact context:post_compact agent:spawn agent:complete"
        " orchestrator:complete decision:tool_resolution decision:agent_resolution decision:context_resolution"
        " user:notification approval:required approval:granted approval:denied policy:violation artifact:write"
        " artifact:read cancel:requested cancel:completed module:load_failed error:tool error:provider"
        " error:orchestration"
    )
    return {name.upper().replace(":", "_"): name for name in names.split()}


class HookRegistry:
    """Handlers by event, in order of their priority. In a worker it stands behind the one of Carabiner."""

    def __init__(self):
        self._handlers = []
        self._defaults = {}

    def register(self, event, handler=None, priority=0, name=None):
        """Registers a handler and returns what takes it away; without a handler, a decorator that registers one."""
        if handler is None:
            def decorator(function):
                self.register(event, function, priority, name)
                return function
            return decorator
        entry = (priority, event, handler, name or getattr(handler, "__name__", "hook"))
        self._handlers.append(entry)
        self._handlers.sort(key=lambda it: it[0])

        def unregister():
            if entry in self._handlers:
                self._handlers.remove(entry)
        return unregister

    on = register

    def set_default_fields(self, **defaults):
        self._defaults = defaults

    def list_handlers(self, event=None):
        if event is not None:
            return {event: [it[3] for it in self._handlers if it[1] == event]}
        listed = {}
        for it in self._handlers:
            listed.setdefault(it[1], []).append(it[3])
        return listed

    def _matching(self, event):
        namespace = event.split(":")[0] + ":*"
        return [it for it in self._handlers if it[1] in (event, namespace, "*")]

    async def emit(self, event, data):
        """Asks the handlers one after another. A denial ends it; a change goes to the next; contexts are joined."""
        present = {**self._defaults, **data}
        changed, asked, injected, messages = False, None, [], None
        for _, _, handler, name in self._matching(event):
            result = _as_result(await _called(handler, event, present), name)
            messages = result if result.user_message is not None else messages
            if result.action == "deny":
                return result
            if result.action == "modify":
                if result.data is None:
                    raise ValueError("%s answered modify without data" % name)
                present, changed = result.data, True
            elif result.action == "ask_user":
                asked = asked or result
            elif result.action == "inject_context":
                injected.append(result)
            elif result.data is not None:
                messages = messages or result
        outcome = _merged(asked, injected, changed, messages)
        outcome.data = present
        return outcome

    async def emit_and_collect(self, event, data, timeout=1.0):
        """The data of all answers, in order; a handler that fails or takes too long is left out."""
        collected = []
        for _, _, handler, name in self._matching(event):
            try:
                result = await asyncio.wait_for(_called(handler, event, {**self._defaults, **data}), timeout)
                result = _as_result(result, name)
                if result.data is not None:
                    collected.append(result.data)
            except Exception:
                traceback.print_exc(file=sys.stderr)
        return collected


for _name, _value in _constants().items():
    setattr(HookRegistry, _name, _value)


def _merged(asked, injected, changed, message):
    if asked is not None:
        return HookResult(**asked.to_json())
    if injected:
        fields = injected[0].to_json()
        fields["context_injection"] = "\n\n".join(it.context_injection or "" for it in injected)
        return HookResult(**fields)
    fields = {} if message is None else message.to_json()
    fields.update(action="continue")
    outcome = HookResult(**fields)
    outcome.changed = changed
    return outcome


async def _called(handler, event, data):
    answer = handler(event, data)
    return await answer if inspect.isawaitable(answer) else answer


def _as_result(answer, name):
    if answer is None:
        return HookResult()
    if isinstance(answer, HookResult):
        return answer
    if isinstance(answer, dict):
        return HookResult(**answer)
    raise TypeError("%s answered %r; expected a HookResult, a dict or None" % (name, type(answer).__name__))


class Coordinator:
    """What a module's mount is given: its hooks, and the configuration of the session."""

    def __init__(self, config=None):
        self.hooks = HookRegistry()
        self.config = config or {}

    def get(self, name):
        return getattr(self, name, None)


def serve(handler):
    """Answers events until there are no more. The handler may be a function or a coroutine function of event and data."""
    answers = sys.stdout
    sys.stdout = sys.stderr
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    for line in sys.stdin.buffer:
        text = line.decode("utf-8").lstrip("\ufeff").strip()
        if not text:
            continue
        document = json.loads(text)
        answer = {}
        try:
            result = loop.run_until_complete(_called(handler, document["event"], document["data"]))
            answer = _as_result(result, document.get("hook", "the hook")).to_json() if result is not None else {}
            json.dumps(answer)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            if "id" not in document:
                raise SystemExit(1)
            answer = {"error": "%s: %s" % (type(error).__name__, error)}
        if "id" in document:
            answer = {"id": document["id"], **answer}
        if answer:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def serve_registry(registry):
    """The same for all handlers of a registry. Only what a worker may change goes back: data of a change, not of others."""
    async def ask(event, data):
        result = await registry.emit(event, dict(data))
        fields = result.to_json()
        changed = fields.pop("changed", False)
        present = fields.pop("data", None)
        if result.action == "continue" and changed:
            fields.update(action="modify", data=present)
        return HookResult(**fields)

    serve(ask)


def _answer_to_reference_names():
    """Lets modules import amplifier_core.hooks, amplifier_core.models and amplifier_core.events."""
    package = types.ModuleType("amplifier_core")
    package.__path__ = []
    contents = {
        "hooks": {"HookRegistry": HookRegistry, "HookResult": HookResult},
        "models": {"HookResult": HookResult},
        "events": _constants(),
    }
    sys.modules.setdefault("amplifier_core", package)
    for name, values in contents.items():
        module = types.ModuleType("amplifier_core." + name)
        vars(module).update(values)
        setattr(package, name, module)
        sys.modules.setdefault("amplifier_core." + name, module)
    package.HookRegistry, package.HookResult = HookRegistry, HookResult


_answer_to_reference_names()


def main(arguments):
    """Mounts a module and serves what it has registered."""
    if not arguments:
        raise SystemExit("usage: carabiner_hooks.py MODULE.py ['{\"setting\": \"value\"}']")
    config = json.loads(arguments[1]) if len(arguments) > 1 else {}
    with open(arguments[0], encoding="utf-8") as source:
        code = compile(source.read(), arguments[0], "exec")
    module = types.ModuleType("hook_module")
    module.__file__ = arguments[0]
    real_stdout = sys.stdout
    sys.stdout = sys.stderr
    exec(code, vars(module))
    coordinator = Coordinator(config)
    if not hasattr(module, "mount"):
        raise SystemExit("%s has no mount(coordinator, config); expected one" % arguments[0])
    mounted = module.mount(coordinator, config)
    if inspect.isawaitable(mounted):
        asyncio.new_event_loop().run_until_complete(mounted)
    sys.stdout = real_stdout
    serve_registry(coordinator.hooks)


if __name__ == "__main__":
    sys.modules.setdefault("carabiner_hooks", sys.modules["__main__"])
    main(sys.argv[1:])
