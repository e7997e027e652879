import { HTTPException } from "hono/http-exception";
import { RefMovedError } from "../git/errors.ts";
import { authorOf } from "../git/git-environment.ts";
import { isRefName, mainRef } from "../git/ref-names.ts";
import { moveRefs, resolveRevision, type RefMove } from "../git/refs.ts";
import { writeTagObject } from "../git/tag-object.ts";
import { alreadyThere, badRequest, revisionNotFound } from "./repo-refusals.ts";
import type { Repo } from "./repo.ts";
import type { Repos } from "./repos.ts";

/** Someone's wish about a repo: which, and where they reached the hub. */
export interface RepoAt {
  readonly repos: Repos;
  readonly repo: Repo;
  readonly endpoint: string;
}

/** @throws {HTTPException} 409: a ref is elsewhere, or another's name is in its way (`a` and `a/b`) */
export async function moveRefsOrRefuse(gitDir: string, moves: readonly RefMove[]): Promise<void> {
  try {
    await moveRefs(gitDir, moves);
  } catch (error) {
    if (error instanceof RefMovedError) throw alreadyThere(error.message);
    throw error;
  }
}

/** @throws {HTTPException} 404 with `X-Error-Code: RevisionNotFound` */
export async function commitOf(gitDir: string, revision: string): Promise<string> {
  const commit = await resolveRevision(gitDir, revision);
  if (commit === null) throw revisionNotFound(revision);
  return commit;
}

/** Makes a branch where a revision is. @throws {HTTPException} 400, 404, 409 */
export async function createBranch(
  { repos, repo, endpoint }: RepoAt,
  branch: string,
  startingPoint: string,
): Promise<void> {
  const ref = refOfName("heads", branch);
  await repos.changeRefs(repo, endpoint, async (refs) => {
    if (refs[ref] !== undefined) throw alreadyThere("Reference already exists");
    const to = await commitOf(repo.gitDir, startingPoint);
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from: null, to }]);
  });
}

/** @throws {HTTPException} 403 for main, 404 */
export async function deleteBranch(at: RepoAt, branch: string): Promise<void> {
  const ref = refOfName("heads", branch);
  if (ref === mainRef) throw new HTTPException(403, { message: `Cannot delete ${mainRef}` });
  await deleteRef(at, ref);
}

/** Makes a tag where a revision is; one with a message is an object of its own, as git has it. @throws {HTTPException} 400, 404, 409 */
export async function createTag(
  { repos, repo, endpoint }: RepoAt,
  tag: { readonly name: string; readonly revision: string; readonly message: string },
  account: string,
  atMs: number,
): Promise<void> {
  const { name, revision, message } = tag;
  const ref = refOfName("tags", name);
  await repos.changeRefs(repo, endpoint, async (refs) => {
    const commit = await commitOf(repo.gitDir, revision);
    if (refs[ref] !== undefined) throw alreadyThere("Tag reference exists already");
    const author = authorOf(account);
    const to =
      message === "" ? commit : await writeTagObject(repo.gitDir, { name, commit, message, author, atMs });
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from: null, to }]);
  });
}

/** @throws {HTTPException} 404 */
export async function deleteTag(at: RepoAt, tag: string): Promise<void> {
  await deleteRef(at, refOfName("tags", tag));
}

async function deleteRef({ repos, repo, endpoint }: RepoAt, ref: string): Promise<void> {
  await repos.changeRefs(repo, endpoint, async (refs) => {
    const from = refs[ref];
    if (from === undefined) throw revisionNotFound(ref, "Reference does not exist");
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from, to: null }]);
  });
}

function refOfName(kind: "heads" | "tags", name: string): string {
  if (!isRefName(name) || name.startsWith("refs/")) {
    throw badRequest(`Invalid reference for a ${kind === "heads" ? "branch" : "tag"}: ${name}`);
  }
  return `refs/${kind}/${name}`;
}
