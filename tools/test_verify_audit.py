#!/usr/bin/env python3
"""Self-test of verify_audit.py: writes logs from docs/audit-format.md, then breaks them.

The writer below is only for tests: it signs with slow pure-Python Ed25519 and holds the log in memory.
Run: python3 test_verify_audit.py
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Optional

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import verify_audit as va  # noqa: E402

TOOL = os.path.join(HERE, "verify_audit.py")
Files = dict[str, bytes]


# ---------------------------------------------------------------- a little writer


def multiply(scalar: int, point: va.Point) -> va.Point:
    result = va.NEUTRAL
    for bit in bin(scalar)[2:]:
        result = va.point_double(result)
        if bit == "1":
            result = va.point_add(result, point)
    return result


class Signer:
    def __init__(self, secret: bytes) -> None:
        digest = hashlib.sha512(secret).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
        self.nonce_prefix = digest[32:]
        self.public = va.encode_point(multiply(self.scalar, va.BASE_POINT))

    def sign(self, message: bytes) -> bytes:
        r = int.from_bytes(hashlib.sha512(self.nonce_prefix + message).digest(), "little") % va.L
        encoded_r = va.encode_point(multiply(r, va.BASE_POINT))
        h = int.from_bytes(hashlib.sha512(encoded_r + self.public + message).digest(), "little") % va.L
        return encoded_r + ((r + h * self.scalar) % va.L).to_bytes(32, "little")

    def vkey(self, name: bytes) -> bytes:
        return b"%s+%s+%s" % (name, key_hash(name, self.public).hex().encode(), b64(b"\x01" + self.public))


def b64(data: bytes) -> bytes:
    return base64.b64encode(data)


def key_hash(name: bytes, public: bytes) -> bytes:
    return hashlib.sha256(name + b"\n\x01" + public).digest()[:4]


def tree_root(leaves: list[bytes]) -> bytes:
    """Straight from the definition, to check the verifier's peaks against something else."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + tree_root(leaves[:k]) + tree_root(leaves[k:])).digest()


def tree_path(index: int, leaves: list[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if index < k:
        return tree_path(index, leaves[:k]) + [tree_root(leaves[k:])]
    return tree_path(index - k, leaves[k:]) + [tree_root(leaves[:k])]


def tree_peaks(leaves: list[bytes]) -> list[bytes]:
    peaks, start = [], 0
    for bit in range(len(leaves).bit_length() - 1, -1, -1):
        if len(leaves) >> bit & 1:
            peaks.append(tree_root(leaves[start : start + (1 << bit)]))
            start += 1 << bit
    return peaks


class LogWriter:
    def __init__(self, log: bytes = b"demo", first_secret: bytes = b"root key") -> None:
        self.log, self.origin = log, b"carabiner-audit/" + log
        self.files: Files = {}
        self.anchor = b""
        self.leaves: list[bytes] = []
        self.lines: list[bytes] = []
        self.handovers: list[bytes] = []
        self.last_note: Optional[bytes] = None
        self.segment = 1
        self.key = Signer(first_secret)
        self.root_vkey = self.key.vkey(self.origin)
        self.record(b"segment_start", b'{"segment":1,"key":"%s"}' % self.root_vkey)

    def name(self) -> str:
        return f"segment-{self.segment:06d}.jsonl"

    def make_line(self, type_: bytes, data: bytes, session: bytes = b'""', actor: bytes = b'"audit"') -> bytes:
        seq, prev = len(self.leaves), (self.leaves[-1] if self.leaves else bytes(32))
        entry = (
            b'{"v":1,"log":"%s","seq":%d,"ts":"2024-05-06T07:08:09.123456789Z","boot":"0123456789abcdef",'
            b'"session":%s,"type":"%s","actor":%s,"data":%s,"prev":"%s"'
            % (self.log, seq, session, type_, actor, data, prev.hex().encode())
        )
        return entry + b',"h":"%s"}\n' % hashlib.sha256(b"\0" + entry).hexdigest().encode()

    def append_line(self, line: bytes) -> None:
        self.files[self.name()] = self.files.get(self.name(), b"") + line
        self.lines.append(line)
        self.leaves.append(bytes.fromhex(line[-67:-3].decode()))

    def record(self, type_: bytes = b"message", data: bytes = b"{}", **fields: bytes) -> None:
        self.append_line(self.make_line(type_, data, **fields))

    def note(self, fourth: bytes, signer: Optional[Signer] = None, size: Optional[int] = None) -> bytes:
        signer = signer or self.key
        size = len(self.leaves) if size is None else size
        body = b"%s\n%d\n%s\n%s\n" % (self.origin, size, b64(tree_root(self.leaves[:size])), fourth)
        blob = b64(key_hash(self.origin, signer.public) + signer.sign(body))
        return body + b"\n" + "\u2014".encode() + b" %s %s\n" % (self.origin, blob)

    def checkpoint(self, anchor: bool = True, signer: Optional[Signer] = None) -> None:
        chain = hashlib.sha256(self.last_note).digest() if self.last_note else bytes(32)
        self.last_note = self.note(b"chain " + b64(chain), signer)
        self.files["checkpoints"] = self.files.get("checkpoints", b"") + self.last_note + b"\n"
        if anchor:
            self.anchor += self.last_note + b"\n"

    def end_segment(self) -> None:
        size = len(self.leaves)
        data = b'{"segment":%d,"size":%d,"root":"%s"}' % (self.segment, size, tree_root(self.leaves).hex().encode())
        self.record(b"segment_end", data)

    def start_segment(self, secret: bytes = b"next key", handover_signer: Optional[Signer] = None) -> None:
        new_key = Signer(secret + b"%d" % self.segment)
        vkey = new_key.vkey(self.origin)
        note = self.note(b"next-key " + vkey, handover_signer)
        self.handovers.append(note)
        data = b'{"segment":%d,"previous":{"name":"%s","size":%d,"root":"%s","peaks":[%s]},"key":"%s","handover":"%s"}' % (
            self.segment + 1,
            self.name().encode(),
            len(self.leaves),
            tree_root(self.leaves).hex().encode(),
            b",".join(b'"%s"' % peak.hex().encode() for peak in tree_peaks(self.leaves)),
            vkey,
            note.replace(b"\n", b"\\n"),
        )
        self.segment += 1
        self.key = new_key
        self.record(b"segment_start", data)

    def rotate(self) -> None:
        self.end_segment()
        self.checkpoint()
        self.start_segment()

    def secret(self, value: bytes, salt: bytes = b"s" * 32) -> None:
        commitment = hashlib.sha256(salt + value).hexdigest().encode()
        name = f"segment-{self.segment:06d}.secrets"
        self.files[name] = self.files.get(name, b"") + b"%s %s %s\n" % (commitment, salt.hex().encode(), value)
        self.record(b"message", b'{"event":1,"text":{"$commitment":"%s"}}' % commitment)

    def proof(self, seq: int) -> bytes:
        lines = [b"carabiner-audit-proof/v1", self.lines[seq][:-1], b"index %d" % seq]
        lines += [b"hash " + b64(p) for p in tree_path(seq, self.leaves)]
        notes = b"".join(note + b"\n" for note in self.handovers)
        return b"\n".join(lines) + b"\n\n" + notes + self.note(b"chain " + b64(bytes(32))) + b"\n"


def sample_log() -> LogWriter:
    """Three segments, secrets, odd characters; every record covered by checkpoints and the anchor."""
    log = LogWriter()
    log.record(b"emit", b'{"event":"e","runs":[{"hook":"h","priority":-1.5e+3}]}', actor=b'"kernel"')
    log.secret(b'"hunter2"')
    log.checkpoint()
    log.secret(b'{"a":[1,2]}', b"t" * 32)
    log.record(b"output", '{"text":"\u00e9\u20ac\U0001f600\\u0000\\n\\ud800","":null}'.encode(), session=b'"s-1"')
    log.rotate()
    for number in range(5):
        log.record(b"message", b'{"n":%d}' % number)
    log.checkpoint()
    log.record()
    log.rotate()
    log.record()
    log.secret(b"3")
    log.checkpoint()
    return log


def erase(secrets: bytes, index: int) -> bytes:
    lines = secrets.split(b"\n")
    lines[index] = b" " * len(lines[index])
    return b"\n".join(lines)


class Case(unittest.TestCase):
    sample = sample_log()

    def setUp(self) -> None:
        self._temp = tempfile.TemporaryDirectory()
        self.addCleanup(self._temp.cleanup)
        self.dir = os.path.join(self._temp.name, "log")
        os.mkdir(self.dir)
        self._written: Files = {}

    def path(self, name: str) -> str:
        return os.path.join(self._temp.name, name)

    def put(self, name: str, content: bytes) -> str:
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def verify(self, files: Files, pub: Optional[bytes] = None, anchor: Optional[bytes] = None) -> va.Outcome:
        for name in self._written.keys() - files.keys():
            os.unlink(os.path.join(self.dir, name))
        for name, content in files.items():
            if self._written.get(name) != content:
                with open(os.path.join(self.dir, name), "wb") as file:
                    file.write(content)
        self._written = dict(files)
        anchors = [] if anchor is None else [self.put("anchor", anchor)]
        return va.verify_log(self.dir, va.parse_vkey(pub) if pub else None, anchors)

    def expect(self, code: int, files: Files, pub: Optional[bytes] = None, anchor: Optional[bytes] = None, seq: object = ...) -> va.Outcome:
        outcome = self.verify(files, pub, anchor)
        self.assertEqual(code, outcome.exit_code, outcome)
        if seq is not ...:
            self.assertEqual(seq, outcome.first_bad, outcome)
        return outcome

    def expect_sample(self, code: int, seq: object = ..., **changes: Optional[bytes]) -> va.Outcome:
        """The sample with files replaced (None removes); `segment_000001_jsonl` stands for that file."""
        files = dict(self.sample.files)
        for key, content in changes.items():
            name = key.replace("_jsonl", ".jsonl").replace("_secrets", ".secrets").replace("segment_", "segment-")
            if content is None:
                del files[name]
            else:
                files[name] = content
        return self.expect(code, files, self.sample.root_vkey, seq=seq)


# ---------------------------------------------------------------- building blocks


class Ed25519(unittest.TestCase):
    VECTORS = [  # RFC 8032, section 7.1: secret key, message, signature
        ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
    ]

    def test_rfc_8032_vectors(self) -> None:
        for secret, public, message, signature in self.VECTORS:
            signer = Signer(bytes.fromhex(secret))
            self.assertEqual(public, signer.public.hex())
            self.assertEqual(signature, signer.sign(bytes.fromhex(message)).hex())
            self.assertTrue(va.signature_is_valid(signer.public, bytes.fromhex(message), bytes.fromhex(signature)))

    def test_rfc_8032_vector_sha_abc(self) -> None:
        signer = Signer(bytes.fromhex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"))
        signature = bytes.fromhex(
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        )
        self.assertTrue(va.signature_is_valid(signer.public, hashlib.sha512(b"abc").digest(), signature))

    def test_every_flipped_bit_is_rejected(self) -> None:
        signer = Signer(b"x")
        good = signer.sign(b"m")
        for bit in range(0, 512, 7):
            bad = bytearray(good)
            bad[bit // 8] ^= 1 << bit % 8
            self.assertFalse(va.signature_is_valid(signer.public, b"m", bytes(bad)))
        self.assertFalse(va.signature_is_valid(signer.public, b"n", good))

    def test_s_must_be_below_the_group_order(self) -> None:
        signer = Signer(b"x")
        good = signer.sign(b"m")
        s = int.from_bytes(good[32:], "little") + va.L
        self.assertFalse(va.signature_is_valid(signer.public, b"m", good[:32] + s.to_bytes(32, "little")))

    def test_encodings_must_be_canonical(self) -> None:
        one, sign_bit = 1, 1 << 255
        self.assertIsNotNone(va.decode_point(one.to_bytes(32, "little")))
        for bad in (va.P + 1, one | sign_bit, 2):  # y not reduced; x = 0 with a sign; not on the curve
            self.assertIsNone(va.decode_point(bad.to_bytes(32, "little")))
        # R = 0·B = neutral with S = k·a satisfies the equation; the unreduced spelling of R must not.
        signer, neutral = Signer(b"x"), one.to_bytes(32, "little")
        for r, expected in ((neutral, True), ((va.P + 1).to_bytes(32, "little"), False), ((one | sign_bit).to_bytes(32, "little"), False)):
            k = int.from_bytes(hashlib.sha512(r + signer.public + b"m").digest(), "little") % va.L
            s = (k * signer.scalar % va.L).to_bytes(32, "little")
            self.assertEqual(expected, va.signature_is_valid(signer.public, b"m", r + s))

    def test_keys_of_small_order_are_refused(self) -> None:
        for encoded in SMALL_ORDER:
            point = va.decode_point(bytes.fromhex(encoded))
            self.assertTrue(va.has_small_order(point))
            self.assertFalse(va.signature_is_valid(bytes.fromhex(encoded), b"m", (1).to_bytes(32, "little") + bytes(32)))
        self.assertFalse(va.has_small_order(va.BASE_POINT))

    def test_the_cofactor_is_not_multiplied_in(self) -> None:
        """The key is a·B plus a point of order 8, so that it matters whether k is reduced, and whether the cofactor is used."""
        for message, signature, expected in MIXED_ORDER:
            self.assertEqual(expected, va.signature_is_valid(bytes.fromhex(MIXED_ORDER_KEY), bytes.fromhex(message), bytes.fromhex(signature)))


# The eight points of small order, and signatures under a key of mixed order. The other verifier's tests hold the same.
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]
MIXED_ORDER_KEY = "6a84d583f06569edb3f5ed77df65544b27d6948b4f0b2cb76f33dd8413b20719"
MIXED_ORDER = [
    ("6d30", "7db0dc9222f3c183457ddde4c708de8e5ea6bf3d5c4404cca14b32729a05c32ad54f944df01fa44e4823a44fb172a705d0def8782380acabd4239e84d8536103", False),
    ("6d38", "7db0dc9222f3c183457ddde4c708de8e5ea6bf3d5c4404cca14b32729a05c32ac875cd7d77fc3668010bb10c2a2f3f02caaab91f837662f39345530ff3a03100", True),
    ("6d3934", "7db0dc9222f3c183457ddde4c708de8e5ea6bf3d5c4404cca14b32729a05c32a323d9b7b3bc99209f79072c738755d54007efe52d97ad204a387a99c3ba91e0d", True),
]


class Tree(unittest.TestCase):
    def test_peaks_agree_with_the_definition(self) -> None:
        tree, leaves = va.MerkleTree(), []
        for number in range(70):
            self.assertEqual(tree_root(leaves), tree.root())
            self.assertEqual(tree_peaks(leaves), tree.peaks)
            leaves.append(hashlib.sha256(bytes([number])).digest())
            tree.append(leaves[-1])

    def test_paths_lead_to_the_root(self) -> None:
        leaves = [hashlib.sha256(bytes([number])).digest() for number in range(20)]
        for size in range(1, 21):
            for index in range(size):
                record = va.Record(b"", index, b"", 0, 0, b"", leaves[index], leaves[index])
                path = tree_path(index, leaves[:size])
                self.assertEqual(tree_root(leaves[:size]), va.root_from_path(record, size, path))
                with self.assertRaises(va.Malformed):
                    va.root_from_path(record, size, path + [bytes(32)])
                if path:
                    with self.assertRaises(va.Malformed):
                        va.root_from_path(record, size, path[:-1])


class Json(unittest.TestCase):
    def is_accepted(self, data: bytes) -> bool:
        entry = LogWriter().make_line(b"message", data)
        try:
            va.parse_record(entry)
            return True
        except va.Malformed:
            return False

    def test_accepted(self) -> None:
        good = [
            "{}", '{"a":1}', '{"a":[]}', '{"a":[1,"b",{}]}', '{"":0,"a":true,"b":false,"c":null}',
            '{"a":-0}', '{"a":1.50E+07}', '{"a":0e-0}', '{"a":%s}' % ("9" * 5000),
            r'{"a":"\"\\\b\t\n\f\r"}', r'{"a":"\u0000\u0007\u000b\u000e\u000f\u0010\u001f"}',
            r'{"a":"\ud800"}', r'{"a":"\udc00\ud800"}', r'{"a":"\ud800\ud800"}', r'{"a":"\ud800\\udc00"}', r'{"a":"\ud800\n\udc00"}',
            '{"a":"\x7f\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"}', '{"a":"/"}',
            '{"a":{"x":1},"b":{"x":1}}', r'{"\n":1,"n":2}',
        ]
        for data in good:
            self.assertTrue(self.is_accepted(data.encode()), data)

    def test_rejected(self) -> None:
        bad = [
            b"", b"[]", b"1", b"null", b'{"a":1}}', b'{"a":1', b'{"a":1,}', b'{,}', b'{"a"}', b'{"a":}', b'{a:1}', b"{'a':1}", b'{1:1}',
            b'{ }', b'{"a": 1}', b'{"a" :1}', b'{"a":1 }', b'{"a":[1, 2]}', b'{"a":[1,]}', b'{"a":[,1]}', b'{"a":[1 2]}', b'{"a":[1}', b'{"a":{]}',
            b'{"a":01}', b'{"a":-}', b'{"a":+1}', b'{"a":.5}', b'{"a":1.}', b'{"a":1e}', b'{"a":1e+}', b'{"a":-01}', b'{"a":0x1}', b'{"a":NaN}',
            b'{"a":True}', b'{"a":tru}', b'{"a":truefalse}', b'{"a":nul}',
            b'{"a":"\\/"}', b'{"a":"\\u0061"}', b'{"a":"\\u000a"}', b'{"a":"\\u0008"}', b'{"a":"\\u0009"}', b'{"a":"\\u000c"}', b'{"a":"\\u000d"}',
            b'{"a":"\\u0020"}', b'{"a":"\\u007f"}', b'{"a":"\\u000B"}', b'{"a":"\\u001F"}', b'{"a":"\\uD800"}', b'{"a":"\\ud7ff"}', b'{"a":"\\ue000"}',
            b'{"a":"\\ud83d\\ude00"}', b'{"a":"\\ud800\\ud800\\udc00"}', b'{"a":"\\ud8"}', b'{"a":"\\u00"}', b'{"a":"\\x41"}', b'{"a":"\\',
            b'{"a":"\x01"}', b'{"a":"\t"}', b'{"a":"\x1f"}',
            b'{"a":"\xc0\x80"}', b'{"a":"\xc1\xbf"}', b'{"a":"\xe0\x9f\xbf"}', b'{"a":"\xed\xa0\x80"}', b'{"a":"\xf0\x8f\xbf\xbf"}',
            b'{"a":"\xf4\x90\x80\x80"}', b'{"a":"\xf5\x80\x80\x80"}', b'{"a":"\x80"}', b'{"a":"\xe2\x82"}', b'{"a":"\xff"}', b'{"a":\xc2\xa0}',
            b'{"a":1,"a":1}', b'{"b":{"a":1,"c":2,"a":3}}', '{"é":1,"é":2}'.encode(), b'{"a":1}//', b'\xef\xbb\xbf{}',
        ]
        for data in bad:
            self.assertFalse(self.is_accepted(data), data)

    def test_depth(self) -> None:
        # The record is level 1 and data level 2, so 598 arrays fit inside data.
        self.assertTrue(self.is_accepted(b'{"a":' + b"[" * 598 + b"]" * 598 + b"}"))
        self.assertFalse(self.is_accepted(b'{"a":' + b"[" * 599 + b"]" * 599 + b"}"))
        self.assertTrue(self.is_accepted(b'{"a":' * 598 + b"{}" + b"}" * 598))
        self.assertFalse(self.is_accepted(b'{"a":' * 599 + b"{}" + b"}" * 599))
        self.assertFalse(self.is_accepted(b'{"a":' + b"[" * 100_000))

    def test_hostile_input_takes_linear_time(self) -> None:
        million = 1_000_000
        hostile = [
            b'{"a":' + b"1" * million + b"}",
            b'{"a":"' + b"\\ud800" * (million // 6) + b'"}',
            b'{"a":"' + "é".encode() * (million // 2),
            b'{"a":"' + b"\\n" * (million // 2),
            b'{"a":[' + b"[]," * (million // 3) + b"0]}",
            b"{" + b",".join(b'"%d":0' % n for n in range(million // 10)) + b"}",
            b'{"a":[' + (b"[" * 590 + b"]" * 590 + b",") * (million // 1200) + b"0]}",
            b'{"a":1' + b"e1" * (million // 2),
        ]
        for data in hostile:
            start = time.monotonic()
            self.is_accepted(data)
            self.assertLess(time.monotonic() - start, 5, data[:20])


class Base64AndKeys(unittest.TestCase):
    def test_base64_is_canonical(self) -> None:
        self.assertEqual(b"\xff", va.decode_base64(b"/w==", 1))
        for bad in (b"/x==", b"/w=", b"/w", b"_w==", b"/w==\n", b" /w==", b"", b"/w==/w==", b"====", b"\xff\xff=="):
            with self.assertRaises(va.Malformed, msg=bad):
                va.decode_base64(bad, 1)

    def test_vkey(self) -> None:
        good = Signer(b"x").vkey(b"carabiner-audit/a.b_c-d")
        self.assertEqual(good, va.parse_vkey(good).vkey)
        name, hash_text, body = good.split(b"+", 2)
        wrong_type = b64(b"\x02" + base64.b64decode(body)[1:])
        bad = [
            b"", b"+".join([b"carabiner-audit/e", hash_text, body]), b"+".join([name, b"00000000", body]), b"+".join([name, hash_text.upper() + b"A", body]),
            good[:-1], good + b"\n", good + b"=", b"+".join([name, hash_text, wrong_type]), b"demo" + good,
        ]
        not_points = [bytes.fromhex(point) for point in SMALL_ORDER] + [number.to_bytes(32, "little") for number in (va.P + 1, va.P + 3, 2, 1 | 1 << 255)]
        bad += [b"%s+%s+%s" % (name, key_hash(name, point).hex().encode(), b64(b"\x01" + point)) for point in not_points]
        for text in bad:
            with self.assertRaises(va.Malformed, msg=text):
                va.parse_vkey(text)


# ---------------------------------------------------------------- whole logs


class HonestLogs(Case):
    def test_good_with_pub(self) -> None:
        outcome = self.expect(0, self.sample.files, self.sample.root_vkey)
        self.assertTrue(outcome.message.startswith("GOOD: 17 records, 3 segments; every record is signed"), outcome.message)

    def test_good_with_anchor(self) -> None:
        self.expect(0, self.sample.files, None, self.sample.anchor)
        self.expect(0, self.sample.files, self.sample.root_vkey, self.sample.anchor)
        self.expect(0, {name: c for name, c in self.sample.files.items() if name != "checkpoints"}, None, self.sample.anchor)

    def test_not_anchored(self) -> None:
        self.expect(3, self.sample.files)
        first_notes = b"".join(self.sample.anchor.splitlines(True)[:14])
        self.expect(3, self.sample.files, None, first_notes)
        self.expect(3, self.sample.files, None, b"")
        self.expect(0, self.sample.files, self.sample.root_vkey, first_notes)
        self.expect(3, {"segment-000001.jsonl": self.sample.files["segment-000001.jsonl"]}, self.sample.root_vkey)

    def test_records_behind_the_last_checkpoint(self) -> None:
        log = LogWriter()
        log.checkpoint()
        log.record()
        self.expect(3, log.files, log.root_vkey)
        log.checkpoint()
        self.expect(0, log.files, log.root_vkey)

    def test_anchor_may_repeat_and_skip_notes(self) -> None:
        lines = self.sample.anchor.splitlines(True)
        notes = [b"".join(lines[at : at + 7]) for at in range(0, len(lines), 7)]
        self.expect(0, self.sample.files, None, notes[0] * 2 + notes[2] + notes[-1] * 2)
        self.expect(1, self.sample.files, None, notes[2] + notes[0] + notes[-1], seq=2)

    def test_last_segment_may_end_with_segment_end(self) -> None:
        log = LogWriter()
        log.end_segment()
        log.checkpoint()
        self.expect(0, log.files, log.root_vkey)

    def test_other_files_are_ignored(self) -> None:
        extra = {name: b"\0garbage" for name in ("key", "lock", "root.pub", "segment-000004.jsonl.new", "segment-000003.jsonl.19.torn", "segment-7.jsonl", "segment-0000004.jsonl")}
        self.expect(0, self.sample.files | extra, self.sample.root_vkey)

    def test_no_log(self) -> None:
        self.expect(66, {})
        self.expect(66, {"checkpoints": b""}, None, b"")
        self.expect(1, {"checkpoints": b"x"})
        self.expect(1, {}, None, self.sample.anchor)
        self.assertEqual(66, va.verify_log(self.path("nowhere"), None, []).exit_code)
        self.assertEqual(66, va.verify_log(self.put("file", b""), None, []).exit_code)
        self.assertEqual(66, va.verify_log(self.dir, None, [self.path("nowhere")]).exit_code)
        self.assertEqual(66, va.verify_log("a\0b", None, []).exit_code)

    def test_special_files_do_not_block(self) -> None:
        os.mkfifo(os.path.join(self.dir, "segment-000001.jsonl"))
        self.assertEqual(66, va.verify_log(self.dir, None, []).exit_code)


class TamperedRecords(Case):
    def lines(self) -> list[list[bytes]]:
        return [self.sample.files[f"segment-{n:06d}.jsonl"].splitlines(True) for n in (1, 2, 3)]

    def test_every_sampled_bit_flip_is_found(self) -> None:
        random.seed(1)
        for number in (1, 2, 3):
            name = f"segment-{number:06d}.jsonl"
            content = self.sample.files[name]
            for at in range(random.randrange(5), len(content), 5):
                bad = bytearray(content)
                bad[at] ^= 1 << random.randrange(8)
                self.expect(1, self.sample.files | {name: bytes(bad)}, self.sample.root_vkey)

    def test_flip_is_placed_at_its_record(self) -> None:
        lines = self.lines()[1]
        lines[3] = lines[3].replace(b'{"n":2}', b'{"n":3}')
        outcome = self.expect_sample(1, seq=9, segment_000002_jsonl=b"".join(lines))
        self.assertEqual("TAMPERED at record 9: hash does not match", outcome.message)

    def test_rewritten_record_breaks_the_chain_behind_it(self) -> None:
        log = LogWriter()
        log.record(b"message", b'{"a":1}')
        forged = log.files["segment-000001.jsonl"].replace(b'{"a":1}', b'{"a":2}')
        first, second = forged.splitlines(True)
        entry = second[: second.rindex(b',"h":')]
        second = entry + b',"h":"%s"}\n' % hashlib.sha256(b"\0" + entry).hexdigest().encode()
        log.record()
        log.checkpoint()
        third = log.lines[-1]
        self.expect(1, log.files | {"segment-000001.jsonl": first + second + third}, log.root_vkey, seq=2)
        self.expect(1, log.files | {"segment-000001.jsonl": first + second}, log.root_vkey, seq=2)

    def test_deleted_swapped_repeated_lines(self) -> None:
        for number, lines in enumerate(self.lines(), start=1):
            for at in range(len(lines)):
                name = f"segment_{number:06d}_jsonl"
                self.expect_sample(1, **{name: b"".join(lines[:at] + lines[at + 1 :])})
                self.expect_sample(1, **{name: b"".join(lines[: at + 1] + lines[at:])})
                if at:
                    swapped = lines[: at - 1] + [lines[at], lines[at - 1]] + lines[at + 1 :]
                    self.expect_sample(1, **{name: b"".join(swapped)})

    def test_truncations(self) -> None:
        random.seed(2)
        for number in (1, 2, 3):
            name = f"segment-{number:06d}.jsonl"
            content = self.sample.files[name]
            for cut in random.sample(range(len(content)), 60):
                # Also the last segment: its checkpoints speak of records that are gone.
                self.expect(1, self.sample.files | {name: content[:cut]}, self.sample.root_vkey)

    def test_missing_and_surplus_segments(self) -> None:
        self.expect_sample(1, segment_000001_jsonl=None)
        self.expect_sample(1, segment_000002_jsonl=None)
        self.expect_sample(1, segment_000003_jsonl=None)
        self.expect_sample(1, segment_000000_jsonl=b"")
        self.expect_sample(1, segment_000005_jsonl=self.sample.files["segment-000003.jsonl"])
        self.expect_sample(1, segment_000004_jsonl=self.sample.files["segment-000003.jsonl"], seq=17)

    def test_malformed_heads(self) -> None:
        good = LogWriter().make_line(b"message", b"{}")
        va.parse_record(good)
        for old, new in [
            (b'"v":1', b'"v":3'), (b'"v":1', b'"v":0'), (b'"seq":1', b'"seq":01'), (b'"seq":1', b'"seq":-1'), (b'"seq":1', b'"seq":1.0'), (b'"log":"demo"', b'"log":""'),
            (b'"log":"demo"', b'"log":"%s"' % (b"x" * 65)), (b'"log":"demo"', b'"log":"d+"'), (b"T07", b" 07"), (b".123456789Z", b".12345678Z"),
            (b"0123456789abcdef", b"0123456789ABCDEF"), (b'"session":""', b'"session":null'), (b'"type":"message"', b'"type":"Message"'),
            (b'"type":"message"', b'"type":"%s"' % (b"m" * 33)), (b'"actor":"audit"', b'"actor":7'), (b'"data":{}', b'"data":[]'), (b'}\n', b'}\r\n'),
            (b'}\n', b'} \n'), (b'{"v"', b' {"v"'), (b',"prev":', b',"x":0,"prev":'), (b'"seq":1', b'"seq":' + b"1" * 19),
        ]:
            self.assertIn(old, good)
            with self.assertRaises(va.Malformed, msg=new):
                va.parse_record(good.replace(old, new, 1))

    def test_consistent_but_wrong_records(self) -> None:
        """Records whose hash is right, by a writer that breaks the rules."""
        def attempt(build) -> None:
            log = LogWriter()
            build(log)
            self.expect(1, log.files, log.root_vkey, seq=len(log.leaves) - 1)

        attempt(lambda log: log.record(b"segment_start", b'{"segment":1,"key":"%s"}' % log.root_vkey))
        attempt(lambda log: log.record(b"segment_end", b'{"segment":1,"size":1,"root":"%s"}' % (b"0" * 64)))
        attempt(lambda log: log.record(b"segment_end", b'{"segment":2,"size":1,"root":"%s"}' % log.leaves[0].hex().encode()))
        attempt(lambda log: log.record(b"segment_end", b'{"segment":1,"size":1,"root":"%s","x":0}' % log.leaves[0].hex().encode()))
        attempt(lambda log: (setattr(log, "log", b"other"), log.record()))
        attempt(lambda log: (log.leaves.append(bytes(32)), log.record(), log.leaves.pop()))
        attempt(lambda log: log.start_segment())  # without segment_end
        attempt(lambda log: (log.end_segment(), log.start_segment(handover_signer=Signer(b"thief"))))

    def test_bytes_behind_segment_end(self) -> None:
        for tail in (b"x", b"\0", b"\n"):
            log = LogWriter()
            log.end_segment()
            log.checkpoint()
            log.files["segment-000001.jsonl"] += tail
            self.expect(1, log.files, log.root_vkey, seq=2)
        log = LogWriter()
        log.end_segment()
        log.record()
        self.expect(1, log.files, log.root_vkey, seq=2)

    def test_first_record_must_be_segment_start(self) -> None:
        log = LogWriter()
        log.files, log.leaves = {}, []
        log.record()
        self.expect(1, log.files, seq=0)

    def test_forged_segment_start_fields(self) -> None:
        log = LogWriter()
        log.rotate()
        line = log.lines[-1]
        data = line[line.index(b'"data":') + 7 : line.index(b',"prev":')]
        root = tree_root(log.leaves[:-1]).hex().encode()
        for old, new in [
            (b'"segment":2', b'"segment":3'), (b"segment-000001.jsonl", b"segment-000002.jsonl"), (b'"size":2', b'"size":3'),
            (b'"root":"' + root, b'"root":"' + b"0" * 64), (b'"peaks":["' + root, b'"peaks":["' + b"0" * 64), (b'"peaks":[', b'"peaks":["%s",' % root),
            (b"next-key ", b"next-key  "), (b'\\n"}', b'"}'), (b'\\n"}', b'\\n\\n"}'), (b'"}', b'","x":0}'), (b"\\n2\\n", b"\\n02\\n"),
        ]:
            self.assertIn(old, data)
            forged = LogWriter()
            forged.rotate()
            forged.leaves.pop(), forged.lines.pop()
            forged.files[forged.name()] = b""
            forged.record(b"segment_start", data.replace(old, new, 1))
            self.expect(1, forged.files, forged.root_vkey, seq=2)

    def test_long_lines(self) -> None:
        log = LogWriter()
        room = va.MAX_LINE - len(log.make_line(b"message", b'{"a":""}'))
        fits, too_long = (log.make_line(b"message", b'{"a":"%s"}' % (b"x" * length)) for length in (room, room + 1))
        start = log.files["segment-000001.jsonl"]
        self.expect(3, {"segment-000001.jsonl": start + fits})
        self.expect(1, {"segment-000001.jsonl": start + too_long}, seq=1)
        self.expect(2, {"segment-000001.jsonl": start + too_long[:-1] + b"x" * va.MAX_LINE})
        self.expect(2, {"segment-000001.jsonl": start + too_long[:-1] + b"\0\n" + fits})


class TornTails(Case):
    def log_with_tail(self, tail: bytes) -> LogWriter:
        log = LogWriter()
        log.checkpoint()
        log.files["segment-000001.jsonl"] += tail
        return log

    def test_unfinished_or_zero_lines(self) -> None:
        next_line = LogWriter().make_line(b"message", b"{}")
        for tail in (b"{", next_line[:-1], b"\0" * 100, b"\0\n", next_line[:9] + b"\0" + next_line[10:], b"\0\n" + next_line, b"\xff"):
            log = self.log_with_tail(tail)
            self.expect(2, log.files, log.root_vkey)
            self.expect(2, log.files)

    def test_finished_garbage_is_tampered(self) -> None:
        for tail in (b"\n", b"{\n", b"x\n\0"):
            log = self.log_with_tail(tail)
            self.expect(1, log.files, log.root_vkey, seq=1)

    def test_torn_record_that_a_checkpoint_covers(self) -> None:
        log = LogWriter()
        log.record()
        log.checkpoint()
        log.files["segment-000001.jsonl"] = log.files["segment-000001.jsonl"][:-1]
        self.expect(1, log.files, log.root_vkey, seq=1)
        self.expect(1, {"segment-000001.jsonl": log.files["segment-000001.jsonl"]}, None, log.anchor, seq=1)

    def test_torn_inner_segment(self) -> None:
        self.expect_sample(1, segment_000001_jsonl=self.sample.files["segment-000001.jsonl"] + b"x")
        self.expect_sample(1, segment_000002_jsonl=b"")
        self.expect_sample(1, segment_000001_jsonl=b"")

    def test_unborn_segments(self) -> None:
        self.expect(2, {"segment-000001.jsonl": b""})
        self.expect(2, {"segment-000001.jsonl": b"{"}, self.sample.root_vkey)
        self.expect(1, {"segment-000001.jsonl": b"", "checkpoints": self.sample.files["checkpoints"]})
        log = LogWriter()
        log.end_segment()
        log.checkpoint()
        never_ended = LogWriter()
        never_ended.checkpoint()
        for begun in (b"", b"{", b"\0", b"\0\n"):
            self.expect(2, log.files | {"segment-000002.jsonl": begun}, log.root_vkey)
            self.expect(1, never_ended.files | {"segment-000002.jsonl": begun}, never_ended.root_vkey, seq=1)
            self.expect(1, {"segment-000001.jsonl": begun, "checkpoints": never_ended.files["checkpoints"]}, seq=0)
            self.expect(1, {"segment-000001.jsonl": begun, "checkpoints": b"x" * 4096}, seq=0)
            self.expect(2, {"segment-000001.jsonl": begun, "checkpoints": b"x" * 4095})

    def test_torn_checkpoints(self) -> None:
        notes = self.sample.files["checkpoints"]
        last = len(b"".join(notes.splitlines(True)[-7:]))
        for cut in range(1, last):
            self.expect_sample(2, checkpoints=notes[:-cut])
        self.expect_sample(3, checkpoints=notes[:-last])
        for rest in (b"x" * 4095, b"\n" * 6, b"x" * 4089 + b"\n" * 6):
            self.expect_sample(2, checkpoints=notes + rest)
            self.expect(0, self.sample.files, None, self.sample.anchor + rest)
        for rest in (b"x" * 4096, b"\n" * 7, b"x" * 4090 + b"\n" * 6, b"x" * 4089 + b"\n" * 7, b"x" * 5000 + b"\n" * 7):
            self.expect_sample(1, checkpoints=notes + rest)
            self.expect(1, self.sample.files, None, self.sample.anchor + rest)

    def test_torn_anchor_is_ignored(self) -> None:
        self.expect(0, self.sample.files, None, self.sample.anchor + b"carab")
        self.expect(3, self.sample.files, None, self.sample.anchor[:-1])
        self.expect(1, self.sample.files, None, self.sample.anchor + b"\n" * 7)

    def test_tampered_beats_torn(self) -> None:
        log = self.log_with_tail(b"{")
        log.files["segment-000001.secrets"] = b"x\n"
        self.expect(1, log.files, log.root_vkey)


class TamperedNotes(Case):
    def test_every_sampled_bit_flip_in_checkpoints(self) -> None:
        random.seed(3)
        notes = self.sample.files["checkpoints"]
        last_entry = len(notes) - len(b"".join(notes.splitlines(True)[-7:]))
        for at in range(0, len(notes), 2):
            bad = bytearray(notes)
            bad[at] ^= 1 << random.randrange(8)
            # Without one of its LF the last entry is merely unfinished.
            expected = 2 if at >= last_entry and notes[at : at + 1] == b"\n" else 1
            self.expect_sample(expected, checkpoints=bytes(bad))

    def test_flips_in_the_last_anchor_note(self) -> None:
        random.seed(4)
        last_entry = len(self.sample.anchor) - len(b"".join(self.sample.anchor.splitlines(True)[-7:]))
        for at in range(last_entry, len(self.sample.anchor)):
            bad = bytearray(self.sample.anchor)
            bad[at] ^= 1 << random.randrange(8)
            expected = 3 if self.sample.anchor[at : at + 1] == b"\n" else 1
            self.expect(expected, self.sample.files, None, bytes(bad))

    def test_deleted_swapped_repeated_notes(self) -> None:
        lines = self.sample.files["checkpoints"].splitlines(True)
        notes = [b"".join(lines[at : at + 7]) for at in range(0, len(lines), 7)]
        for at in range(len(notes) - 1):
            self.expect_sample(1, checkpoints=b"".join(notes[:at] + notes[at + 1 :]))
            self.expect_sample(1, checkpoints=b"".join(notes[:at] + [notes[at + 1], notes[at]] + notes[at + 2 :]))
            self.expect_sample(1, checkpoints=b"".join(notes[: at + 1] + notes[at:]))
        self.expect_sample(3, checkpoints=b"".join(notes[:-1]))
        self.expect_sample(3, checkpoints=None)

    def test_wrong_keys(self) -> None:
        thief = Signer(b"thief").vkey(b"carabiner-audit/demo")
        self.expect(1, self.sample.files, thief, seq=0)
        self.expect(1, self.sample.files, Signer(b"root key").vkey(b"carabiner-audit/other"), seq=0)
        log = LogWriter()
        log.checkpoint(signer=Signer(b"thief"))
        self.expect(1, log.files, log.root_vkey, seq=0)
        old_key = LogWriter()
        first = old_key.key
        old_key.rotate()
        old_key.checkpoint(signer=first)
        self.expect(1, old_key.files, old_key.root_vkey, seq=2)

    def test_right_key_hash_but_wrong_signature(self) -> None:
        log = LogWriter()
        log.checkpoint()
        lines = log.files["checkpoints"].split(b"\n")
        intro, blob = lines[5].rsplit(b" ", 1)
        raw = bytearray(base64.b64decode(blob))
        raw[50] ^= 1
        lines[5] = intro + b" " + b64(bytes(raw))
        self.expect(1, log.files | {"checkpoints": b"\n".join(lines)}, log.root_vkey, seq=0)
        log.anchor = b"\n".join(lines)
        self.expect(1, log.files, log.root_vkey, log.anchor, seq=0)

    def test_the_last_note_must_be_signed_and_every_one_of_an_anchor(self) -> None:
        log = LogWriter()
        log.checkpoint(signer=None)
        blob = log.last_note.rsplit(b" ", 1)[1]
        raw = bytearray(base64.b64decode(blob))
        raw[67] ^= 1
        log.last_note = log.last_note.replace(blob, b64(bytes(raw)) + b"\n")
        log.files["checkpoints"] = log.last_note + b"\n"
        forged = log.last_note + b"\n"
        log.anchor = b""
        self.expect(1, log.files, log.root_vkey, seq=0)
        log.record()
        log.checkpoint()
        self.expect(0, log.files, log.root_vkey)
        del log.files["checkpoints"]
        self.expect(0, log.files, log.root_vkey, log.anchor)
        self.expect(1, log.files, log.root_vkey, forged + log.anchor, seq=0)

    def test_what_is_met_first_is_reported(self) -> None:
        log = LogWriter()
        log.checkpoint()
        log.record(b"message", b'{"a":1}')
        changed = log.files["segment-000001.jsonl"].replace(b'{"a":1}', b'{"a":2}')
        both = log.files | {"segment-000001.jsonl": changed, "checkpoints": log.files["checkpoints"] + b"\n" * 7}
        self.expect(1, both, log.root_vkey, seq=0)
        self.expect(1, log.files | {"segment-000001.jsonl": changed}, log.root_vkey, seq=1)
        far = LogWriter()
        for _ in range(5):
            far.record()
        far.last_note = log.last_note
        far.checkpoint()
        self.expect(1, log.files | {"checkpoints": log.files["checkpoints"] + far.last_note + b"\n"}, log.root_vkey, seq=2)

    def test_cut_tail_is_found_by_the_anchor_only(self) -> None:
        log = LogWriter()
        log.record()
        log.checkpoint()
        short = dict(log.files)
        log.record()
        log.checkpoint()
        self.expect(0, short, log.root_vkey)
        self.expect(1, short, log.root_vkey, log.anchor, seq=2)

    def test_fork_is_found_by_the_anchor(self) -> None:
        fork = LogWriter()
        fork.record(b"message", b'{"other":1}')
        fork.checkpoint()
        honest = LogWriter()
        honest.record(b"message", b'{"one":1}')
        honest.checkpoint()
        self.expect(0, fork.files, fork.root_vkey)
        self.expect(1, fork.files, fork.root_vkey, honest.anchor, seq=1)


class Secrets(Case):
    NAME = "segment-000001.secrets"

    def test_erased_or_missing(self) -> None:
        secrets = self.sample.files[self.NAME]
        self.expect_sample(0, segment_000001_secrets=erase(secrets, 0))
        self.expect_sample(0, segment_000001_secrets=erase(erase(secrets, 0), 1))
        self.expect_sample(0, segment_000001_secrets=b"\n\n" + secrets)
        self.expect_sample(0, segment_000001_secrets=None)
        self.expect_sample(0, segment_000001_secrets=b"")

    def test_unfinished_or_unreferenced(self) -> None:
        secrets = self.sample.files[self.NAME]
        self.expect_sample(0, segment_000001_secrets=secrets + b"garbage")
        self.expect_sample(0, segment_000001_secrets=secrets[:-1])
        salt, value = b"u" * 32, b"not even JSON"
        line = hashlib.sha256(salt + value).hexdigest().encode() + b" " + salt.hex().encode() + b" " + value + b"\n"
        self.expect_sample(0, segment_000001_secrets=secrets + line)
        self.expect_sample(0, segment_000007_secrets=b"of no segment\n")
        self.expect_sample(1, segment_000002_secrets=b"of a segment\n", seq=None)

    def test_interrupted_erasure(self) -> None:
        secrets = self.sample.files[self.NAME]
        first = secrets.index(b"\n")
        for done in range(1, first + 1):
            self.expect_sample(0, segment_000001_secrets=b" " * done + secrets[done:])
        self.expect_sample(0, segment_000001_secrets=b" " + secrets[1:70] + b" " * 20 + secrets[90:])
        self.expect_sample(1, segment_000001_secrets=secrets[:1] + b" " + secrets[2:])

    def test_blocks_that_never_reached_the_disk(self) -> None:
        secrets = self.sample.files[self.NAME]
        self.expect_sample(0, segment_000001_secrets=b"\0" * 100 + secrets)
        self.expect_sample(0, segment_000001_secrets=secrets[:40] + b"\0" * 40 + secrets[80:])
        self.expect_sample(0, segment_000001_secrets=b"x" * va.MAX_LINE + b"\0\n" + secrets)
        self.expect_sample(1, segment_000001_secrets=b"\0\nx\n", seq=None)

    def test_bit_flips(self) -> None:
        random.seed(5)
        secrets = self.sample.files[self.NAME]
        for at in range(len(secrets) - 1):
            bad = bytearray(secrets)
            bad[at] ^= 1 << random.randrange(8)
            starts_a_line = at == 0 or secrets[at - 1 : at] == b"\n"
            erases = bad[at] == 0 or (starts_a_line and bad[at] == ord(" "))
            self.expect_sample(0 if erases else 1, segment_000001_secrets=bytes(bad))

    def test_malformed(self) -> None:
        line = self.sample.files[self.NAME].splitlines(True)[0]
        for bad in (b"x\n", line.upper(), line[:-1] + b" \n", line.replace(b" ", b"  ", 1), line[:129] + b"\n", line[:130] + b"\n", b"\t\n", b"\r\n"):
            self.expect_sample(1, segment_000001_secrets=bad, seq=None)
        empty = hashlib.sha256(b"u" * 32).hexdigest().encode() + b" " + (b"u" * 32).hex().encode() + b" \n"
        self.expect_sample(1, segment_000001_secrets=empty)
        self.expect_sample(1, segment_000001_secrets=b" " * va.MAX_LINE + b"\n")
        self.expect_sample(0, segment_000001_secrets=b" " * (va.MAX_LINE - 1) + b"\n")


class ExampleOfThePage(Case):
    """Section 11 of the page: its files, byte for byte."""

    def setUp(self) -> None:
        super().setUp()
        with open(os.path.join(HERE, "..", "docs", "audit-format.md"), encoding="utf-8") as page:
            text = page.read()
        blocks = re.findall(r"^```([a-z0-9.-]+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.files = {name: content.encode() for name, content in blocks}
        self.vkey = self.files.pop("root.pub").strip()

    def test_is_good(self) -> None:
        self.assertEqual({"segment-000001.jsonl", "segment-000001.secrets", "checkpoints"}, set(self.files))
        self.expect(0, self.files, self.vkey)
        self.expect(3, self.files)

    def test_is_what_the_writer_here_writes(self) -> None:
        log = LogWriter(b"demo", bytes(range(32)))
        log.secret(b'"hunter2"', bytes(range(100, 132)))
        log.checkpoint()
        self.assertEqual(log.files, self.files)

    def test_every_changed_bit_is_found(self) -> None:
        for name in ("segment-000001.jsonl", "checkpoints"):
            content = self.files[name]
            for bit in range(0, 8 * len(content), 3):
                bad = bytearray(content)
                bad[bit // 8] ^= 1 << bit % 8
                torn = name == "checkpoints" and content[bit // 8 : bit // 8 + 1] == b"\n"
                self.expect(2 if torn else 1, self.files | {name: bytes(bad)}, self.vkey)


class Proofs(Case):
    def check(self, proof: bytes, vkey: Optional[bytes] = None) -> int:
        return va.verify_proof(self.put("proof", proof), va.parse_vkey(vkey or self.sample.root_vkey)).exit_code

    def test_every_record(self) -> None:
        for seq in range(len(self.sample.leaves)):
            self.assertEqual(0, self.check(self.sample.proof(seq)))

    def test_one_record_log(self) -> None:
        log = LogWriter()
        self.assertEqual(0, self.check(log.proof(0), log.root_vkey))

    def test_bit_flips(self) -> None:
        random.seed(6)
        proof = self.sample.proof(11)
        for at in range(0, len(proof), 2):
            bad = bytearray(proof)
            bad[at] ^= 1 << random.randrange(8)
            self.assertEqual(1, self.check(bytes(bad)), at)

    def test_truncated_or_extended(self) -> None:
        proof = self.sample.proof(3)
        for cut in range(1, len(proof), 13):
            self.assertEqual(1, self.check(proof[:-cut]))
        self.assertEqual(1, self.check(b""))
        self.assertEqual(1, self.check(proof + b"\n"))
        self.assertEqual(1, self.check(proof + proof[-7:]))

    def test_wrong_parts(self) -> None:
        proof = self.sample.proof(3)
        self.assertEqual(1, self.check(proof, Signer(b"thief").vkey(b"carabiner-audit/demo")))
        self.assertEqual(1, self.check(proof, Signer(b"root key").vkey(b"carabiner-audit/other")))
        self.assertEqual(1, self.check(proof.replace(b"index 3\n", b"index 4\n")))
        self.assertEqual(1, self.check(proof.replace(b"index 3\n", b"index 03\n")))
        first, second = (note + b"\n" for note in self.sample.handovers)
        self.assertEqual(1, self.check(proof.replace(first + second, second)))
        self.assertEqual(1, self.check(proof.replace(first + second, second + first)))
        self.assertEqual(1, self.check(proof.replace(first + second, first + first + second)))
        self.assertEqual(1, self.check(proof.replace(b"\nhash ", b"\nhash " + b64(bytes(32)) + b"\nhash ", 1)))
        self.assertEqual(66, va.verify_proof(self.path("nowhere"), va.parse_vkey(self.sample.root_vkey)).exit_code)

    def test_checkpoint_must_cover_the_record(self) -> None:
        log = LogWriter()
        log.record()
        head = b"carabiner-audit-proof/v1\n" + log.lines[1] + b"index 1\n\n"
        self.assertEqual(1, self.check(head + log.note(b"chain " + b64(bytes(32)), size=1) + b"\n", log.root_vkey))


CUT_TAILS = "that no tail was cut off, only an anchor that reaches the last record can show"


class CommandLine(Case):
    def run_tool(self, *arguments: str) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, timeout=60)
        self.assertNotIn("Traceback", done.stderr)
        return done.returncode, done.stdout, done.stderr

    def setUp(self) -> None:
        super().setUp()
        self.verify(self.sample.files)
        self.vkey = self.sample.root_vkey.decode()

    def test_pub_as_text_or_file(self) -> None:
        said = "GOOD: 17 records, 3 segments; every record is signed, from the first to the last; " + CUT_TAILS + "\n"
        self.assertEqual((0, said, ""), self.run_tool(self.dir, "--pub", self.vkey))
        pub = self.put("root.pub", self.sample.root_vkey + b"\n")
        anchor = self.put("anchor", self.sample.anchor)
        self.assertEqual(0, self.run_tool(self.dir, "--pub", pub, "--anchor", anchor, "--anchor", anchor)[0])
        self.assertEqual(3, self.run_tool(self.dir)[0])

    def test_wrong_usage(self) -> None:
        for arguments in ([], [self.dir, "--what"], [self.dir, "--pub"], [self.dir, "more"], [self.dir, "--pub", "nonsense"], [self.dir, "--pub", ""],
                          ["check-proof"], ["check-proof", self.dir], ["--batch", "x", self.dir], [self.dir, "--pub", self.vkey, "--pub", self.vkey],
                          ["check-proof", self.dir, "--pub", self.vkey, "--pub", self.vkey]):
            self.assertEqual(64, self.run_tool(*arguments)[0], arguments)

    def test_help_and_unreadable(self) -> None:
        code, out, _ = self.run_tool("--help")
        self.assertEqual(0, code)
        self.assertIn("examples:", out)
        code, out, _ = self.run_tool(self.path("nowhere"), "--pub", self.vkey)
        self.assertEqual(66, code)
        self.assertEqual(1, out.count("\n"))

    def test_how_far_anchors_reach(self) -> None:
        empty, anchor = self.put("empty", b""), self.put("anchor", self.sample.anchor)
        out = self.run_tool(self.dir, "--pub", self.vkey, "--anchor", empty)[1]
        self.assertTrue(out.endswith(f"; the anchor {empty} covers the first 0 of 17 records; {CUT_TAILS}\n"), out)
        out = self.run_tool(self.dir, "--anchor", empty, "--anchor", anchor)[1]
        self.assertIn("; every record is vouched for; ", out)
        self.assertTrue(out.endswith(f"; the anchor {anchor} covers the first 17 of 17 records\n"), out)

    def test_output_that_cannot_be_written(self) -> None:
        tool = f"{sys.executable} {TOOL}"
        good, batch = f"{tool} {self.dir} --pub {self.vkey}", f"{tool} --batch {self.put('cases', self.dir.encode())}"
        for command, code in [(good, 74), (f"{tool} {self.dir}", 3), (f"{tool} --help", 74), (batch, 74)]:
            for redirection in [">&-"] + ["> /dev/full"] * os.path.exists("/dev/full"):
                done = subprocess.run(["bash", "-c", f"{command} {redirection}"], capture_output=True, text=True, timeout=60)
                self.assertEqual(code, done.returncode, (command, redirection, done.stderr))
                self.assertNotIn("Traceback", done.stderr)
        for command in (good, batch):  # the reader has gone before anything was written
            script = f"exec 3> >(exec 0<&-; sleep 0); sleep 0.3; {command} >&3"
            done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
            self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_unreadable_pub(self) -> None:
        self.assertEqual(64, self.run_tool(self.dir, "--pub", "/proc/self/mem")[0])

    def test_check_proof(self) -> None:
        proof = self.put("proof", self.sample.proof(2))
        code, out, _ = self.run_tool("check-proof", proof, "--pub", self.vkey)
        self.assertEqual(0, code)
        self.assertTrue(out.startswith("GOOD: record 2"))
        self.assertEqual(1, self.run_tool("check-proof", self.put("empty", b""), "--pub", self.vkey)[0])
        self.assertEqual(66, self.run_tool("check-proof", self.path("nowhere"), "--pub", self.vkey)[0])

    def test_batch(self) -> None:
        anchor = self.put("anchor", self.sample.anchor)
        thief = Signer(b"thief").vkey(b"carabiner-audit/demo").decode()
        cases = [
            (f"{self.dir}\t{self.vkey}", "0\t\tGOOD"),
            (f"{self.dir}\t\t{anchor}", "0\t\tGOOD"),
            (self.dir, "3\t\tCONSISTENT, NOT ANCHORED"),
            (json.dumps({"dir": self.dir, "pub": self.vkey, "anchors": [anchor]}), "0\t\tGOOD"),
            (json.dumps({"dir": self.dir, "pub": thief}), "1\t0\tTAMPERED at record 0: "),
            (self.path("no\\where"), "66\t\tCANNOT BE READ"),
            ('{"dir":"a\\u0000b\\ud800"}', "66\t\tCANNOT BE READ"),
            ("{broken", "64\t\t"), ('{"dir":7}', "64\t\t"), ('{"dir":"x","anchors":7}', "64\t\t"), ("{" * 100, "64\t\t"), ("\t\t", "64\t\t"),
            (f"{self.dir}\tnonsense", "64\t\t"),
        ]
        list_file = self.put("cases", ("\n".join(case for case, _ in cases) + "\n\n").encode())
        code, out, err = self.run_tool("--batch", list_file)
        self.assertEqual((0, ""), (code, err))
        for (case, start), line in zip(cases, out.splitlines(), strict=True):
            self.assertTrue(line.startswith(start), (case, line))
            self.assertEqual(2, line.count("\t"))
        self.assertEqual(66, self.run_tool("--batch", self.path("nowhere"))[0])


if __name__ == "__main__":
    unittest.main()
