import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A secret as it may have been written: by itself, within JSON, and encoded. */
export function writtenForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Within a longer text Base64 depends on what stands before: each of the three ways, without its uncertain ends.
  const within = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(before === 0 ? 0 : before + 1, -4),
  );
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString("latin1"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...within,
  ];
}

/** The paths of the files under a directory that have one of the texts in them, as bytes. */
export function filesWith(directory: string, texts: readonly string[]): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => {
      const content = readFileSync(path);
      return texts.some((text) => content.includes(text));
    });
}
