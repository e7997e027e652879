"""Receipts of a policy, after docs/receipts.md and with nothing of ours.

Reads from stdin {"policy": ..., "sealedAt": ...}, and writes the root and the id of the first receipt of the policy;
or {"chains": [{"lines": [...], "keys": [{"node": ..., "spki": hex}], "quorum": ... or null}]}, and writes the numbers
of the wrong lines of each.
"""

import hashlib
import json
import sys

HASHES = {"SHA-256": hashlib.sha256, "SHA3-256": hashlib.sha3_256, "SHA3-512": hashlib.sha3_512}
SECTIONS = ("meta", "regulatory_clauses", "compliance_thresholds", "receipt_chain")


def canonical(value):
    # Right for the policies of the tests: keys in ASCII, texts in NFC, numbers that Python writes as ECMAScript does.
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def receipt_id(h, prev, root, sealed_at):
    return h(b"\x03" + canonical({"prev": prev, "root": root, "sealedAt": sealed_at})).hex()


def root_of(policy, h):
    def leaf(value):
        return h(b"\x00" + canonical(value))

    def tree(leaves):
        if len(leaves) == 1:
            return leaves[0]
        k = 1
        while k * 2 < len(leaves):
            k *= 2
        return h(b"\x01" + tree(leaves[:k]) + tree(leaves[k:]))

    def link_all(leaves):
        link = b""
        for each in leaves:
            link = h(b"\x02" + link + each)
        return link

    def clause_node(clause):
        own = {key: value for key, value in clause.items() if key != "lambda_axes"}
        mappings = [leaf({"mapping": mapping}) for mapping in clause["lambda_axes"]]
        return h(b"\x01" + leaf({"clause": own}) + b"".join(mappings))

    rest = {key: value for key, value in policy.items() if key not in SECTIONS}
    clauses = policy["regulatory_clauses"]
    before = [("rest", rest), ("meta", policy["meta"])]
    after = [(name, policy[name]) for name in SECTIONS[2:]]
    names = [n for n, _ in before] + ["clause:" + c["clause_id"] for c in clauses] + [n for n, _ in after]

    def hashes(of_clause):
        return (
            [leaf({name: value}) for name, value in before]
            + [of_clause(clause) for clause in clauses]
            + [leaf({name: value}) for name, value in after]
        )

    chaining = policy["receipt_chain"]["chaining"]
    if chaining == "merkle_dag":
        return h(b"\x01" + leaf({"parts": names}) + b"".join(hashes(clause_node)))
    leaves = hashes(lambda clause: leaf({"clause": clause}))
    return tree(leaves) if chaining == "merkle_tree" else link_all(leaves)


# Ed25519, RFC 8032: points of the twisted Edwards curve in extended coordinates.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(one, other):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, i = b - a, d - c, d + c, b + a
    return e * f % P, g * i % P, f * g % P, e * i % P


def times(scalar, point):
    product = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            product = add(product, point)
        point = add(point, point)
        scalar >>= 1
    return product


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(data, signature, public):
    r, a, s = point_of(signature[:32]), point_of(public), int.from_bytes(signature[32:], "little")
    if r is None or a is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + data).digest(), "little") % ORDER
    x1, y1, z1, _ = times(s, BASE)
    x2, y2, z2, _ = add(r, times(k, a))
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


def signers_of(receipt, keys):
    """Node and key of each valid signature; None if one is not."""
    opened = {"signatures": []} if receipt["version"] == 1 else {"signatures": [], "signers": [], "digest": ""}
    header = "hooklens policy receipt %d\n" % receipt["version"]
    data = header.encode() + canonical({**receipt, **opened})
    valid = []
    for each in receipt["signatures"]:
        public = keys.get((each["node"], each["key"]))
        if public is None or not is_signed(data, bytes.fromhex(each["signature"]), public):
            return None
        valid.append((each["node"], each["key"]))
    return valid


def reached(quorum, nodes, signed):
    needed = int(quorum.split("-of-")[0])
    return needed > 0 and len({key for node, key in signed if node in nodes}) >= needed


def wrong_lines(lines, trusted, quorum):
    keys = {}
    for each in trusted:
        spki = bytes.fromhex(each["spki"])
        keys[(each["node"], hashlib.sha256(spki).hexdigest())] = spki[-32:]
    wrong, prev, force, begun = set(), None, None, quorum is not None
    for number, line in enumerate(lines, 1):
        receipt = json.loads(line)
        chain = receipt["receipt_chain"]
        h = lambda data: HASHES[receipt["algorithm"]](data).digest()
        before = force or (quorum or chain["quorum"], chain["nodes"])
        signed = signers_of(receipt, keys)
        begun = begun or signed != []
        blank = {**receipt, "digest": "", "signatures": []}
        allowed = set(chain["nodes"]) | set(before[1])
        is_right = (
            canonical(receipt).decode() == line
            and receipt["id"] == receipt_id(h, prev, receipt["root"], receipt["sealedAt"])
            and receipt["digest"] == h(b"\x04" + canonical(blank)).hex()
            and signed is not None
            and [node for node, _ in signed] == receipt["signers"]
            and all(node in allowed for node, _ in signed)
            and int(chain["quorum"].split("-of-")[0]) > 0
        )
        is_enough = signed is not None and all(
            reached(*rule, signed) for rule in (before, (chain["quorum"], chain["nodes"]))
        )
        if not is_right or (begun and not is_enough):
            wrong.add(number)
        force = (chain["quorum"], chain["nodes"]) if is_enough else before
        prev = receipt["id"]
    return sorted(wrong)


given = json.load(sys.stdin)
if "policy" in given:
    algorithm = HASHES[given["policy"]["receipt_chain"]["algorithm"]]
    hashed = lambda data: algorithm(data).digest()
    root = root_of(given["policy"], hashed).hex()
    json.dump({"root": root, "id": receipt_id(hashed, None, root, given["sealedAt"])}, sys.stdout)
else:
    json.dump([wrong_lines(each["lines"], each["keys"], each["quorum"]) for each in given["chains"]], sys.stdout)
