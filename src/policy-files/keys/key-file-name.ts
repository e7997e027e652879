import { UsageError } from "../../model/errors.ts";

/** Most file systems take 255 bytes; what is left is for the ending, and for a name beside it while it is written. */
const longest = 200;

/**
 * The name of a node's key files, without their ending. A node's name comes from a document and may hold anything: all but ASCII
 * letters, digits, `-`, `_` and inner dots is written as %XX of its UTF-8 bytes in NFC, so that no name leads out of the folder and
 * no two are one.
 * @throws {UsageError} for a name too long for a file, an empty one, or half of a surrogate pair in it
 */
export function keyFileName(node: string): string {
  if (node === "" || !node.isWellFormed()) {
    throw new UsageError({
      what: `"${node}" is no name of a node`,
      hint: "Give the name as the policy has it in receipt_chain.nodes",
    });
  }
  const name = encodeURIComponent(node.normalize("NFC"))
    .replaceAll(/[!'()*~]/g, percent)
    .replace(/^\./, percent);
  if (name.length <= longest) return name;
  throw new UsageError({
    what: `the node's name is too long for a file (${name.length} bytes of at most ${longest} as it is written there)`,
    hint: "Give the node a shorter name in the policy",
  });
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** The node a file name is of; null: no node's. */
export function nodeOfFileName(name: string): string | null {
  try {
    const node = decodeURIComponent(name);
    return keyFileName(node) === name ? node : null;
  } catch {
    // A % that begins nothing, or bytes that are not UTF-8: `keyFileName` writes no such name.
    return null;
  }
}
