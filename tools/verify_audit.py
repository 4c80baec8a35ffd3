#!/usr/bin/env python3
"""Independent verifier of the carabiner audit log (docs/audit-format.md).

Written from that page alone, with nothing but the Python 3.11 standard library, so that it
shares no code - and no bug - with the program that writes the log. Section numbers in the
comments are those of the page.

Everything is streamed: at most one record line (16 MiB) and one note per file of notes are
in memory. Every scan is linear in its input, whatever the input is.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import codecs
import functools
import hashlib
import json
import os
import re
import stat
import sys
from contextlib import ExitStack
from typing import BinaryIO, Iterator, NamedTuple, NoReturn, Optional, Sequence

GOOD, TAMPERED, TORN, NOT_ANCHORED, USAGE, UNREADABLE, NOT_WRITTEN = 0, 1, 2, 3, 64, 66, 74

MAX_LINE = 16_777_216  # LF included
MAX_DEPTH = 600  # the record itself is level 1
DATA_DEPTH = 2
MAX_ENTRY = 4096  # a note with the empty line behind it
MAX_PUB_FILE = 4096
MAX_PROOF = 67_108_864
MAX_PROOF_LINE = 512  # lines of a proof other than the record and the notes; no honest one is half as long
MAX_PATH_HASHES = 64  # a size has at most 18 digits, so a path has at most 60 hashes
ORIGIN_PREFIX = b"carabiner-audit/"
ZERO_HASH = bytes(32)


class Tampered(Exception):
    """The log is not what was written. `seq` is the first bad record, where one can be named."""

    def __init__(self, seq: Optional[int], reason: str) -> None:
        super().__init__(reason)
        self.seq, self.reason = seq, reason


class Malformed(Exception):
    """Bytes that do not have the form the page gives them; the caller knows where they stand."""


class Unreadable(Exception):
    """A file that cannot be read, or no log at all: exit 66."""


class WrongUsage(Exception):
    """Arguments that make no sense: exit 64."""


class Outcome(NamedTuple):
    exit_code: int
    first_bad: Optional[int]
    message: str


# ---------------------------------------------------------------- Ed25519 (RFC 8032), verification only

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z
NEUTRAL: Point = (0, 1, 1, 0)


def point_add(a: Point, b: Point) -> Point:
    s = (a[1] - a[0]) * (b[1] - b[0]) % P
    t = (a[1] + a[0]) * (b[1] + b[0]) % P
    u = 2 * D * a[3] % P * b[3] % P
    v = 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_double(a: Point) -> Point:
    s = a[0] * a[0] % P
    t = a[1] * a[1] % P
    h = s + t
    e = h - (a[0] + a[1]) ** 2 % P
    g = s - t
    f = 2 * a[2] * a[2] % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def decode_point(encoded: bytes) -> Optional[Point]:
    """The point, or None if these bytes are not the one canonical encoding of a point."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * SQRT_MINUS_1 % P
        if v * x * x % P != u:
            return None
    if x == 0 and sign:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode_point(a: Point) -> bytes:
    inverse = pow(a[2], -1, P)
    x, y = a[0] * inverse % P, a[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def multiples(a: Point) -> list[Point]:
    """0a, 1a, … 15a: what a window of four bits needs."""
    table = [NEUTRAL]
    for _ in range(15):
        table.append(point_add(table[-1], a))
    return table


def has_small_order(a: Point) -> bool:
    """Whether eight times the point is the neutral one: a key under which one signature fits many messages."""
    eightfold = point_double(point_double(point_double(a)))
    return eightfold[0] == 0 and eightfold[1] == eightfold[2]


BASE_POINT = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
assert BASE_POINT is not None
BASE_MULTIPLES = multiples(BASE_POINT)


@functools.lru_cache(maxsize=256)
def negated_multiples(public_key: bytes) -> Optional[list[Point]]:
    """What checking a signature needs of the key; None if it cannot be a key."""
    a = decode_point(public_key)
    return None if a is None or has_small_order(a) else multiples((P - a[0], a[1], 1, P - a[3]))


@functools.lru_cache(maxsize=4096)  # a batch of mutations of one log asks the same questions over and over
def signature_is_valid(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """The cofactorless check: encode(S·B - h·A) must be the very bytes R.

    Comparing bytes demands a canonical R without decoding it. Cofactorless is the stricter of
    the two checks that RFC 8032 allows; for honestly made signatures they agree.
    """
    if len(public_key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    minus_a = negated_multiples(public_key)
    if s >= L or minus_a is None:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    r = NEUTRAL
    for shift in range(252, -1, -4):  # both scalars are below 2^253: 64 windows of four bits
        r = point_double(point_double(point_double(point_double(r))))
        r = point_add(r, BASE_MULTIPLES[s >> shift & 15])
        r = point_add(r, minus_a[h >> shift & 15])
    return encode_point(r) == signature[:32]


# ---------------------------------------------------------------- base64, decimals, keys

DECIMAL = rb"(?:0|[1-9][0-9]{0,17})"
DECIMAL_TEXT = re.compile(DECIMAL)


def decode_base64(text: bytes, length: int) -> bytes:
    """Exactly `length` bytes from canonical base64; encoding them again must give the same text."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Malformed("base64 is malformed") from None
    if len(decoded) != length or base64.b64encode(decoded) != text:
        raise Malformed(f"base64 is not canonical or not of {length} bytes")
    return decoded


def decode_decimal(text: bytes) -> int:
    if not DECIMAL_TEXT.fullmatch(text):
        raise Malformed("not a decimal")
    return int(text)


class Key(NamedTuple):
    vkey: bytes
    name: bytes
    key_hash: bytes
    public: bytes


ORIGIN_TEXT = re.compile(rb"carabiner-audit/[A-Za-z0-9._-]{1,64}")
VKEY_TEXT = re.compile(rb"(carabiner-audit/[A-Za-z0-9._-]{1,64})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})")


def parse_vkey(text: bytes, origin: Optional[bytes] = None) -> Key:
    match = VKEY_TEXT.fullmatch(text)
    if not match:
        raise Malformed("the vkey is malformed")
    name, hash_text, body = match.groups()
    typed = decode_base64(body, 33)
    key_hash = hashlib.sha256(name + b"\n" + typed).digest()[:4]
    if typed[0] != 1 or key_hash.hex().encode() != hash_text:
        raise Malformed("the vkey has a wrong type or hash")
    if negated_multiples(typed[1:]) is None:
        raise Malformed("the vkey does not hold the one encoding of a point, or its order is small")
    if origin is not None and name != origin:
        raise Malformed("the vkey has another log's name")
    return Key(text, name, key_hash, typed[1:])


# ---------------------------------------------------------------- Merkle tree (section 3)


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class MerkleTree:
    """Only the peaks: enough to append and to give the root at the current size."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []  # largest first

    def append(self, leaf: bytes) -> None:
        # Each trailing 1-bit of the size is a complete subtree that the new leaf completes a pair with.
        trailing = self.size
        while trailing & 1:
            leaf = node_hash(self.peaks.pop(), leaf)
            trailing >>= 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self.peaks:
            return hashlib.sha256().digest()
        return functools.reduce(lambda right, peak: node_hash(peak, right), reversed(self.peaks))


# ---------------------------------------------------------------- strict JSON (section 2)

# Bytes from 0x80 are let through here, because the whole line is checked to be UTF-8 beforehand.
# An escaped high surrogate must not be followed by an escaped low one: the pair is a character.
# A string is matched a thousand escapes at a time, so that the pattern never has much to remember,
# and every part begins with what the one before cannot hold, so that it never goes back: linear time.
PLAIN = rb'[^"\\\x00-\x1f]*'
ESCAPE = (
    rb'(?:\\["\\btnfr]'
    rb"|\\u00(?:0[0-7bef]|1[0-9a-f])"
    rb"|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])"
    rb"|\\ud[c-f][0-9a-f]{2})"
)
STRING_PIECE = re.compile(PLAIN + rb"(?:" + ESCAPE + PLAIN + rb"){0,1000}")
OTHER_SCALAR = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")


def scan_string(text: bytes, at: int) -> int:
    """Check the string that starts at `at`; returns the position behind it."""
    if text[at : at + 1] != b'"':
        raise Malformed(f"malformed JSON at byte {at}")
    start = at
    at += 1
    while text[at : at + 1] != b'"':
        end = STRING_PIECE.match(text, at).end()
        if end == at:
            raise Malformed(f"malformed JSON at byte {start}")
        at = end
    return at + 1


def scan_scalar(text: bytes, at: int) -> int:
    if text[at : at + 1] == b'"':
        return scan_string(text, at)
    match = OTHER_SCALAR.match(text, at)
    if not match:
        raise Malformed(f"malformed JSON at byte {at}")
    return match.end()


def check_utf8(line: bytes) -> None:
    """Well-formed UTF-8 by Python's strict decoder: shortest form, no surrogates, up to U+10FFFF."""
    if line.isascii():
        return
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    view = memoryview(line)
    try:
        for start in range(0, len(line), 65536):  # in pieces: the decoded text can be four times as large
            decoder.decode(view[start : start + 65536])
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        raise Malformed("not well-formed UTF-8") from None


def scan_value(text: bytes, at: int, depth: int) -> int:
    """Check the JSON value that starts at `at`, an object or array there being at level `depth`.

    Returns the position behind it. `open_keys` holds, for each object or array still open, the
    keys seen so far (None for an array), so there is no recursion to exhaust.
    """
    open_keys: list[Optional[set[bytes]]] = []
    while True:
        # Here a value must start.
        first = text[at : at + 1]
        if first == b"{" or first == b"[":
            if depth + len(open_keys) > MAX_DEPTH:
                raise Malformed(f"nested more than {MAX_DEPTH} deep")
            open_keys.append(set() if first == b"{" else None)
            at += 1
            if text[at : at + 1] == (b"}" if first == b"{" else b"]"):
                open_keys.pop()
                at += 1
            else:
                if first == b"{":
                    at = scan_key(text, at, open_keys[-1])
                continue
        else:
            at = scan_scalar(text, at)
        # Here a value has ended: close what it closes, or go on to the next one.
        while open_keys:
            keys, following = open_keys[-1], text[at : at + 1]
            at += 1
            if following == b",":
                if keys is not None:
                    at = scan_key(text, at, keys)
                break
            if following != (b"]" if keys is None else b"}"):
                raise Malformed(f"malformed JSON at byte {at - 1}")
            open_keys.pop()
        if not open_keys:
            return at


def scan_key(text: bytes, at: int, keys) -> int:
    end = scan_string(text, at)
    if text[end : end + 1] != b":":
        raise Malformed(f"malformed JSON at byte {at}")
    key = text[at : end + 1]  # one spelling per string, so equal bytes are equal keys
    if key in keys:
        raise Malformed(f"a key stands twice in an object, at byte {at}")
    keys.add(key)
    return end + 1


# ---------------------------------------------------------------- records (section 2)


class Record(NamedTuple):
    log: bytes
    seq: int
    type: bytes
    data_start: int
    data_end: int
    prev: bytes
    stated_hash: bytes
    computed_hash: bytes


RECORD_HEAD = re.compile(
    rb'\{"v":[12],"log":"([A-Za-z0-9._-]{1,64})"'
    rb',"seq":(' + DECIMAL + rb")"
    rb',"ts":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{9}Z"'
    rb',"boot":"[0-9a-f]{16}","session":'
)
RECORD_TYPE = re.compile(rb',"type":"([a-z][a-z0-9_]{0,31})","actor":')
RECORD_DATA = re.compile(rb',"data":(?=\{)')
RECORD_TAIL = re.compile(rb',"prev":"([0-9a-f]{64})"(,"h":"([0-9a-f]{64})"\}\n)')


def parse_record(line: bytes) -> Record:
    """A line, LF included, that has the form of section 2; raises Malformed otherwise."""
    if len(line) > MAX_LINE:
        raise Malformed("the line is too long")
    check_utf8(line)
    head = RECORD_HEAD.match(line)
    kind = head and RECORD_TYPE.match(line, scan_string(line, head.end()))
    data = kind and RECORD_DATA.match(line, scan_string(line, kind.end()))
    if not data:
        raise Malformed("the fields before data are malformed")
    data_end = scan_value(line, data.end(), DATA_DEPTH)
    tail = RECORD_TAIL.fullmatch(line, data_end)
    if not tail:
        raise Malformed("the fields behind data are malformed")
    digest = hashlib.sha256(b"\x00")
    digest.update(memoryview(line)[: tail.start(2)])
    return Record(
        log=head[1],
        seq=int(head[2]),
        type=kind[1],
        data_start=data.end(),
        data_end=data_end,
        prev=bytes.fromhex(tail[1].decode()),
        stated_hash=bytes.fromhex(tail[3].decode()),
        computed_hash=digest.digest(),
    )


# ---------------------------------------------------------------- reading files


def open_regular(path: str) -> BinaryIO:
    """Open a regular file. Anything else, a pipe for example, could block or never end."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as problem:
        raise Unreadable(f"{path}: {getattr(problem, 'strerror', None) or problem}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Unreadable(f"{path}: not a regular file")
    return os.fdopen(descriptor, "rb", buffering=1 << 17)


class RawLine(NamedTuple):
    content: bytes  # LF included; only the beginning if too_long
    finished: bool
    too_long: bool
    has_zero: bool


def raw_lines(file: BinaryIO) -> Iterator[RawLine]:
    """The lines of a file, never holding more than the longest line that is allowed."""
    while content := file.readline(MAX_LINE):
        finished, too_long, has_zero = content.endswith(b"\n"), False, b"\0" in content
        while not finished and (more := file.readline(1 << 20)):
            too_long = True
            finished, has_zero = more.endswith(b"\n"), has_zero or b"\0" in more
        yield RawLine(content, finished, too_long, has_zero)


# ---------------------------------------------------------------- signed notes (sections 4 and 5)


class SignedNote(NamedTuple):
    origin: bytes
    size: int
    root: bytes
    fourth_line: bytes  # `chain …` in a checkpoint, `next-key …` in a handover
    key_hash: bytes
    signature: bytes
    signed_bytes: bytes
    note_hash: bytes  # what the next note's chain must be


def parse_signed_note(lines: Sequence[bytes], origin: Optional[bytes]) -> SignedNote:
    """Six lines without their LF. An origin of None, for a log without records, lets any name pass."""
    if len(lines) != 6 or lines[4] != b"":
        raise Malformed("not the six lines of a note")
    name = lines[0]
    if not ORIGIN_TEXT.fullmatch(name) or (origin is not None and name != origin):
        raise Malformed("the origin is not that of this log")
    size = decode_decimal(lines[1])
    if size < 1:
        raise Malformed("the size is 0")
    root = decode_base64(lines[2], 32)
    intro = "\u2014 ".encode() + name + b" "
    if not lines[5].startswith(intro):
        raise Malformed("the signature line is malformed")
    blob = decode_base64(lines[5][len(intro) :], 68)
    signed = b"\n".join(lines[:4]) + b"\n"
    note_hash = hashlib.sha256(b"\n".join(lines) + b"\n").digest()
    return SignedNote(name, size, root, lines[3], blob[:4], blob[4:], signed, note_hash)


def chain_of(note: SignedNote) -> bytes:
    if not note.fourth_line.startswith(b"chain "):
        raise Malformed("line 4 is not a chain")
    return decode_base64(note.fourth_line[len(b"chain ") :], 32)


def next_key_of(note: SignedNote, origin: bytes) -> Key:
    if not note.fourth_line.startswith(b"next-key "):
        raise Malformed("line 4 is not a next-key")
    return parse_vkey(note.fourth_line[len(b"next-key ") :], origin)


def is_signed_by(note: SignedNote, key: Key) -> bool:
    return note.key_hash == key.key_hash and signature_is_valid(key.public, note.signed_bytes, note.signature)


class TornEntry(Exception):
    """Fewer than seven LF, and not many bytes, were left in a file of notes."""


def read_entry(file: BinaryIO, limit: int) -> tuple[list[bytes], int]:
    """The next seven lines, LF removed, and how many bytes they took of at most `limit`; no lines at the end."""
    lines: list[bytes] = []
    taken = 0
    while len(lines) < 7:
        line = file.readline(min(MAX_ENTRY, limit) - taken)
        taken += len(line)
        if not line.endswith(b"\n"):
            if taken >= MAX_ENTRY:  # too much for a crash to have left
                raise Malformed(f"no note ends within {MAX_ENTRY} bytes")
            if taken:
                raise TornEntry
            break
        lines.append(line[:-1])
    return lines, taken


class NoteFile:
    """`checkpoints` or an anchor file, read step by step while the records go by."""

    def __init__(self, name: str, file: Optional[BinaryIO], is_side_file: bool) -> None:
        self.name, self.is_side_file = name, is_side_file
        self._file = file
        # Fixed before any record is read: the writer may append at the same time.
        self.length = os.fstat(file.fileno()).st_size if file else 0
        self._left = self.length
        self._expected_chain = ZERO_HASH
        self._last_size = 0
        self.pending: Optional[SignedNote] = None  # the note whose size has not been reached yet
        self._unchecked: Optional[tuple[SignedNote, Key]] = None  # the last note that was reached
        self.vouched_size = 0
        self.torn = False

    def advance(self, origin: bytes, records: int) -> None:
        """Load the next note, met after so many records, into `pending`; None at the end."""
        self.pending = None
        try:
            if lines := self._next_entry():
                self.pending = self._checked(lines, origin)
        except Malformed as problem:
            raise self._tampered(records - 1, f"a malformed note: {problem}") from None

    def _next_entry(self) -> list[bytes]:
        if self._file is None or self.torn:
            return []
        try:
            lines, taken = read_entry(self._file, self._left)
            self._left -= taken
            return lines
        except TornEntry:
            self.torn = True
            return []

    def _checked(self, lines: list[bytes], origin: bytes) -> SignedNote:
        if lines[6] != b"":
            raise Malformed("line 7 is not empty")
        note = parse_signed_note(lines[:6], origin)
        chain = chain_of(note)
        if note.size < self._last_size or (self.is_side_file and note.size == self._last_size):
            raise self._tampered(note.size - 1, f"a note's size {note.size} is out of order")
        if self.is_side_file and chain != self._expected_chain:
            raise self._tampered(note.size - 1, f"the chain of the note of size {note.size} does not match the note before")
        self._last_size, self._expected_chain = note.size, note.note_hash
        return note

    def _tampered(self, seq: int, reason: str) -> Tampered:
        return Tampered(seq, f"{self.name}: {reason}")

    def match_record(self, tree: MerkleTree, key: Key, origin: bytes) -> None:
        """Step 2.6: the notes of exactly this size against the tree and the key of the segment."""
        while self.pending and self.pending.size == tree.size:
            note = self.pending
            if note.root != tree.root():
                raise self._tampered(tree.size - 1, f"the root of the note of size {note.size} does not match")
            if note.key_hash != key.key_hash:
                raise self._tampered(tree.size - 1, f"the note of size {note.size} is not signed with the segment's key")
            self._sign(note, key)
            self.vouched_size = note.size
            self.advance(origin, tree.size)

    def _sign(self, note: SignedNote, key: Key) -> None:
        """Step 4: a note of the side file signs the hash of the one before it, so the last of each key is enough."""
        before, self._unchecked = self._unchecked, (note, key)
        if not self.is_side_file or (before and before[1] != key):
            self._require_signature(*(before if self.is_side_file else (note, key)))

    def _require_signature(self, note: SignedNote, key: Key) -> None:
        if not is_signed_by(note, key):
            raise self._tampered(note.size - 1, f"the note of size {note.size} has a wrong signature")

    def end_log(self, size: int) -> None:
        """Step 3: a note that is still waiting speaks of records that are not there."""
        if self.is_side_file and self._unchecked:
            self._require_signature(*self._unchecked)
        if self.pending:
            raise self._tampered(size, f"a note covers {self.pending.size} records but there are {size}")
        if size == 0:
            try:
                speaks = bool(self._next_entry())
            except Malformed:
                speaks = True
            if speaks:
                raise self._tampered(0, "a note speaks of records and there are none")


# ---------------------------------------------------------------- the log (section 7)

SEGMENT_NAME = re.compile(r"segment-([0-9]{6})\.jsonl")
HEX64 = rb"[0-9a-f]{64}"
FIRST_START_DATA = re.compile(rb'\{"segment":1,"key":"([^"\\]*)"\}')
LATER_START_DATA = re.compile(
    rb'\{"segment":(' + DECIMAL + rb'),"previous":\{"name":"([^"\\]*)","size":(' + DECIMAL + rb')'
    rb',"root":"(' + HEX64 + rb')","peaks":\[("' + HEX64 + rb'"(?:,"' + HEX64 + rb'"){0,63})\]\}'
    rb',"key":"([^"\\]*)","handover":"([^"]*)"\}'
)
SECRET_LINE = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64}) ")


class LogVerifier:
    def __init__(self, directory: str, pub: Optional[Key], anchors: Sequence[str], files: ExitStack) -> None:
        self._directory, self._pub, self._files = directory, pub, files
        self._anchor_paths = anchors
        self._tree = MerkleTree()
        self._prev = ZERO_HASH
        self._key: Optional[Key] = None
        self._log: Optional[bytes] = None
        self._origin: Optional[bytes] = None
        self._last_type = b""
        self._torn: Optional[str] = None
        self._notes: list[NoteFile] = []

    def run(self) -> Outcome:
        self._open_notes()
        count = self._count_segments()
        for number in range(1, count + 1):
            self._read_segment(number, is_last=number == count)
        for notes in self._notes:
            notes.end_log(self._tree.size)
        for number in range(1, count + 1):
            self._check_secrets(number)
        return self._verdict(count)

    def _verdict(self, segments: int) -> Outcome:
        size = self._tree.size
        found = f"{size} record{'s' * (size != 1)}, {segments} segment{'s' * (segments != 1)}"
        torn = [self._torn] if self._torn else []
        torn += [f"{notes.name} ends in an unfinished note" for notes in self._notes if notes.torn and notes.is_side_file]
        if torn:
            return Outcome(TORN, None, f"TORN TAIL: {found}; {'; '.join(torn)}")
        anchored = max((notes.vouched_size for notes in self._notes[1:]), default=0)
        vouched = max(anchored, self._notes[0].vouched_size if self._pub else 0)
        words = [found, self._trust(vouched, anchored)]
        words += [f"the {notes.name} covers the first {notes.vouched_size} of {size} records" for notes in self._notes[1:]]
        if vouched < size:
            return Outcome(NOT_ANCHORED, None, f"CONSISTENT, NOT ANCHORED: {'; '.join(words)}")
        if anchored < size:
            words.append("that no tail was cut off, only an anchor that reaches the last record can show")
        return Outcome(GOOD, None, f"GOOD: {'; '.join(words)}")

    def _trust(self, vouched: int, anchored: int) -> str:
        """Step 6, in the page's words: what vouches for the records."""
        if vouched < self._tree.size:
            if self._pub or len(self._notes) > 1:
                return f"consistent, but nothing vouches for the records from {vouched} on"
            return "consistent, but neither a public key nor an anchor was given"
        return "every record is signed, from the first to the last" if anchored < vouched else "every record is vouched for"

    def _open_notes(self) -> None:
        path = os.path.join(self._directory, "checkpoints")
        try:
            side_file: Optional[BinaryIO] = self._files.enter_context(open_regular(path))
        except FileNotFoundError:
            side_file = None
        self._notes.append(NoteFile("checkpoints", side_file, is_side_file=True))
        for path in self._anchor_paths:
            anchor = self._files.enter_context(open_existing(path))
            self._notes.append(NoteFile(f"anchor {one_line(path)}", anchor, is_side_file=False))

    def _count_segments(self) -> int:
        try:
            names = os.listdir(self._directory)
        except (OSError, ValueError) as problem:
            raise Unreadable(f"{self._directory}: {getattr(problem, 'strerror', None) or problem}") from None
        numbers = sorted(int(match[1]) for name in names if (match := SEGMENT_NAME.fullmatch(name)))
        if not numbers:
            if any(notes.length for notes in self._notes):
                raise Tampered(None, "there are checkpoints but no segment")
            raise Unreadable(f"{self._directory}: no log here")
        for expected, number in enumerate(numbers, start=1):
            if number != expected:
                raise Tampered(None, f"segment {expected} is missing" if number else "there is a segment 0")
        return len(numbers)

    def _read_segment(self, number: int, is_last: bool) -> None:
        name = segment_name(number)
        is_first_line = True
        with open_existing(os.path.join(self._directory, name)) as file:
            for line in raw_lines(file):
                size = self._tree.size
                if not is_first_line and self._last_type == b"segment_end":
                    raise Tampered(size, f"{name}: bytes follow segment_end")
                if not line.finished or line.has_zero:
                    self._end_torn(number, is_last, is_first_line, "ends in an unfinished record")
                    break
                if line.too_long:
                    raise Tampered(size, f"{name}: the line is too long")
                self._read_record(number, line.content, is_first_line)
                is_first_line = False
        if is_first_line and not self._torn:
            self._end_torn(number, is_last, is_first_line, "is empty")

    def _end_torn(self, number: int, is_last: bool, is_unborn: bool, problem: str) -> None:
        """What a crash can leave at the end of the log; anywhere else nobody but a forger does."""
        name = segment_name(number)
        if not is_last:
            raise Tampered(self._tree.size, f"{name} {problem}, and it is not the last segment")
        if is_unborn and number > 1 and self._last_type != b"segment_end":
            raise Tampered(self._tree.size, f"{name} {problem}, and the segment before has no segment_end")
        self._torn = f"{name} {problem}"

    def _read_record(self, number: int, line: bytes, is_first_line: bool) -> None:
        tree = self._tree
        seq = tree.size
        try:
            record = parse_record(line)
            self._check_place_in_chain(record)
            data = memoryview(line)[record.data_start : record.data_end]
            if is_first_line:
                self._key = self._check_segment_start(number, record, data)
            elif record.type == b"segment_start":
                raise Malformed("segment_start is not the first record of its segment")
            if record.type == b"segment_end":
                expected = f'{{"segment":{number},"size":{seq},"root":"{tree.root().hex()}"}}'
                if data != expected.encode():
                    raise Malformed("segment_end has a wrong number, size or root")
        except Malformed as problem:
            raise Tampered(seq, str(problem)) from None
        self._last_type = record.type
        self._prev = record.stated_hash
        tree.append(record.stated_hash)
        assert self._key is not None and self._origin is not None
        for notes in self._notes:
            if seq == 0:  # only now is the origin known
                notes.advance(self._origin, tree.size)
            notes.match_record(tree, self._key, self._origin)

    def _check_place_in_chain(self, record: Record) -> None:
        if self._log is None:
            self._log, self._origin = record.log, ORIGIN_PREFIX + record.log
        if record.log != self._log:
            raise Malformed("the log's name changes")
        if record.seq != self._tree.size:
            raise Malformed(f"seq is {record.seq}")
        if record.prev != self._prev:
            raise Malformed("prev is not the hash of the record before")
        if record.stated_hash != record.computed_hash:
            raise Malformed("hash does not match")

    def _check_segment_start(self, number: int, record: Record, data: memoryview) -> Key:
        """The first record of a segment; returns the segment's key."""
        if record.type != b"segment_start":
            raise Malformed("the first record of the segment is not segment_start")
        if number == 1:
            match = FIRST_START_DATA.fullmatch(data)
            if not match:
                raise Malformed("the data of segment_start are malformed")
            key = parse_vkey(match[1], self._origin)
            if self._pub and key.vkey != self._pub.vkey:
                raise Malformed("the log's first key is not the one given with --pub")
            return key
        if self._last_type != b"segment_end":
            raise Malformed("the segment before does not end with segment_end")
        match = LATER_START_DATA.fullmatch(data)
        if not match:
            raise Malformed("the data of segment_start are malformed")
        stated_number, name, size, root, peaks, vkey, handover = match.groups()
        tree = self._tree
        if int(stated_number) != number:
            raise Malformed("segment_start has a wrong segment number")
        if name != segment_name(number - 1).encode():
            raise Malformed("segment_start has a wrong name of the segment before")
        if int(size) != tree.size or root != tree.root().hex().encode():
            raise Malformed("segment_start has a wrong size or root")
        if peaks != b",".join(b'"%s"' % peak.hex().encode() for peak in tree.peaks):
            raise Malformed("segment_start has wrong peaks")
        key = parse_vkey(vkey, self._origin)
        self._check_handover(handover, vkey)
        return key

    def _check_handover(self, json_text: bytes, vkey: bytes) -> None:
        # The only escape an honest note needs is \n; with any other a line would not have its form.
        lines = json_text.split(b"\\n")
        if len(lines) != 7 or lines.pop() != b"":
            raise Malformed("the handover is not a note of six lines")
        note = parse_signed_note(lines, self._origin)
        if note.size != self._tree.size or note.root != self._tree.root():
            raise Malformed("the handover has a wrong size or root")
        if note.fourth_line != b"next-key " + vkey:
            raise Malformed("the handover names another key")
        if self._key is None or not is_signed_by(note, self._key):
            raise Malformed("the handover is not signed with the previous segment's key")

    def _check_secrets(self, number: int) -> None:
        """Section 6. The value is not parsed, and nobody needs to refer to it."""
        name = f"segment-{number:06d}.secrets"
        try:
            file = open_regular(os.path.join(self._directory, name))
        except FileNotFoundError:
            return
        with file:
            for index, line in enumerate(raw_lines(file), start=1):
                if line.finished and not line.has_zero and (line.too_long or not is_erased_or_opens(line.content)):
                    raise Tampered(None, f"{name}: line {index} does not open its commitment")


def is_erased_or_opens(line: bytes) -> bool:
    if line[0] in b" \n":  # an erasure starts at the line's first byte, and may have got no further
        return True
    match = SECRET_LINE.match(line)
    if not match or match.end() == len(line) - 1:
        return False
    digest = hashlib.sha256(bytes.fromhex(match[2].decode()))
    digest.update(memoryview(line)[match.end() : -1])
    return digest.hexdigest().encode() == match[1]


def segment_name(number: int) -> str:
    return f"segment-{number:06d}.jsonl"


def open_existing(path: str) -> BinaryIO:
    try:
        return open_regular(path)
    except FileNotFoundError:
        raise Unreadable(f"{path}: no such file") from None


def verify_log(directory: str, pub: Optional[Key], anchors: Sequence[str]) -> Outcome:
    try:
        with ExitStack() as files:
            return LogVerifier(directory, pub, anchors, files).run()
    except Tampered as finding:
        place = "" if finding.seq is None else f" at record {finding.seq}"
        return Outcome(TAMPERED, finding.seq, f"TAMPERED{place}: {finding.reason}")
    except Unreadable as problem:
        return Outcome(UNREADABLE, None, f"CANNOT BE READ: {problem}")
    except OSError as problem:
        return Outcome(UNREADABLE, None, f"CANNOT BE READ: {problem}")


# ---------------------------------------------------------------- proof for one record (section 9)


def verify_proof(path: str, pub: Key) -> Outcome:
    try:
        with open_existing(path) as file:
            if os.fstat(file.fileno()).st_size > MAX_PROOF:
                raise Malformed("too long for a proof")
            record, size = check_proof(file, pub)
    except Malformed as problem:
        return Outcome(TAMPERED, None, f"BAD PROOF: {problem}")
    except (Unreadable, OSError) as problem:
        return Outcome(UNREADABLE, None, f"CANNOT BE READ: {problem}")
    return Outcome(GOOD, None, f"GOOD: record {record.seq} of log {record.log.decode()} is in the log of {size} records")


def check_proof(file: BinaryIO, root_key: Key) -> tuple[Record, int]:
    if proof_line(file) != b"carabiner-audit-proof/v1":
        raise Malformed("not a proof of version 1")
    record = parse_record(file.readline(MAX_LINE))
    index_line = proof_line(file)
    if not index_line.startswith(b"index "):
        raise Malformed("the index line is malformed")
    if decode_decimal(index_line[len(b"index ") :]) != record.seq:
        raise Malformed("the index is not the record's seq")
    if record.stated_hash != record.computed_hash:
        raise Malformed("the record's hash does not match")
    if ORIGIN_PREFIX + record.log != root_key.name:
        raise Malformed("the record is of another log than the key")
    path = read_path(file)
    checkpoint = check_proof_notes(file, root_key)
    if root_from_path(record, checkpoint.size, path) != checkpoint.root:
        raise Malformed("the inclusion path does not lead to the checkpoint's root")
    return record, checkpoint.size


def proof_line(file: BinaryIO) -> bytes:
    line = file.readline(MAX_PROOF_LINE)
    if not line.endswith(b"\n"):
        raise Malformed("a line is too long or unfinished")
    return line[:-1]


def read_path(file: BinaryIO) -> list[bytes]:
    path: list[bytes] = []
    while line := proof_line(file):
        if not line.startswith(b"hash ") or len(path) == MAX_PATH_HASHES:
            raise Malformed("the inclusion path is malformed")
        path.append(decode_base64(line[len(b"hash ") :], 32))
    return path


def check_proof_notes(file: BinaryIO, root_key: Key) -> SignedNote:
    """Follow the handovers from the root key to the key of the one checkpoint, which is the last note."""
    key, last_size = root_key, 0
    while True:
        note = read_proof_note(file, root_key.name)
        if not is_signed_by(note, key):
            raise Malformed(f"the note of size {note.size} is not signed with the key it should be")
        if note.size <= last_size:
            raise Malformed("the sizes of the notes do not increase")
        last_size = note.size
        if note.fourth_line.startswith(b"chain "):
            chain_of(note)
            break
        key = next_key_of(note, root_key.name)
    if file.read(1):
        raise Malformed("something follows the checkpoint")
    return note


def read_proof_note(file: BinaryIO, origin: bytes) -> SignedNote:
    try:
        lines, _ = read_entry(file, sys.maxsize)
    except TornEntry:
        raise Malformed("a note is unfinished") from None
    if not lines:
        raise Malformed("there is no checkpoint")
    if lines[6] != b"":
        raise Malformed("no empty line follows a note")
    return parse_signed_note(lines[:6], origin)


def root_from_path(record: Record, size: int, path: Sequence[bytes]) -> bytes:
    """RFC 9162, section 2.1.3.2."""
    if size <= record.seq:
        raise Malformed("the checkpoint does not cover the record")
    fn, sn, r = record.seq, size - 1, record.computed_hash
    for p in path:
        if sn == 0:
            raise Malformed("the inclusion path is too long")
        if fn & 1 or fn == sn:
            r = node_hash(p, r)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node_hash(r, p)
        fn, sn = fn >> 1, sn >> 1
    if sn != 0:
        raise Malformed("the inclusion path is too short")
    return r


# ---------------------------------------------------------------- command line

MAIN_HELP = """\
examples:
  verify_audit.py /var/log/agent --pub root.pub
  verify_audit.py /var/log/agent --pub 'carabiner-audit/demo+5d1f0c3a+AZ1m…' --anchor /mnt/worm/anchor
  verify_audit.py /var/log/agent --anchor a --anchor b
  verify_audit.py check-proof record-17.proof --pub root.pub
  verify_audit.py --batch cases.tsv

exit codes:
  0  good           consistent, and every record vouched for
  1  tampered       the first bad record and what is wrong are on standard output
  2  torn tail      a crash left an unfinished record or checkpoint
  3  not anchored   consistent, but nothing from outside vouches for every record
  64 wrong usage    66 cannot be read, or no log there    74 good, but the answer could not be written

batch: each line of LISTFILE is DIR<TAB>PUB<TAB>ANCHOR<TAB>ANCHOR… (PUB may be empty or left out),
or {"dir": …, "pub": …, "anchors": […]}. Empty lines are skipped. One line is printed for each case:
EXITCODE<TAB>FIRST_BAD_SEQ-or-empty<TAB>message. The exit code of a batch is 0 if all cases were run.
A directory of the name check-proof is given as ./check-proof."""


class Arguments(argparse.ArgumentParser):
    def print_help(self, file=None) -> None:
        print(self.format_help(), end="", file=file)  # argparse's own says nothing where it cannot be written

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(USAGE)  # argparse's own 2 would mean a torn tail


class Once(argparse.Action):
    """An option that must not be given twice: which of two keys would count?"""

    def __call__(self, parser, namespace, values, option_string=None) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


def load_pub(text: Optional[str]) -> Optional[Key]:
    """--pub: the vkey itself, or the path of a file that holds it, white space around it, and no more."""
    if not text:
        return None
    try:
        return parse_vkey(text.encode("utf-8", "surrogateescape"))
    except Malformed:
        pass
    try:
        with open_regular(text) as file:
            text_in_file = file.read(MAX_PUB_FILE + 1)
    except (OSError, Unreadable):
        raise WrongUsage("--pub is neither a vkey nor a file that can be read") from None
    try:
        if len(text_in_file) > MAX_PUB_FILE:
            raise Malformed("the file is too long for a vkey")
        return parse_vkey(text_in_file.strip(b" \t\r\n"))
    except Malformed as problem:
        raise WrongUsage(f"--pub: {problem}") from None


def run_guarded(pub: Optional[str], check) -> Outcome:
    """Run one check with the key that `pub` gives."""
    try:
        return check(load_pub(pub))
    except WrongUsage as problem:
        return Outcome(USAGE, None, f"WRONG USAGE: {problem}")


def one_line(text: str) -> str:
    """File names may hold anything; a verdict is one line."""
    return "".join(c if c.isprintable() else "?" for c in text)


def run_case(line: str) -> Outcome:
    """One case of a batch."""
    if line.startswith("{"):
        try:
            case = json.loads(line)
        except (ValueError, RecursionError):
            return Outcome(USAGE, None, "WRONG USAGE: the case is not JSON")
        directory, pub, anchors = case.get("dir"), case.get("pub") or "", case.get("anchors") or []
        if not isinstance(anchors, list) or not all(isinstance(part, str) for part in [directory, pub, *anchors]):
            return Outcome(USAGE, None, "WRONG USAGE: dir and pub must be strings, anchors a list of strings")
    else:
        directory, *rest = line.split("\t")
        pub, anchors = (rest[0] if rest else ""), [path for path in rest[1:] if path]
    if not directory:
        return Outcome(USAGE, None, "WRONG USAGE: no directory")
    return run_guarded(pub, lambda key: verify_log(directory, key, anchors))


def run_batch(list_file: str) -> int:
    try:
        cases = open(list_file, encoding="utf-8", errors="surrogateescape", newline="\n")
    except (OSError, ValueError) as problem:
        print(one_line(f"CANNOT BE READ: {problem}"))
        return UNREADABLE
    with cases:
        for line in cases:
            line = line.rstrip("\r\n")
            if not line:
                continue
            try:
                code, seq, message = run_case(line)
                answer = (code, "" if seq is None else seq, one_line(message))
            except Exception as problem:  # a bug here must cost one case, not the batch
                answer = ("ERR", "", one_line(f"{type(problem).__name__}: {problem}"))
            print(*answer, sep="\t", flush=True)
    return 0


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # closed by the program that started this
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if arguments and arguments[0] == "check-proof":
        parser = Arguments(prog="verify_audit.py check-proof", description="Check the proof for one record.", allow_abbrev=False)
        parser.add_argument("file", help="the proof")
        parser.add_argument("--pub", action=Once, required=True, metavar="VKEY", help="the root public key, or the path of a file holding it")
        given = parser.parse_args(arguments[1:])
        if not given.pub:
            parser.error("--pub is empty")
        outcome = run_guarded(given.pub, lambda key: verify_proof(given.file, key))
    else:
        parser = Arguments(
            prog="verify_audit.py",
            usage="%(prog)s DIR [--pub VKEY] [--anchor FILE]...\n       %(prog)s check-proof FILE --pub VKEY\n       %(prog)s --batch LISTFILE",
            description="Verify an audit log.",
            epilog=MAIN_HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.add_argument("directory", nargs="?", metavar="DIR", help="the log")
        parser.add_argument("--pub", action=Once, metavar="VKEY", help="the root public key, or the path of a file holding it")
        parser.add_argument("--anchor", action="append", default=[], metavar="FILE", help="a file of checkpoints kept elsewhere; may be repeated")
        parser.add_argument("--batch", action=Once, metavar="LISTFILE", help="verify many logs in one process")
        given = parser.parse_args(arguments)
        if given.batch is not None:
            if given.directory is not None or given.pub is not None or given.anchor:
                parser.error("--batch stands alone")
            return run_batch(given.batch)
        if not given.directory:
            parser.error("no directory given")
        if given.pub == "":
            parser.error("--pub is empty")
        outcome = run_guarded(given.pub, lambda key: verify_log(given.directory, key, given.anchor))
    try:
        print(one_line(outcome.message), flush=True)
    except OSError as problem:
        return undelivered(problem, outcome.exit_code)
    return outcome.exit_code


def run(arguments: Sequence[str]) -> int:
    """The exit code of `main`, or 74 in place of 0 if what it printed could not be written."""
    code = GOOD
    try:
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse, after it has printed what it had to
            code = end.code if isinstance(end.code, int) else GOOD
        if sys.stdout is None:
            return code or NOT_WRITTEN
        sys.stdout.flush()
        return code
    except OSError as problem:  # what can fail while a log is read has been caught long before
        return undelivered(problem, code)


def undelivered(problem: OSError, code: int) -> int:
    """A verdict that nobody got is no success; but who has stopped reading a pipe has got what he wanted."""
    nowhere = os.open(os.devnull, os.O_WRONLY)  # Python writes what is left at its end, and would change the exit code
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    if isinstance(problem, BrokenPipeError):
        return code
    if sys.stderr is not None:
        sys.stderr.write(one_line(f"The output could not be written: {problem}") + "\n")
    return code or NOT_WRITTEN


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except Exception as unexpected:
        # Python's own exit code for this is 1, which would say "tampered".
        sys.stderr.write(one_line(f"CANNOT BE READ: {type(unexpected).__name__}: {unexpected}") + "\n")
        sys.stderr.flush()
        os._exit(UNREADABLE)
