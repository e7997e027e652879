// Writes the picture of the rooms in docs/architecture.md, drawn from the imports of src.
import { readFileSync, writeFileSync } from "node:fs";
import { roomOf, sourceFiles } from "../test/support/source-files.ts";

export const architectureFile = new URL("../docs/architecture.md", import.meta.url);

const picture = /(?<=<!-- rooms: [^\n]*-->\n\n```mermaid\n)[\s\S]*?(?=```\n)/;

/** Returns a text of docs/architecture.md with the picture of the rooms as they are. */
export function withRoomPicture(text: string): string {
  if (!picture.test(text)) throw new Error("docs/architecture.md has no place for the picture of the rooms");
  return text.replace(picture, `flowchart TD\n${arrows().join("\n")}\n`);
}

/** Returns an arrow for each import between rooms, without those that a longer path implies. */
function arrows(): readonly string[] {
  const imports = new Map<string, Set<string>>();
  for (const { room, imports: all } of sourceFiles) {
    const targets = imports.get(room) ?? new Set();
    imports.set(room, targets);
    for (const { target } of all) {
      if (target !== null && roomOf(target) !== room) targets.add(roomOf(target));
    }
  }
  const reaches = (from: string, to: string): boolean =>
    [...(imports.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...imports].flatMap(([room, targets]) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => other !== target && reaches(other, target)))
      .toSorted()
      .map((target) => `  ${room} --> ${target}`),
  );
}

if (import.meta.main)
  writeFileSync(architectureFile, withRoomPicture(readFileSync(architectureFile, "utf8")));
