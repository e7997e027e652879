const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether arrays and objects in a JSON text lie within each other deeper than that. Reads the bytes once and keeps nothing: a parser
 * would first make an object for each level. Stops where the answer is known.
 */
export function isDeeperThan(json: Uint8Array, maxDepth: number): boolean {
  // Not even all of its bytes would do.
  if (json.length <= maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case quote:
        for (at += 1; at < json.length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
        break;
      default:
    }
  }
  return false;
}
