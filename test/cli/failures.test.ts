import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { makeCliHome, runCli, runInProcess } from "../support/cli.ts";
import { programFile } from "../support/program.ts";

const { home, remove } = makeCliHome();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(remove);

async function takenPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const oneLine = /^error: [^\n]+\.\n$/;

describe("a port that is taken", () => {
  it.each(["receive", "hub"])("is an error of %s when it was given", async (command) => {
    const port = await takenPort();
    const { code, stdout, stderr } = await runInProcess([command, "--port", String(port)], { home });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(new RegExp(`port ${port} .*is taken`));
    expect(stderr).toContain("choose another port");
  });

  it("is an error too when the config file gives it", async () => {
    const other = makeCliHome();
    const port = await takenPort();
    mkdirSync(join(other.configFile, ".."), { recursive: true });
    writeFileSync(other.configFile, `receiver: {port: ${port}}\n`);
    const { code, stderr } = await runInProcess(["receive"], { home: other.home });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`port ${port} is taken`) });
    other.remove();
  });
});

const commands: readonly (readonly string[])[] = [
  ["receive", "--port", "0"],
  ["hub", "--port", "0"],
  ["webhooks", "ls"],
  ["hub", "env"],
];

describe("a data directory that cannot be used", () => {
  it.each([...commands, ["deliveries", "ls"], ["deliveries", "tail"]])(
    "is one line and 3 where there is a file instead: %s %s",
    async (...args) => {
      const file = join(home, "a-file");
      writeFileSync(file, "");
      const { code, stdout, stderr } = await runInProcess([...args, "--data-dir", file], { home });
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain(file);
      expect(stderr).toContain("--data-dir");
    },
  );

  it.each([...commands, ["deliveries", "ls"], ["deliveries", "tail"], ["deliveries", "show", "1"]])(
    "is one line and 3 where a directory above it is a file: %s %s",
    async (...args) => {
      const file = join(home, "another-file");
      writeFileSync(file, "");
      const inside = join(file, "data");
      const { code, stdout, stderr } = await runInProcess([...args, "--data-dir", inside], { home });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain(`${inside} cannot be used as the data directory`);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    },
  );

  /** Root may write anywhere, so root runs the program as `nobody`, if `nobody` can read the program. */
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const readable = spawnSync(process.execPath, [programFile(), "--version"], nobody);

  it.skipIf(readable.status !== 0).each(commands)(
    "is one line and 3 where it is read-only: %s %s",
    async (...args) => {
      const other = makeCliHome();
      const readOnly = join(other.home, "read-only");
      mkdirSync(readOnly);
      if (nobody.uid !== undefined)
        for (const path of [other.home, readOnly]) chownSync(path, nobody.uid, nobody.uid);
      chmodSync(readOnly, 0o555);
      const { code, stdout, stderr } = await runCli([...args, "--data-dir", readOnly], {
        home: other.home,
        ...nobody,
      });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain(readOnly);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(readdirSync(readOnly)).toEqual([]);
      other.remove();
    },
  );
});

describe("a damaged database", () => {
  const garbage = Buffer.alloc(16_384, "this is no database ");

  it.each([
    [["deliveries", "ls"], "deliveries.db"],
    [["deliveries", "show", "1"], "deliveries.db"],
    [["deliveries", "backup", "backup.db"], "deliveries.db"],
    [["store", "status"], "deliveries.db"],
    [["webhooks", "ls"], "hub.db"],
    [["webhooks", "create", "--watch", "model:a/b", "--url", "http://127.0.0.1:1/"], "hub.db"],
  ])("is one line and 3 for %j, which leaves it where it is", async (args, name) => {
    const other = makeCliHome();
    mkdirSync(other.dataDir, { recursive: true });
    writeFileSync(join(other.dataDir, name), garbage);
    for (let time = 1; time <= 2; time += 1) {
      const { code, stdout, stderr } = await runInProcess(args, { home: other.home });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain(join(other.dataDir, name));
      expect(stderr).toContain("is damaged");
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    }
    expect(readdirSync(other.dataDir).filter((file) => file.endsWith(".db"))).toEqual([name]);
    expect(readFileSync(join(other.dataDir, name))).toEqual(garbage);
    other.remove();
  });

  it.each([[["deliveries", "prune", "--keep", "0", "--yes"], "deliveries.db", "is not an SQLite database"]])(
    "is set aside by %j, which goes on with a new one and says so",
    async (args, name, what) => {
      const other = makeCliHome();
      mkdirSync(other.dataDir, { recursive: true });
      writeFileSync(join(other.dataDir, name), garbage);
      const { code, stderr } = await runInProcess(args, { home: other.home });
      expect(code).toBe(0);
      expect(stderr).toContain(`${join(other.dataDir, name)}, which holds`);
      const kept = readdirSync(other.dataDir).filter((file) => file.includes(".damaged-"));
      expect(kept).toHaveLength(1);
      expect(stderr).toContain(`${join(other.dataDir, kept[0] ?? "")} was set aside`);
      expect(readFileSync(join(other.dataDir, kept[0] ?? ""))).toEqual(garbage);
      const doctor = await runInProcess(["doctor"], { home: other.home });
      expect(doctor.stdout).toMatch(new RegExp(`^warn {2}set aside .*${kept[0]} .*${what}`, "m"));
      other.remove();
    },
  );

  it("is found by doctor, which leaves it where it is", async () => {
    const other = makeCliHome();
    mkdirSync(other.dataDir, { recursive: true });
    writeFileSync(join(other.dataDir, "deliveries.db"), garbage);
    const { code, stdout } = await runInProcess(["doctor"], { home: other.home });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}deliveries\.db .* is damaged .*→ /m);
    expect(readFileSync(join(other.dataDir, "deliveries.db"))).toEqual(garbage);
    other.remove();
  });
});

describe("a bug", () => {
  // Throws an exception that nothing catches in the process of the program, after its guards are installed.
  const crash = `const look = () => {
    if (process.listenerCount("uncaughtException") > 0) throw new TypeError("boom \\u001b[2J");
    setImmediate(look);
  };
  look();`;
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
  };

  it("is one line with the log file's name, 70, and all about it in that file", async () => {
    const { code, stdout, stderr } = await runCli(["deliveries", "tail"], { home, env });
    const log = join(home, ".local", "state", "hooklens", "hooklens.log");
    expect(stderr).toBe(`error: boom ␛[2J (a bug; details in ${log})\n`);
    expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
    expect(readFileSync(log, "utf8")).toMatch(/ error TypeError: boom ␛\[2J\n\s+at /);
  });

  it("shows its stack with -v", async () => {
    const { code, stderr } = await runCli(["deliveries", "tail", "-v"], { home, env });
    expect(code).toBe(70);
    expect(stderr).toMatch(/^error: [^\n]+\nTypeError: boom ␛\[2J\n\s+at /);
  });
});

describe("an error of a process that can open no more files", () => {
  // Refuses every import once the guards are installed, and throws an exception that nothing catches.
  const crash = `import { registerHooks } from "node:module";
  let isRefused = false;
  registerHooks({ resolve(name, context, next) {
    if (isRefused) throw new Error("too many open files");
    return next(name, context);
  } });
  const look = () => {
    if (process.listenerCount("uncaughtException") === 0) return setImmediate(look);
    isRefused = true;
    throw new TypeError("boom \\u001b[2J");
  };
  look();`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}` };

  it("is one line with both reasons, and 70", async () => {
    const { code, stdout, stderr } = await runCli(["deliveries", "tail"], { home, env });
    expect(stderr).toBe(
      "error: TypeError: boom ?[2J (it cannot be described: Error: too many open files).\n",
    );
    expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
  });
});

describe("a data directory that was named and does not exist", () => {
  it.each([
    [["deliveries", "ls"]],
    [["deliveries", "show", "1"]],
    [["deliveries", "export"]],
    [["deliveries", "stats"]],
    [["webhooks", "ls"]],
    [["jobs", "ls"]],
  ])("is an error of usage for %j, which does not create it", async (args) => {
    const other = makeCliHome();
    const typo = join(other.home, "typo");
    const { code, stdout, stderr } = await runInProcess([...args, "--data-dir", typo], { home: other.home });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`there is no data directory ${typo}`);
    expect(existsSync(typo)).toBe(false);
    other.remove();
  });
});

it("doctor names each damaged file of the data directory", async () => {
  const other = makeCliHome();
  mkdirSync(other.dataDir, { recursive: true });
  for (const name of ["hub.db", "hub-token", "bookmarks.json", "webhook-names.json"])
    writeFileSync(join(other.dataDir, name), "this is something else ".repeat(50));
  const { code, stdout } = await runInProcess(["doctor"], { home: other.home });
  expect(code).toBe(1);
  for (const name of ["hub.db", "hub-token", "bookmarks.json", "webhook-names.json"])
    expect(stdout).toMatch(new RegExp(`^fail {2}${name} .* →`, "m"));
  other.remove();
});
