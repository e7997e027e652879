import { load, YAMLException } from "js-yaml";
import { lookUp, readBlob } from "../git/objects.ts";

/** A longer README has no tags to us. */
const maxReadmeBytes = 1024 * 1024;

/** The block between two lines of dashes that a README begins with; null: it has none. */
function frontMatter(readme: string): string | null {
  return /^\uFEFF?---[ \t]*\r?\n(.*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/s.exec(readme)?.[1] ?? null;
}

/** Returns the error in the metadata of a README as a sentence, or null. */
export function cardComplaint(readme: string): string | null {
  const yaml = frontMatter(readme);
  if (yaml === null) return null;
  try {
    const card = load(yaml);
    const isObject = typeof card === "object" && card !== null && !Array.isArray(card);
    return isObject || card === null || card === undefined ? null : "The metadata must be an object";
  } catch (error) {
    if (error instanceof YAMLException) return error.message;
    throw error;
  }
}

/** The tags a README gives its repo. */
export function tagsOf(readme: string): readonly string[] {
  if (cardComplaint(readme) !== null) return [];
  const card = load(frontMatter(readme) ?? "{}");
  const tags: unknown = typeof card === "object" && card !== null && "tags" in card ? card.tags : [];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

/** The tags of a repo at a commit. */
export async function readTags(gitDir: string, commit: string): Promise<readonly string[]> {
  const [readme] = await lookUp(gitDir, [`${commit}:README.md`]);
  if (readme?.type !== "blob" || readme.bytes > maxReadmeBytes) return [];
  return tagsOf((await readBlob(gitDir, readme.oid, maxReadmeBytes)).toString());
}
