import { load, YAMLException } from "js-yaml";
import { lookUp, readBlob } from "../git/objects.ts";

/** Maximum size of a README, in bytes; the tags of a larger one are ignored. */
const maxReadmeBytes = 1024 * 1024;

/** Returns the block between the two lines of dashes at the start of a README, or null. */
function frontMatter(readme: string): string | null {
  return /^\uFEFF?---[ \t]*\r?\n(.*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/s.exec(readme)?.[1] ?? null;
}

/** Returns the error in the metadata of a README, or null. */
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

/** Returns the tags in the metadata of a README; none if the metadata is invalid. */
export function tagsOf(readme: string): readonly string[] {
  if (cardComplaint(readme) !== null) return [];
  const card = load(frontMatter(readme) ?? "{}");
  const tags: unknown = typeof card === "object" && card !== null && "tags" in card ? card.tags : [];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

/** Returns the tags in the README of a commit; none without a README. */
export async function readTags(gitDir: string, commit: string): Promise<readonly string[]> {
  const [readme] = await lookUp(gitDir, [`${commit}:README.md`]);
  if (readme?.type !== "blob" || readme.bytes > maxReadmeBytes) return [];
  return tagsOf((await readBlob(gitDir, readme.oid, maxReadmeBytes)).toString());
}
