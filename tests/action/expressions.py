"""GitHub's expressions, as far as the action and the examples use them, and strictly: a
context or property that does not exist is an error here, where GitHub gives an empty text."""

import fnmatch
import re

TOKEN = re.compile(r"""\s*(?:
    (?P<string>'(?:[^']|'')*') | (?P<number>-?\d+(?:\.\d+)?) |
    (?P<name>[A-Za-z_][A-Za-z0-9_-]*) | (?P<op>==|!=|&&|\|\||<=|>=|<|>|!|\(|\)|\[|\]|\.|,|\*))""",
    re.VERBOSE)


class ExpressionError(Exception):
    pass


def tokens(text):
    at, found = 0, []
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        if not match:
            raise ExpressionError(f"cannot read '{text[at:]}' of '{text}'")
        found.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return found


def as_text(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class Expression:
    def __init__(self, text, contexts, functions):
        self.text, self.contexts, self.functions = text, contexts, functions
        self.rest = tokens(text)

    def evaluate(self):
        value = self.either()
        if self.rest:
            raise ExpressionError(f"'{self.rest[0][1]}' is left over in '{self.text}'")
        return value

    def next_is(self, *operators):
        return bool(self.rest) and self.rest[0][0] == "op" and self.rest[0][1] in operators

    def take(self, operator):
        if not self.next_is(operator):
            raise ExpressionError(f"'{operator}' is missing in '{self.text}'")
        self.rest.pop(0)

    def either(self):
        value = self.both()
        while self.next_is("||"):
            self.rest.pop(0)
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.compared()
        while self.next_is("&&"):
            self.rest.pop(0)
            other = self.compared()
            value = value and other
        return value

    def compared(self):
        value = self.single()
        while self.next_is("==", "!="):
            equal = self.rest.pop(0)[1] == "=="
            other = self.single()
            value = (as_text(value).lower() == as_text(other).lower()) == equal
        return value

    def single(self):
        if self.next_is("!"):
            self.rest.pop(0)
            return not self.single()
        if self.next_is("("):
            self.rest.pop(0)
            value = self.either()
            self.take(")")
            return value
        if not self.rest:
            raise ExpressionError(f"'{self.text}' ends too early")
        kind, word = self.rest.pop(0)
        if kind == "string":
            return word[1:-1].replace("''", "'")
        if kind == "number":
            return float(word)
        if kind != "name":
            raise ExpressionError(f"'{word}' is out of place in '{self.text}'")
        if word in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[word]
        return self.call(word) if self.next_is("(") else self.property(word)

    def call(self, name):
        self.take("(")
        arguments = []
        while not self.next_is(")"):
            arguments.append(self.either())
            if not self.next_is(")"):
                self.take(",")
        self.take(")")
        if name not in self.functions:
            raise ExpressionError(f"there is no function {name}() ('{self.text}')")
        return self.functions[name](*arguments)

    def property(self, name):
        if name not in self.contexts:
            raise ExpressionError(f"there is no context '{name}' here ('{self.text}')")
        value, path = self.contexts[name], name
        while self.next_is(".", "["):
            if self.rest.pop(0)[1] == ".":
                key = self.rest.pop(0)[1]
            else:
                key = self.either()
                self.take("]")
            path += f".{key}"
            if isinstance(value, dict):
                if key not in value:
                    raise ExpressionError(f"there is no {path} ('{self.text}')")
                value = value[key]
            elif value is not None:
                raise ExpressionError(f"{path} is a property of a text ('{self.text}')")
        return value


FUNCTIONS = {
    "format": lambda text, *args: re.sub(r"\{(\d+)\}", lambda m: as_text(args[int(m.group(1))]), text),
    "contains": lambda text, part: as_text(part).lower() in as_text(text).lower(),
    "startsWith": lambda text, part: as_text(text).lower().startswith(as_text(part).lower()),
    "endsWith": lambda text, part: as_text(text).lower().endswith(as_text(part).lower()),
}

HOLE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def holes(text):
    return [match.group(1).strip() for match in HOLE.finditer(text)]


def fill(text, contexts, functions):
    """A value of YAML with its ${{ }} filled in."""
    if not isinstance(text, str):
        return as_text(text)
    return HOLE.sub(lambda m: as_text(Expression(m.group(1).strip(), contexts, functions).evaluate()), text)


def holds(condition, contexts, functions):
    """Is an `if:` true? Without a status function it means success(), too."""
    if condition is None:
        return functions["success"]()
    text = condition if isinstance(condition, str) else as_text(condition)
    whole = HOLE.fullmatch(text.strip())
    value = Expression(whole.group(1).strip() if whole else text.strip(), contexts, functions).evaluate()
    if not re.search(r"\b(always|success|failure|cancelled)\s*\(", text):
        value = value and functions["success"]()
    return bool(value)


def matches(pattern, name):
    return fnmatch.fnmatchcase(name, pattern)
