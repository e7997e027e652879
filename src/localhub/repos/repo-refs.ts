import { RefMovedError, refusals } from "../errors.ts";
import { isRefName, mainRef, moveRefs, type RefMove, resolveRevision } from "../git/refs.ts";
import { authorOf } from "../git/run-git.ts";
import { writeTagObject } from "../git/write-objects.ts";
import type { Repo } from "./repo.ts";
import type { Repos } from "./repos.ts";

/** A repo, and the address of the hub as the client reached it. */
export interface RepoAt {
  readonly repos: Repos;
  readonly repo: Repo;
  readonly endpoint: string;
}

/**
 * Moves all refs or none.
 * @throws {RefusedError} 409: a ref is not at its `from`, or its name conflicts with another (`a` and `a/b`)
 */
export async function moveRefsOrRefuse(gitDir: string, moves: readonly RefMove[]): Promise<void> {
  try {
    await moveRefs(gitDir, moves);
  } catch (error) {
    if (error instanceof RefMovedError) throw refusals.alreadyExists(error.message);
    throw error;
  }
}

/** Resolves a revision to its commit. @throws {RefusedError} 404 with `X-Error-Code: RevisionNotFound` */
export async function commitOf(gitDir: string, revision: string): Promise<string> {
  const commit = await resolveRevision(gitDir, revision);
  if (commit === null) throw refusals.revisionNotFound(revision);
  return commit;
}

/**
 * Creates a branch at a revision.
 * @throws {RefusedError} 400 invalid name, 404 no such revision, 409 the branch exists
 */
export async function createBranch(
  { repos, repo, endpoint }: RepoAt,
  branch: string,
  startingPoint: string,
): Promise<void> {
  const ref = refOfName("heads", branch);
  await repos.changeRefs(repo, endpoint, async (refs) => {
    if (refs[ref] !== undefined) throw refusals.alreadyExists("Reference already exists");
    const to = await commitOf(repo.gitDir, startingPoint);
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from: null, to }]);
  });
}

/**
 * Deletes a branch.
 * @throws {RefusedError} 400 invalid name, 403 main, 404 no such branch
 */
export async function deleteBranch(at: RepoAt, branch: string): Promise<void> {
  const ref = refOfName("heads", branch);
  if (ref === mainRef) throw refusals.mainNotDeletable(mainRef);
  await deleteRef(at, ref);
}

/**
 * Creates a tag at a revision: an annotated tag if the message is not empty.
 * @throws {RefusedError} 400 invalid name, 404 no such revision, 409 the tag exists
 */
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
    if (refs[ref] !== undefined) throw refusals.alreadyExists("Tag reference already exists");
    const author = authorOf(account);
    const to =
      message === "" ? commit : await writeTagObject(repo.gitDir, { name, commit, message, author, atMs });
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from: null, to }]);
  });
}

/**
 * Deletes a tag.
 * @throws {RefusedError} 400 invalid name, 404 no such tag
 */
export async function deleteTag(at: RepoAt, tag: string): Promise<void> {
  await deleteRef(at, refOfName("tags", tag));
}

async function deleteRef({ repos, repo, endpoint }: RepoAt, ref: string): Promise<void> {
  await repos.changeRefs(repo, endpoint, async (refs) => {
    const from = refs[ref];
    if (from === undefined) throw refusals.referenceNotFound();
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from, to: null }]);
  });
}

function refOfName(kind: "heads" | "tags", name: string): string {
  if (!isRefName(name) || name.startsWith("refs/")) {
    throw refusals.badRequest(`Invalid reference for a ${kind === "heads" ? "branch" : "tag"}: ${name}`);
  }
  return `refs/${kind}/${name}`;
}
