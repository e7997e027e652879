import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileError } from "../file-error.ts";

/** Suffixes of the files beside a database in WAL mode, which move with it. */
const companions = ["-wal", "-shm"] as const;

/** Kinds of set-aside files: a damaged log, or a damaged hub.db. */
export const setAsideKinds = ["log", "hub"] as const;
export type SetAsideKind = (typeof setAsideKinds)[number];

/** File that was set aside and may contain data that exists nowhere else. */
export interface SetAsideFile {
  /** Name in its directory. */
  readonly name: string;
  readonly path: string;
  readonly kind: SetAsideKind;
}

const patterns: Readonly<Record<SetAsideKind, RegExp>> = {
  log: /^deliveries\.damaged-.*\.db$/,
  hub: /^hub\.damaged-.*\.db$/,
};

/**
 * Renames a damaged database to `<name>.damaged-<timestamp>.db`, and its companions with it.
 * @returns the new path
 */
export function setAside(file: string, nowMs: number): string {
  const kept = setAsideName(file, nowMs);
  renameWithCompanions(file, kept);
  return kept;
}

/** Returns a free name of a set-aside database. */
export function setAsideName(file: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return freeName(join(dirname(file), `${basename(file, ".db")}.damaged-${stamp}`));
}

/**
 * Sets aside a file and a WAL that do not belong together: the file with the WAL, and a copy of the file
 * without it.
 */
export function setAsideApart(file: string, nowMs: number): readonly [withWal: string, alone: string] {
  const withWal = setAside(file, nowMs);
  const alone = freeName(withWal.replace(/(?:-\d+)?\.db$/, ""));
  copyFileSync(withWal, alone);
  return [withWal, alone];
}

function freeName(stem: string): string {
  let name = `${stem}.db`;
  for (let again = 2; existsSync(name); again++) name = `${stem}-${again}.db`;
  return name;
}

/**
 * Returns the files of a data directory that were set aside and neither imported nor deleted, sorted by name.
 * Files of one kind are sorted by time.
 */
export function listSetAside(dataDir: string): readonly SetAsideFile[] {
  return namesIn(dataDir)
    .toSorted()
    .flatMap((name) => {
      const kind = setAsideKinds.find((each) => patterns[each].test(name));
      return kind === undefined ? [] : [{ name, path: join(dataDir, name), kind }];
    });
}

/**
 * Returns the names in a data directory; none if it is missing.
 * @throws {StoreUnwritableError | StoreIoError}
 */
export function namesIn(dataDir: string): readonly string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    // A path that cannot be a directory is reported when the directory is created.
    if (error instanceof Error && "code" in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code)))
      return [];
    throw fileError(error, dataDir);
  }
}

/**
 * Adds `.imported` to the name of an imported file if it is a set-aside file, which removes it from their
 * list.
 * @returns the current path of the file
 */
export function markImported(dataDir: string, file: string): string {
  const path = realpathSync(file);
  const listed = listSetAside(dataDir).find((each) => realpathSync(each.path) === path);
  if (listed === undefined) return file;
  const imported = `${listed.path}.imported`;
  renameWithCompanions(listed.path, imported);
  return imported;
}

function renameWithCompanions(from: string, to: string): void {
  renameSync(from, to);
  for (const suffix of companions) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  }
}

/** Returns true if a file begins like an SQLite database, or cannot be read. */
function isDatabase(path: string): boolean {
  const header = Buffer.alloc(16);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, header);
    } finally {
      closeSync(file);
    }
  } catch {
    return true;
  }
  return header.toString("latin1") === "SQLite format 3\0";
}

/** Describes a set-aside file and the next step, as two sentences without their periods. */
export function describeSetAside({ path, kind }: SetAsideFile): {
  readonly what: string;
  readonly fix: string;
} {
  switch (kind) {
    case "log":
      if (!isDatabase(path)) {
        return {
          what: `${path} was set aside as a log of deliveries, but is not an SQLite database`,
          fix: `\`sqlite3 ${path} .recover\` may restore deliveries, which \`hooklens deliveries import\` then adds`,
        };
      }
      return {
        what: `${path} is a log of deliveries that was set aside`,
        fix: `Import its missing deliveries with \`hooklens deliveries import ${path}\`, or delete the file if you need none of them`,
      };
    case "hub":
      return {
        what: `${path} is a damaged hub.db that was set aside`,
        fix: `Its readable rows are in the new hub.db; \`sqlite3 ${path} .recover\` may restore more. Delete the file if nothing is missing`,
      };
  }
}
