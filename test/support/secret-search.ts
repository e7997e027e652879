import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the forms in which a secret may be written: literal, in JSON, and encoded. */
export function writtenForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // In a longer text, Base64 depends on the offset: all three forms, without their ambiguous ends.
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

/** Returns the paths of the files in a directory that contain one of the texts as bytes. */
export function filesWith(directory: string, texts: readonly string[]): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => {
      const content = readFileSync(path);
      return texts.some((text) => content.includes(text));
    });
}
