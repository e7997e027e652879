import { refusals } from "../errors.ts";

/** Owners whose repos would have the addresses of something else. */
const reservedOwners = new Set(["api", "datasets", "spaces", "models", "hooklens", "jobs", "settings"]);

/**
 * Refuses a name the Hub's own tools would (`validate_repo_id` of huggingface_hub), and one whose addresses are taken.
 * @param name `owner/name`
 * @throws {RefusedError} 400
 */
export function assertRepoName(name: string): void {
  const [owner = "", own = "", ...rest] = name.split("/");
  if (rest.length > 0 || !isPart(owner) || !isPart(own)) {
    throw refusals.badRequest(
      `"name" must be owner/name, each of at most 96 letters, digits, "-", "_" and ".", without "--" or "..", not beginning or ending with "-" or "." and not ending with ".git"`,
    );
  }
  if (reservedOwners.has(owner.toLowerCase())) throw refusals.badRequest(`"${owner}" cannot own repos`);
}

function isPart(text: string): boolean {
  return /^(?![-.])[\w.-]{1,96}(?<![-.])$/.test(text) && !/--|\.\./.test(text) && !/\.git$/i.test(text);
}
