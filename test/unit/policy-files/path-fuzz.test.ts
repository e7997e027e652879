import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { isHooklensError } from "../../../src/model/errors.ts";
import { besideKind } from "../../../src/policy-files/beside-policy.ts";
import { type FoundPolicies, findPolicies } from "../../../src/policy-files/find-policies.ts";
import { readFolderChanges } from "../../../src/policy-files/folder-changes.ts";
import { isGitProblem } from "../../../src/policy-files/git/problem.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { gitPolicies } from "../../support/policy/git-policies.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const names = [
  "a",
  "b c",
  "-rf",
  "[x]",
  "*",
  "?",
  "{a,b}",
  "it's",
  '"q"',
  "line\nbreak",
  "🦊",
  "é",
  "x.review",
  ".hidden",
  "node_modules",
  "\\",
  "!n",
  "#1",
  "@(a)",
  "%00",
  "\u202E",
  "\uFFFD",
] as const;
const endings = [
  "",
  ".yaml",
  ".yml",
  ".JSON",
  ".json",
  ".txt",
  ".yaml.review",
  ".proposal.json",
  ".proof.json",
  ".schema.json",
] as const;

/** Adds random files, directories, links, pipes and names that are not UTF-8 to a directory. */
function plant(random: Random, root: string, outside: string, folder: string, depth: number): void {
  for (let left = random.below(6) + 1; left > 0; left -= 1) {
    const path = join(folder, random.pick(names) + random.pick(endings));
    try {
      switch (random.below(10)) {
        case 0:
          symlinkSync(
            random.pick([
              outside,
              root,
              "..",
              ".",
              "nowhere",
              join(outside, "secret.yaml"),
              "a",
              "a.yaml",
              ".hidden",
              path,
            ]),
            path,
          );
          break;
        case 1:
          symlinkSync(relative(folder, join(root, random.pick(readdirSync(root)))) || ".", path);
          break;
        case 2:
          if (random.below(4) === 0) execFileSync("mkfifo", [path]);
          break;
        case 3: {
          const bytes = Buffer.concat([
            Buffer.from(`${folder}${sep}`),
            Buffer.from([0xff]),
            Buffer.from(random.pick(["", ".yaml"])),
          ]);
          mkdirSync(bytes);
          writeFileSync(Buffer.concat([bytes, Buffer.from("/in.yaml")]), "regime: 1");
          break;
        }
        case 4:
        case 5:
        case 6:
          mkdirSync(path);
          if (depth > 0) plant(random, root, outside, path, depth - 1);
          break;
        default:
          writeFileSync(path, "regime: 1", { flag: "wx" });
      }
    } catch (error) {
      // Two things with one name.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

interface Planted {
  /** Path as a walk names it. */
  readonly path: string;
  readonly real: string;
}

/** Lists the policies that lie below a directory or that its links lead to, by a walk of its own. */
function plantedIn(root: string): readonly Planted[] {
  const all: Planted[] = [];
  const seen = new Set<string>();
  walk(Buffer.from(root));
  return all;

  // Paths are bytes, because names may not be UTF-8.
  function walk(folder: Buffer): void {
    for (const name of readdirSync(folder, { encoding: "buffer" })) {
      const path = Buffer.concat([folder, Buffer.from(sep), name]);
      const text = name.toString("latin1");
      if (text.startsWith(".") || text === "node_modules" || besideKind(text) !== null) continue;
      const stats = statOf(path);
      if (stats === null) continue;
      const real = realpathSync.native(path, { encoding: "buffer" }).toString("latin1");
      const within = relative(Buffer.from(root).toString("latin1"), real);
      if (within === "" || within.split(sep).some((part) => part.startsWith("."))) continue;
      if (stats.isFile() && /\.(?:ya?ml|json)$/i.test(text)) all.push({ path: path.toString(), real });
      if (!stats.isDirectory() || seen.has(real)) continue;
      seen.add(real);
      walk(path);
    }
  }
}

function statOf(path: Buffer) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Returns the planted policies that are neither found nor below a path that is named as skipped. */
function missed(planted: readonly Planted[], { files, skipped }: FoundPolicies): readonly string[] {
  const reals = new Set(files.map((file) => Buffer.from(realpathSync(file)).toString("latin1")));
  const isNamed = (path: string) =>
    skipped.some((each) => path === each.path || path.startsWith(`${each.path}${sep}`));
  return planted.flatMap(({ path, real }) => (reals.has(real) || isNamed(path) ? [] : [path]));
}

/** Finds the policies of a path; null if that is refused with an error for the user. */
function foundOr(path: string): FoundPolicies | null {
  try {
    return findPolicies([path]);
  } catch (error) {
    if (isHooklensError(error)) return null;
    throw error;
  }
}

function plantedTree(seed: number, root: string): Random {
  const random = seededRandom(seed);
  const outside = `${root}-outside`;
  mkdirSync(root, { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.yaml"), "secret: 1");
  writeFileSync(join(root, "first.yaml"), "regime: 1");
  plant(random, root, outside, root, 3);
  return random;
}

const trees = 150;

test(`in ${trees} random trees no policy is missed without a word, and nothing outside is read`, () => {
  const wrong: unknown[] = [];
  let [looked, refused] = [0, 0];
  for (let seed = 0; seed < trees; seed += 1) {
    const root = freshDataDir("policies");
    const random = plantedTree(seed, root);
    const link = `${root}-link`;
    symlinkSync(root, link);
    const planted = plantedIn(root);
    const top = readdirSync(root).map((name) => join(root, name));
    for (const path of [
      root,
      link,
      `${root}/*`,
      `${root}/**`,
      `${root}/**/*.yaml`,
      `${root}/**/${random.pick(names)}`,
      random.pick(top),
    ]) {
      const found = foundOr(path);
      if (found === null) refused += 1;
      const files = found?.files ?? [];
      looked += files.length;
      const outside = files.filter((file) => relative(root, realpathSync(file)).startsWith(".."));
      const isGiven = top.includes(path) && !path.endsWith(`${sep}*`);
      const isPart = path.endsWith("/*.yaml");
      const expected =
        isGiven || path === link || path.includes("/**/") !== isPart
          ? []
          : planted.filter((each) => !isPart || each.path.endsWith(".yaml"));
      const lost = found === null ? (files.length > 0 ? [path] : []) : missed(expected, found);
      if ((outside.length > 0 && !isGiven) || lost.length > 0) wrong.push({ seed, path, outside, lost });
    }
  }
  expect(wrong.slice(0, 8)).toEqual([]);
  expect(looked).toBeGreaterThan(trees * 10);
  expect(refused).toBeLessThan(trees * 3);
}, 60_000);

const repositories = 6;

test(`in ${repositories} random repositories each policy that is changed or removed is reported`, async () => {
  let reported = 0;
  for (let seed = 0; seed < repositories; seed += 1) {
    const { folder, save } = await gitPolicies({});
    const root = join(folder, "policies");
    plantedTree(seed, root);
    await save();
    const planted = plantedIn(root).filter(({ path, real }) => Buffer.from(path).toString("latin1") === real);
    for (const [index, { path }] of planted.entries()) {
      if (index % 2 === 0) rmSync(path);
      else writeFileSync(path, "regime: 2");
    }
    const difference = await readFolderChanges(root, "HEAD").catch((error: unknown) => {
      if (isHooklensError(error)) return null;
      throw error;
    });
    if (difference === null) continue;
    if (isGitProblem(difference)) throw new Error(difference.why);
    const told = new Set(
      difference.changes.flatMap((change) => [change.new, change.old?.replace("HEAD:", "")]),
    );
    expect({ seed, lost: planted.filter(({ path }) => !told.has(path)) }).toEqual({ seed, lost: [] });
    reported += planted.length;
  }
  expect(reported).toBeGreaterThan(repositories);
}, 60_000);
