import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import { makeCliHome, runCli, startCli } from "../support/cli.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { newDelivery } from "../support/new-delivery.ts";

function home() {
  const made = makeCliHome();
  onTestFinished(made.remove);
  const run = (...args: readonly string[]) => runCli(args, { home: made.home });
  return { ...made, run };
}

async function fill(dataDir: string, deliveries: number): Promise<void> {
  const log = await (await openStore({ dataDir, store: "sqlite" })).deliveries.openLog();
  const atMs = Date.now() - 3_600_000;
  await Promise.all(
    Array.from({ length: deliveries }, async (_, index) => {
      const isForwarded = index % 10 === 0;
      const { seq } = await log.append(
        newDelivery({ receivedAtMs: atMs + index, ...(isForwarded && { outcome: "pending", status: null }) }),
      );
      if (!isForwarded) return;
      const target = "http://127.0.0.1:1/";
      await log.addAttempt(seq, {
        target,
        startedAt: new Date(atMs).toISOString(),
        status: 502,
        error: null,
        durationMs: 4,
        reply: null,
      });
      await log.setOutcome(seq, {
        outcome: "failed",
        status: 502,
        durationMs: 9,
        reason: "502",
        console: ["said"],
      });
    }),
  );
  await log.close();
}

test("store commands and doctor say that no server responds, without its password, and exit with 3", async () => {
  const { run } = home();
  const store = ["--store", "nats://me:hunter-2@127.0.0.1:1"];
  for (const command of ["init", "status", "bench"]) {
    const { code, stdout, stderr } = await run("store", command, ...store);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^error: nats:\/\/127\.0\.0\.1:1 cannot be reached \(/);
  }
  const { code, stdout } = await run("doctor", ...store);
  expect(code).toBe(1);
  expect(stdout).toMatch(/fail {2}store +nats:\/\/127\.0\.0\.1:1 cannot be reached/);
  const { stdout: settings } = await run("config", ...store);
  expect(settings).toContain("nats://127.0.0.1:1");
  expect(stdout + settings).not.toContain("hunter-2");
});

test.each([
  ["nats://one:port", "a host or port is invalid"],
  ["nats://me@one", "it has a user without a password"],
  ["nats://one/a.b", "the name of the log"],
  ["nats://one?x=1", 'there is no parameter "x"'],
])("the address %s is wrong usage, and the error names the part", async (store, message) => {
  const { run, writeConfig } = home();
  const { code, stderr } = await run("store", "status", "--store", store);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  writeConfig(`store: ${store}\n`);
  const fromFile = await run("store", "status");
  expect(fromFile).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test.skipIf(natsServerFile === null)("a NATS store is created, reported and measured", async () => {
  const server = await startNatsServer();
  const { run } = home();
  const store = ["--store", `${server.url}/team`];
  expect(await run("store", "status", ...store)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("Run hooklens store init"),
  });
  const created = await run("store", "init", "--max-age", "7d", "--max-ack-pending", "50", ...store);
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining("created  team_deliveries") });

  const shorter = ["store", "init", "--max-age", "1d", "--max-ack-pending", "60", ...store] as const;
  expect(await run(...shorter)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("(--max-age from 7 d to 1 d), and there is no terminal to ask on"),
  });
  const planned = await run(...shorter, "--dry-run");
  expect(planned.stdout).toContain(
    "changes  --max-age from 7 d to 1 d\nchanges  --max-ack-pending from 50 to 60",
  );
  const changed = await run("store", "init", "--max-ack-pending", "51", ...store);
  expect(changed.stdout).toContain("changed  --max-ack-pending from 50 to 51");
  await run("store", "init", "--max-ack-pending", "50", ...store);

  const status = await run("store", "status", ...store);
  expect(status.code).toBe(0);
  expect(status.stdout).toMatch(/team_deliveries +0 .* 7 d .* 1\/1 +n1/);
  expect(status.stdout).toContain("the queue stalls at 50");
  expect(status.stdout).toContain("only if the server has sync_interval: always");
  const doctor = await run("doctor", ...store);
  expect(doctor.stdout).toMatch(/ok {4}store +nats:.*, server n1, nats-server \d/);
  expect(doctor.stdout).toMatch(/ok {4}guarantee +a 2xx survives/);

  const bench = await run("store", "bench", "--seconds", "1", "--format", "json", ...store);
  expect(JSON.parse(bench.stdout)).toMatchObject({ failures: 0, inFlight: 64 });
  const monitored = await fetch(`${server.monitorUrl}/jsz?streams=true`);
  const names = (await monitored.text()).match(/"name": "[^"]*deliveries"/g);
  expect(names).toEqual(['"name": "team_deliveries"']);
});

test.skipIf(natsServerFile === null)(
  "a migration to NATS is resumed after kill -9, and leads back",
  async () => {
    const server = await startNatsServer();
    const { home: directory, dataDir, run } = home();
    const url = `${server.url}/team`;
    await run("store", "init", "--store", url);
    await fill(dataDir, 2_000);

    const killed = startCli(["store", "migrate", "--to", url], { home: directory });
    const stored = async (): Promise<number> => {
      const { stdout } = await run("store", "status", "--format", "json", "--store", url);
      return JSON.parse(stdout).parts[0].messages as number;
    };
    await expect.poll(stored, { interval: 50 }).toBeGreaterThan(0);
    killed.child.kill("SIGKILL");
    await killed.ended;

    const resumed = await run("store", "migrate", "--to", url, "--format", "json");
    expect(resumed.stderr).toBe("");
    const there = JSON.parse(resumed.stdout);
    expect(there).toMatchObject({
      isEqual: true,
      source: { deliveries: 2_000 },
      target: { deliveries: 2_000 },
    });
    expect(await stored()).toBe(2_000);

    const back = await run(
      "store",
      "migrate",
      "--from",
      url,
      "--data-dir",
      `${dataDir}-2`,
      "--format",
      "json",
    );
    expect(JSON.parse(back.stdout)).toMatchObject({ copied: 2_000, isEqual: true, source: there.source });
    expect(await run("store", "migrate", "--to", url, "--store", url)).toMatchObject({ code: 2 });
  },
  60_000,
);

test.skipIf(natsServerFile === null)(
  "--since says how far back the first copy begins",
  async () => {
    const server = await startNatsServer();
    const { home: directory, dataDir, run } = home();
    const url = `${server.url}/team`;
    await run("store", "init", "--store", url);
    await fill(dataDir, 10);
    await run("store", "migrate", "--to", url);
    // A copy begins by the time at which the servers stored a message, here that of the migration.
    const listed = async (since: string, copy: string): Promise<number> => {
      const options = ["--format", "json", "--store", url, "--data-dir", join(directory, copy)];
      const { stdout } = await runCli(["deliveries", "ls", ...options], {
        home: directory,
        env: { HOOKLENS_SINCE: since },
      });
      expect(existsSync(join(directory, copy, "nats-team"))).toBe(true);
      return (JSON.parse(stdout) as readonly unknown[]).length;
    };
    expect(await listed("1ms", "now")).toBe(0);
    expect(await listed("1h", "hour")).toBe(10);
    // A copy that begins too late is made anew.
    expect(await listed("1h", "now")).toBe(10);
    const { code, stderr } = await runCli(["deliveries", "ls"], {
      home: directory,
      env: { HOOKLENS_SINCE: "x" },
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("HOOKLENS_SINCE") });
  },
  60_000,
);
