import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type BlobReader, createBlobReader } from "./blob-reader.ts";
import { listRenames, type RenamedEntry } from "./list-renames.ts";
import { listRevision } from "./list-revision.ts";
import { type GitProblem, isGitProblem } from "./problem.ts";
import {
  findRepository,
  gitDirIn,
  headStamp,
  indexStamp,
  pathInRepository,
  refStamp,
  type Repository,
} from "./repository.ts";
import { resolveRevision } from "./resolve-revision.ts";
import {
  findInRevision,
  type Listing,
  listThroughLinks,
  namedFolderInRepository,
  type RevisionTree,
} from "./revision-tree.ts";

/** Content of a file in a revision. */
export interface FileVersion {
  /** Hash of the content. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** True if it is the current content of the file. */
  readonly isSame: boolean;
  /**
   * Renamed path of the file in the revision, relative to its present directory, if git finds one; otherwise null.
   */
  readonly renamedFrom: string | null;
}

/** Reader of versions of files. Lists a directory once per commit, and reads all contents in one process. */
export interface FileVersions {
  /**
   * Looks for repositories and new commits, without running git.
   * @param folders directories of the files, the outermost first
   * @returns directories that change with a commit
   */
  look(folders: readonly string[]): readonly string[];
  /**
   * Reads a file in a revision.
   * @param current content of the file now; null if unknown
   */
  read(path: string, revision: string, current: Uint8Array | null): Promise<FileVersion | GitProblem>;
  /** Returns the file names in a directory of a revision, with subdirectories; empty without a repository. */
  list(folder: string, revision: string): Promise<readonly string[]>;
  /**
   * Returns the former path of a file in a revision, relative to its directory, if git finds a rename; otherwise
   * null.
   */
  renamedFrom(path: string, revision: string): Promise<string | null>;
  /** Returns a text that identifies the content of the file in the revision. */
  stamp(path: string, revision: string): Promise<string>;
  close(): void;
}

/** Directory whose files are listed together. */
interface Place {
  readonly folder: string;
  readonly isRecursive: boolean;
  readonly repository: Repository | null;
  /** Path in the repository, as named by the user: links are followed once for all files. */
  readonly named: string;
  /** Text that changes with every commit. */
  readonly stamp: string;
}

/** Maximum number of cached contents, each of at most 10 MB. */
const maxContents = 4;

/** Creates a reader. */
export function createFileVersions(): FileVersions {
  const roots = new Stamped<Promise<string | GitProblem>>();
  const listings = new Stamped<Promise<Listing>>();
  const renames = new Stamped<Promise<ReadonlyMap<string, RenamedEntry>>>();
  const readers = new Map<string, BlobReader>();
  /** Recent contents by hash: a trial reads the same version with each change. */
  const contents = new Map<string, Uint8Array>();
  let places = new Map<string, Place>();
  /** Stamps of revisions since the last look. */
  let revisionStamps = new Map<string, string>();

  /** Returns a text that changes when a revision points to another commit. */
  function stampOf(repository: Repository, revision: string): string {
    const key = `${revision}\0${repository.top}`;
    const known = revisionStamps.get(key) ?? refStamp(repository, revision);
    revisionStamps.set(key, known);
    return known;
  }

  /** @param stamp text that changes with every commit */
  function treeOf(repository: Repository, revision: string, stamp: string): RevisionTree {
    const { top } = repository;
    const whole = `${stamp}\n${stampOf(repository, revision)}`;
    const root = () =>
      roots.get([revision, top].join("\0"), whole, () => resolveRevision(top, revision, "tree"));
    return {
      list: (folder, isRecursive) =>
        listings.get([revision, isRecursive, top, folder].join("\0"), whole, async () => {
          const tree = await root();
          return typeof tree === "string" ? listRevision(repository, tree, folder, isRecursive) : tree;
        }),
      read: (id) => contentOf(repository, id),
    };
  }

  function renamesOf(repository: Repository, revision: string) {
    const key = `${revision}\0${repository.top}`;
    const stamp = `${indexStamp(repository)}\n${stampOf(repository, revision)}`;
    return renames.get(key, stamp, () => listRenames(repository, revision));
  }

  /** Lists the directory of an unscanned file alone. */
  async function entryOf(path: string, revision: string) {
    const place = places.get(dirname(path)) ?? placeOf(dirname(path), false);
    const { folder, isRecursive, repository, named } = place;
    if (repository === null) return noRepository;
    const tree = treeOf(repository, revision, place.stamp);
    const listing = await tree.list(named, isRecursive);
    if (isGitProblem(listing)) return listing;
    const entry = listing.get(relative(folder, path).replaceAll(sep, "/"));
    if (entry?.kind === "file") return { repository, entry, renamedFrom: null };
    // The revision's links decide, because those of the work tree may lead elsewhere now.
    const followed = await findInRevision(path, repository.top, tree);
    if (followed !== null) {
      return isGitProblem(followed)
        ? { ...followed, why: `${followed.why} in ${revision}` }
        : { repository, entry: followed.entry, renamedFrom: null };
    }
    const renamed = (await renamesOf(repository, revision)).get(pathInRepository(path));
    if (renamed === undefined) return missing(revision);
    return { repository, entry: renamed, renamedFrom: fromFolder(path, repository, renamed) };
  }

  /** Last read, after which the next one starts. */
  let reading: Promise<unknown> = Promise.resolve();

  function contentOf(repository: Repository, id: string): Promise<Uint8Array | GitProblem> {
    const content = reading.then(() => readContent(repository, id));
    reading = content;
    return content;
  }

  async function readContent({ top }: Repository, id: string): Promise<Uint8Array | GitProblem> {
    const known = contents.get(id);
    if (known !== undefined) return known;
    const reader = readers.get(top) ?? createBlobReader(top);
    readers.set(top, reader);
    const bytes = await reader.read(id);
    if (isGitProblem(bytes)) return bytes;
    contents.set(id, bytes);
    const [oldest] = contents.keys();
    if (contents.size > maxContents && oldest !== undefined) contents.delete(oldest);
    return bytes;
  }

  return {
    look(folders) {
      const [root] = folders;
      const found = new Map<string, Place>();
      for (const folder of folders) {
        const outer = folder === root || gitDirIn(folder) !== null ? undefined : found.get(dirname(folder));
        found.set(folder, outer ?? placeOf(folder, true));
      }
      places = found;
      revisionStamps = new Map();
      const repositories = [...new Set(found.values())].flatMap(({ repository }) => repository ?? []);
      return [...new Set(repositories.map(({ gitDir }) => gitDir))];
    },
    async read(path, revision, current) {
      const found = await entryOf(path, revision);
      if (isGitProblem(found)) return found;
      const { renamedFrom } = found;
      const { id, kind } = found.entry;
      if (kind !== "file") return { kind: "not-a-file", why: `it is a ${kind} in ${revision}` };
      if (current !== null && blobId(current, id) === id) {
        return { id, bytes: current, isSame: true, renamedFrom };
      }
      const bytes = await contentOf(found.repository, id);
      return isGitProblem(bytes)
        ? { ...bytes, why: `${bytes.why} in ${revision}` }
        : { id, bytes, isSame: false, renamedFrom };
    },
    async list(folder, revision) {
      const place = places.get(folder) ?? placeOf(folder, true);
      if (place.repository === null) return [];
      const { repository, stamp } = place;
      return listThroughLinks(folder, repository.top, treeOf(repository, revision, stamp));
    },
    async renamedFrom(path, revision) {
      const found = await entryOf(path, revision);
      return isGitProblem(found) ? null : found.renamedFrom;
    },
    async stamp(path, revision) {
      const found = await entryOf(path, revision);
      return isGitProblem(found) ? found.kind : `${found.entry.id} ${found.renamedFrom ?? ""}`;
    },
    close() {
      for (const reader of readers.values()) reader.close();
    },
  };
}

/** Values that are kept while their stamps are the same. */
class Stamped<Value> {
  readonly #known = new Map<string, { readonly stamp: string; readonly value: Value }>();

  get(key: string, stamp: string, read: () => Value): Value {
    const known = this.#known.get(key);
    if (known?.stamp === stamp) return known.value;
    const value = read();
    this.#known.set(key, { stamp, value });
    return value;
  }
}

const noRepository: GitProblem = { kind: "no-repository", why: "it is not in a git repository" };

function missing(revision: string): GitProblem {
  const why = revision === "HEAD" ? "it is new: HEAD does not have it" : `${revision} does not have it`;
  return { kind: "not-in-revision", why };
}

function fromFolder(path: string, { top }: Repository, { from }: RenamedEntry): string {
  return relative(realpathSync(dirname(path)), join(top, from));
}

function placeOf(folder: string, isRecursive: boolean): Place {
  const repository = findRepository(folder);
  const place = { folder, isRecursive, repository };
  if (repository === null) return { ...place, named: "", stamp: "" };
  return {
    ...place,
    named: namedFolderInRepository(folder, repository.top),
    stamp: headStamp(repository),
  };
}

/** Returns git's hash of a content, with the algorithm of another hash. */
function blobId(content: Uint8Array, like: string): string {
  return createHash(like.length === 40 ? "sha1" : "sha256")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex");
}
