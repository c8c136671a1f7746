"""Which faults the sources can find: their codes, read from the sources themselves."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


def codes(folder: Path) -> set[str]:
    """Find every code that a fault is made with; raises ValueError where that can not be told.

    A fault is made by `Fault(code, ...)`, or by calling a function with a parameter `code`; one
    with a leading underscore is called in its own module only.
    """
    modules = {path: ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}
    makers = {"Fault": 0}
    for tree in modules.values():
        makers |= {name: at for name, at in _makers(tree).items() if not name.startswith("_")}
    return {code for path, tree in modules.items() for code in _Module(path, tree, makers).codes()}


def _makers(tree: ast.Module) -> dict[str, int]:
    """Find the functions with a parameter `code`, and its place."""
    found = {function.name: _parameters(function) for function in _functions(tree)}
    return {name: given.index("code") for name, given in found.items() if "code" in given}


def _functions(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def _parameters(function: Function) -> list[str]:
    names = [argument.arg for argument in function.args.args]
    return names[1:] if names[:1] == ["self"] else names


class _Module:
    """One file of the sources, read for codes."""

    def __init__(self, path: Path, tree: ast.Module, makers: Mapping[str, int]) -> None:
        self.path = path
        self.makers = {**makers, **_makers(tree)}
        self.functions = _functions(tree)
        self.by_name = {function.name: function for function in self.functions}

    def codes(self) -> Iterator[str]:
        for function in self.functions:
            for call in ast.walk(function):
                place = self.makers.get(_called(call)) if isinstance(call, ast.Call) else None
                if isinstance(call, ast.Call) and place is not None:
                    yield from self._of(call.args[place], function)

    def _of(self, value: ast.expr | None, function: Function) -> Iterator[str]:
        """Find what an expression can come to, in the function where it stands."""
        match value:
            case ast.Constant(value=str(code)):
                yield code
            case ast.IfExp(body=one, orelse=other):
                yield from self._of(one, function)
                yield from self._of(other, function)
            case ast.Name("code") if "code" in _parameters(function):
                pass  # whoever calls this function says which
            case ast.Attribute(attr="code"):
                pass  # the code of a fault that was made elsewhere
            case ast.Name(name):
                yield from self._assigned(name, function)
            case ast.Call() if _called(value) in self.by_name:
                yield from self._returned(self.by_name[_called(value)])
            case _:
                raise self._not_told(value or function)

    def _assigned(self, name: str, function: Function) -> Iterator[str]:
        found = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
        ]
        if not found:
            raise self._not_told(function)
        for value in found:
            yield from self._of(value, function)

    def _returned(self, function: Function) -> Iterator[str]:
        for node in ast.walk(function):
            if isinstance(node, ast.Return):
                yield from self._of(node.value, function)

    def _not_told(self, node: ast.AST) -> ValueError:
        return ValueError(f"which code? {self.path}:{getattr(node, 'lineno', 0)}")


def _called(node: ast.AST) -> str:
    """Tell what a call calls: `ask.wrong(...)` calls `wrong`."""
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
