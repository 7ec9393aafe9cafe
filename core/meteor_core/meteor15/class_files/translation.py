"""Translate a stemmer's class to a Python type.

``method_code`` writes the functions; here are the names that they use: fields, constants, and
what the base class of all stemmers does, which ``snowball_program`` does in its place.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ...errors import ResourceError
from ..snowball_program import AmongTable, Letters, SnowballProgram, is_in_order
from .instructions import instructions
from .method_code import method_code
from .reader import ClassFile, Member
from .static_tables import AmongEntry, StaticTable, static_tables

_PROGRAM_FIELDS: Final = frozenset({"cursor", "limit", "limit_backward", "bra", "ket"})
_FIRST_VALUES: Final = {"I": 0, "Z": 0, "Ljava/lang/StringBuilder;": ""}
_STATIC: Final = "static"
_METHOD: Final = "()Z"  # descriptor of every method of a stemmer


def stemmer_type(stemmer_class: ClassFile) -> type[SnowballProgram]:
    """Return a program type whose ``stem`` stems its word.

    Raises:
        ResourceError: the class is not supported.
        LookupError, ValueError, struct.error: it is damaged.
    """
    translation = _ClassTranslation(stemmer_class, static_tables(stemmer_class))
    source = "\n".join(translation.lines())
    code = compile(source, f"<{stemmer_class.name}>", "exec", dont_inherit=True)
    functions: dict[str, Any] = {}
    # Safe whatever the jar: its names come in as identifiers with a prefix, its texts as literals.
    exec(code, translation.constants, functions)  # noqa: S102
    functions["stem"] = functions["method_stem"]
    return type("Stemmer", (SnowballProgram,), translation.fields | functions)


@dataclass(slots=True)
class _ClassTranslation:
    """The names that the functions of a class use, collected on demand."""

    owner: ClassFile
    statics: Mapping[str, StaticTable]
    constants: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    methods: list[str] = field(default_factory=lambda: ["stem"])

    def lines(self) -> Iterator[str]:
        """Yield the functions of every method reachable from ``stem``."""
        for name in self.methods:  # it grows meanwhile
            yield f"def {self._identifier('method', name)}(self):"
            yield from method_code(instructions(self.owner, name, _METHOD), self)

    def _identifier(self, prefix: str, name: str) -> str:
        if not (name.isascii() and name.isidentifier()):
            raise self.owner.misfit(f"it has the name {name!a}")
        return f"{prefix}_{name}"

    def misfit(self, reason: str) -> ResourceError:
        return self.owner.misfit(reason)

    def literal(self, index: int) -> str:
        return ascii(self.owner.literal(index))

    def static(self, index: int) -> str:
        name = self.owner.member(index).name
        if name not in self.statics:
            raise self.owner.misfit(f"a method uses the static field {name}")
        return self._identifier(_STATIC, name)

    def field(self, index: int) -> str:
        member = self.owner.member(index)
        if member.name in _PROGRAM_FIELDS and member.descriptor == "I":
            return f"self.{member.name}"
        if member.descriptor not in _FIRST_VALUES:
            raise self.owner.misfit(f"it has the field {member.name} of type {member.descriptor}")
        name = self._identifier("field", member.name)
        self.fields[name] = _FIRST_VALUES[member.descriptor]
        return f"self.{name}"

    def arguments(self, index: int) -> int:
        member = self.owner.member(index)
        return _SERVICES[member[1:]].arguments if member[1:] in _SERVICES else 0

    def returns(self, index: int) -> bool:
        return not self.owner.member(index).descriptor.endswith(")V")

    def call(self, index: int, arguments: list[str]) -> str:
        member = self.owner.member(index)
        service = _SERVICES.get(member[1:])
        if service:
            return f"self.{service.name}({service.written(self, arguments)})"
        return f"self.{self._own_method(member)}()"

    def _own_method(self, member: Member) -> str:
        if member.owner != self.owner.name or member.descriptor != _METHOD:
            raise self.owner.misfit(f"it calls {member.owner}.{member.name}{member.descriptor}")
        if member.name not in self.methods:
            self.methods.append(member.name)
        return self._identifier("method", member.name)

    def among(self, table: str, size: str, *, backward: bool) -> str:
        """Return the name of a searchable table of suffixes (or prefixes)."""
        name = self._identifier("backward" if backward else "forward", table)
        if name not in self.constants:
            table = table.removeprefix(f"{_STATIC}_")
            rows = self.statics[table]
            entries = [row for row in rows if isinstance(row, AmongEntry)]
            if not len(rows) == len(entries) == int(size):
                raise self.owner.misfit(f"its table {table} does not have {size} rows")
            if not is_in_order(entries, backward=backward):
                raise self.owner.misfit(f"its table {table} is out of order")
            self.constants[name] = AmongTable(entries, backward=backward)
        return name

    def letters(self, bits: str, first: str, last: str) -> str:
        """Return the name of a set of letters, given its bits and code range."""
        name = self._identifier("letters", f"{bits}_{int(first)}_{int(last)}")
        if name not in self.constants:
            octets: Any = self.statics[bits.removeprefix(f"{_STATIC}_")]
            numbers = range(int(last) - int(first) + 1)
            members = (at for at in numbers if octets[at >> 3] >> (at & 7) & 1)
            self.constants[name] = Letters(chr(int(first) + at) for at in members)
        return name


_Written: TypeAlias = Callable[[_ClassTranslation, list[str]], str]


@dataclass(frozen=True, slots=True)
class _Service:
    """A method of the base class, and how its arguments are written in Python."""

    name: str
    arguments: int
    written: _Written


def _as_they_are(_: _ClassTranslation, arguments: list[str]) -> str:
    return ", ".join(arguments)


def _last(_: _ClassTranslation, arguments: list[str]) -> str:
    return arguments[-1]  # the first is its length


def _nothing(_: _ClassTranslation, arguments: list[str]) -> str:
    return ""  # Java fills the argument and returns it


def _forward(owner: _ClassTranslation, arguments: list[str]) -> str:
    return owner.among(*arguments, backward=False)


def _backward(owner: _ClassTranslation, arguments: list[str]) -> str:
    return owner.among(*arguments, backward=True)


def _letters(owner: _ClassTranslation, arguments: list[str]) -> str:
    return owner.letters(*arguments)


_AMONG: Final = "([Lorg/tartarus/snowball/Among;I)I"
_BUILDER: Final = "(Ljava/lang/StringBuilder;)Ljava/lang/StringBuilder;"
_SERVICES: Final[Mapping[tuple[str, ...], _Service]] = {
    ("find_among", _AMONG): _Service("find_among", 2, _forward),
    ("find_among_b", _AMONG): _Service("find_among_b", 2, _backward),
    ("in_grouping", "([CII)Z"): _Service("in_grouping", 3, _letters),
    ("in_grouping_b", "([CII)Z"): _Service("in_grouping_b", 3, _letters),
    ("out_grouping", "([CII)Z"): _Service("out_grouping", 3, _letters),
    ("out_grouping_b", "([CII)Z"): _Service("out_grouping_b", 3, _letters),
    ("eq_s", "(ILjava/lang/String;)Z"): _Service("eq_s", 2, _last),
    ("eq_s_b", "(ILjava/lang/String;)Z"): _Service("eq_s_b", 2, _last),
    ("eq_v_b", "(Ljava/lang/CharSequence;)Z"): _Service("eq_s_b", 1, _last),
    ("slice_del", "()V"): _Service("slice_del", 0, _as_they_are),
    ("slice_from", "(Ljava/lang/String;)V"): _Service("slice_from", 1, _as_they_are),
    ("insert", "(IILjava/lang/String;)V"): _Service("insert", 3, _as_they_are),
    ("slice_to", _BUILDER): _Service("slice_to", 1, _nothing),
}
