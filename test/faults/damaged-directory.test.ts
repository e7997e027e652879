import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CliHome, listeningUrl, makeCliHome, runCli, startCli } from "../support/cli.ts";
import { seededRandom } from "../support/random.ts";

/** Deliveries of the healthy log. */
const deliveries = 5;

/** Root may write everything; the commands run as nobody then. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

/** Ways to damage a file, by name. */
const damages = {
  zeros: (path) => writeFileSync(path, Buffer.alloc(sizeOf(path))),
  cut: (path) => truncateSync(path, Math.floor(sizeOf(path) / 2)),
  text: (path) => writeFileSync(path, "this is a text\n".repeat(2000)),
  "another database": (path) => {
    rmSync(path);
    using db = new DatabaseSync(path);
    db.exec("CREATE TABLE deliveries (n INTEGER); CREATE TABLE webhooks (n INTEGER)");
  },
  missing: (path) => rmSync(path),
  "read-only": (path) => chmodSync(path, 0o400),
  "a directory": (path) => {
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, "inside"), "");
  },
  "a loop of links": (path) => {
    rmSync(path);
    symlinkSync(path, path);
  },
  "a named pipe": (path) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  },
} satisfies Readonly<Record<string, (path: string) => void>>;

type Damage = keyof typeof damages;

const sizeOf = (path: string): number => lstatSync(path).size;

/** Files that are not in every directory. */
const occasional =
  "bookmarks.json webhook-names.json interface.json hub-port receiver-port reserve.draft reserve.probe search.db.suspect".split(
    " ",
  );

const files = [
  ..."deliveries.db deliveries.db-wal deliveries.db-shm deliveries.last reserve search.db search.db-wal".split(
    " ",
  ),
  ..."search.db-shm hub.db hub.db-wal hub.db-shm hub-token hub.json hub.lock".split(" "),
  ..."receiver.json receiver.lock receiver.sock".split(" "),
  ...occasional,
];

/** Commands that only read. */
const readers = {
  "deliveries ls": ["deliveries", "ls"],
  "deliveries ls --where": ["deliveries", "ls", "--where", "corpus"],
  "deliveries show": ["deliveries", "show", "3"],
  "deliveries stats": ["deliveries", "stats"],
  "deliveries export": ["deliveries", "export"],
  "deliveries backup": ["deliveries", "backup", "BACKUP"],
  "webhooks ls": ["webhooks", "ls"],
  "webhooks check": ["webhooks", "check"],
  "jobs ls": ["jobs", "ls"],
  doctor: ["doctor"],
  "store status": ["store", "status"],
} satisfies Readonly<Record<string, readonly string[]>>;

const writers = {
  "deliveries prune": ["deliveries", "prune", "--yes"],
  "webhooks create": ["webhooks", "create", "--url", "http://127.0.0.1:9/", "--watch", "org:acme"],
  trigger: ["trigger", "repo.update", "--repo", "dataset:me/corpus"],
  "hub env": ["hub", "env"],
  receive: ["receive", "--port", "0"],
  hub: ["hub", "--port", "0"],
} satisfies Readonly<Record<string, readonly string[]>>;

const commands: Readonly<Record<string, readonly string[]>> = { ...readers, ...writers };

interface Combination {
  readonly file: string;
  readonly damage: Damage;
  readonly command: string;
}

const combinations: readonly Combination[] = files.flatMap((file) =>
  (Object.keys(damages) as Damage[]).flatMap((damage) =>
    Object.keys(commands).map((command) => ({ file, damage, command })),
  ),
);

function sample(count: number): readonly Combination[] {
  const random = seededRandom(20_261_128);
  return Array.from({ length: count }, () => random.pick(combinations));
}

let healthy: CliHome;

/** Makes the directory of a receiver and a hub that were killed. */
beforeAll(async () => {
  healthy = makeCliHome();
  const { home, dataDir } = healthy;
  const receiver = startCli(["receive", "--port", "0"], { home });
  const hub = startCli(["hub", "--port", "0"], { home });
  const url = await listeningUrl(receiver);
  await listeningUrl(hub);
  for (let n = 0; n < deliveries; n += 1) {
    const body = JSON.stringify({ event: { action: "update", scope: "repo" }, corpus: n });
    await fetch(`${url}/webhooks/inbox`, { method: "POST", body });
  }
  await runCli(commands["webhooks create"] ?? [], { home });
  // The index is opened after the first response.
  const lasting = files.filter((name) => !occasional.includes(name));
  await vi.waitUntil(() => lasting.every((name) => existsSync(join(dataDir, name))), 20_000);
  for (const running of [receiver, hub]) {
    running.child.kill("SIGKILL");
    await running.ended;
  }
  for (const name of occasional) writeFileSync(join(dataDir, name), "{}");
  writeFileSync(join(dataDir, "bookmarks.json"), "[]");
});

afterAll(() => healthy.remove());

/** Copies the healthy directory, and damages one of its files. */
function damagedHome(file: string, damage: Damage): CliHome {
  const at = makeCliHome();
  mkdirSync(dirname(at.dataDir), { recursive: true });
  for (const name of readdirSync(healthy.dataDir)) {
    if (!name.endsWith(".sock"))
      cpSync(join(healthy.dataDir, name), join(at.dataDir, name), { recursive: true });
  }
  const path = join(at.dataDir, file);
  if (file.endsWith(".sock")) writeFileSync(path, "");
  damages[damage](path);
  if (nobody !== undefined) {
    for (const name of ["", ...readdirSync(at.home, { recursive: true, encoding: "utf8" })]) {
      const each = join(at.home, name);
      if (!lstatSync(each).isSymbolicLink()) chownSync(each, nobody, nobody);
    }
  }
  return at;
}

/** Runs a command until it ends, or until it listens and is told to end. */
async function run(at: CliHome, command: string) {
  const args = (commands[command] ?? []).map((arg) => (arg === "BACKUP" ? join(at.home, "backup.db") : arg));
  const running = startCli(args, { home: at.home, ...(nobody === undefined ? {} : { uid: nobody }) });
  running.child.stdin.end();
  const tooLong = setTimeout(() => running.child.kill("SIGKILL"), 25_000);
  if (command === "receive" || command === "hub") {
    await listeningUrl(running).then(
      () => running.child.kill("SIGTERM"),
      () => undefined,
    );
  }
  const result = await running.ended;
  clearTimeout(tooLong);
  return result;
}

/**
 * Content of the files that no reader may change. SQLite makes and removes the others; a command that opens a hub which
 * was killed closes it properly.
 */
function contentOf({ dataDir }: CliHome, damaged: string): ReadonlyMap<string, string> {
  const changing = damaged === "hub.db" ? /-shm$|-wal$|^hub\.json$/ : /-shm$|-wal$|^hub\.(?:json|db)$/;
  const names = readdirSync(dataDir).filter((name) => !changing.test(name));
  return new Map(names.map((name) => [name, digestOf(join(dataDir, name))]));
}

function digestOf(path: string): string {
  const found = lstatSync(path);
  return found.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : String(found.mode);
}

/** The log as SQLite reads it, and the logs that were set aside. */
function logIn({ dataDir }: CliHome) {
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  return {
    ...db.prepare("SELECT count(*) AS count FROM deliveries").get(),
    setAside: readdirSync(dataDir).filter((name) => name.startsWith("deliveries.damaged")),
  };
}

const healthyLog = { count: deliveries, setAside: [] };

/** Those that once ended with a wrong code, or did not end. */
const ended: readonly Combination[] = [
  { file: "deliveries.db", damage: "a named pipe", command: "deliveries prune" },
  { file: "deliveries.db", damage: "read-only", command: "deliveries prune" },
  { file: "deliveries.db", damage: "a loop of links", command: "deliveries backup" },
];

/** A sample; all of them take three quarters of an hour of two cores. */
const chosen = process.env["HOOKLENS_DAMAGE_ALL"] === undefined ? [...ended, ...sample(27)] : combinations;

/** Exit codes of a command that meets a damaged file; only a backup needs a log. */
const codesOf = ({ file, damage, command }: Combination): readonly number[] =>
  file === "deliveries.db" && damage === "missing" && command === "deliveries backup" ? [2] : [0, 1, 3];

test.concurrent.for(chosen)("$command with $file $damage", async (combination, { onTestFinished }) => {
  const { file, damage, command } = combination;
  const at = damagedHome(file, damage);
  onTestFinished(() => at.remove());
  const before = contentOf(at, file);
  const { code, signal, stderr } = await run(at, command);
  const after = contentOf(at, file);
  const changed = [...before.keys()].filter((name) => after.get(name) !== before.get(name));
  expect({
    code: codesOf(combination).find((each) => each === code) ?? { code, signal, stderr },
    changed: command in readers ? changed : [],
    log: file.startsWith("deliveries.db") ? healthyLog : logIn(at),
  }).toEqual({ code: expect.any(Number), changed: [], log: healthyLog });
});
