import { createHash } from "node:crypto";
import { join } from "node:path";

/** Returns the directory of a branch's revision. @param folder directory of the policies */
export function revisionFolder(dataDir: string, upstream: string, folder: string): string {
  const id = createHash("sha256").update(`${upstream}\n${folder}`).digest("hex").slice(0, 32);
  return join(dataDir, "upstream", id);
}
