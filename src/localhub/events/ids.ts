import { createHash, randomBytes } from "node:crypto";

/** Makes the ids of things that are new with an event; a parameter, so that sample payloads are the same every time. */
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

/** The id of something that has a name: the same name has the same id in every event. */
export function idOfName(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}
