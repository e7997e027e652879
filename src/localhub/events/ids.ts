import { createHash, randomBytes } from "node:crypto";

/** Generates ids for new objects; a parameter to make sample payloads reproducible. */
export interface Ids {
  /** 24 hex digits, as the Hub's object ids are. */
  objectId(): string;
  /** 40 hex digits, as a git commit has. */
  sha(): string;
}

export const randomIds: Ids = {
  objectId: () => randomBytes(12).toString("hex"),
  sha: () => randomBytes(20).toString("hex"),
};

/** Derives an id from a name. */
export function idOfName(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}
