import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { curlCommand } from "../../src/exports/curl.ts";
import type { DeliveryDetail, Header } from "../../src/model/delivery.ts";
import { endToEnd, secretHeader } from "../../src/model/end-to-end.ts";
import type { DeliveryReader } from "../../src/store/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { redacted } from "../../src/text/redact.ts";
import { listeningUrl, makeCliHome, type RunningCli, runInProcess, startCli } from "../support/cli.ts";
import { hostileText } from "../support/hostile-text.ts";
import { programFile } from "../support/program.ts";
import { type Random, seededRandom } from "../support/random.ts";

const { home, dataDir, remove } = makeCliHome();
const secret = "s3cret words";
const count = 200;
let receiver: RunningCli;
let url = "";
let reader: DeliveryReader;

/** Sends a request with these headers, one byte per character. */
async function send(headers: readonly Header[], body: Uint8Array): Promise<void> {
  await new Promise((resolve, reject) => {
    const posted = request(`${url}/webhooks/inbox?n=1&x=[a]{b}`, {
      method: "POST",
      headers: ["Host", new URL(url).host, "x-webhook-secret", secret, ...headers.flat()],
    });
    posted.on("error", reject);
    posted.on("response", (response) => response.resume().on("end", resolve));
    posted.end(body);
  });
}

const names = ["X-A", "x-a", "User-Agent", "Accept", "Content-Type", "X'Quote", "X-%s", "X-`id`", "Cookie2"];
const values = [
  "",
  "a",
  "it's",
  '"$HOME"',
  "`id`",
  "$(id)",
  "%s\\n",
  "@/etc/passwd",
  "a;b",
  "\u00e9\u00ff",
  "a\tb",
  "-H",
];

function hostileHeaders(random: Random): readonly Header[] {
  return Array.from({ length: random.below(5) }, (): Header => {
    const name = random.pick(names);
    return [name, random.pick(values)];
  });
}

function hostileBody(random: Random, round: number): Buffer {
  // Only the start of a large body that is not JSON is kept.
  if (round % 40 === 0)
    return Buffer.from(JSON.stringify(`${round}'é\u0000`.repeat(3000 + random.below(9000))));
  switch (random.below(4)) {
    case 0:
      return Buffer.from(JSON.stringify({ text: hostileText(random, 60) }));
    case 1:
      return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
    case 2:
      return Buffer.from(hostileText(random, 100));
    default:
      return Buffer.from(
        random.pick(["'", "@/etc/passwd", "$HOME`id`\\", "a\r\nb\n", "\ufeff{}", "-", "%s"]),
      );
  }
}

beforeAll(async () => {
  receiver = startCli(["receive", "--port", "0", "--secret", secret], { home });
  url = await listeningUrl(receiver);
  const random = seededRandom(2026);
  for (let round = 0; round < count; round += 1) {
    await send(hostileHeaders(random), hostileBody(random, round));
  }
  reader = openDeliveryReader(dataDir);
}, 60_000);
afterAll(async () => {
  await reader.close();
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  remove();
});

async function detail(seq: number): Promise<DeliveryDetail> {
  const delivery = await reader.get(seq);
  if (delivery === null) throw new Error(`no delivery ${seq}`);
  return delivery;
}

/** Expects an exit code that tells whether the receiver accepted the delivery. */
async function expectEnd(sent: Promise<unknown>, { status }: DeliveryDetail): Promise<void> {
  const code = await sent.then(
    () => 0,
    (error: unknown) => error instanceof Error && "code" in error && error.code,
  );
  expect(code).toBe(status === 200 ? 0 : 22);
}

/** Headers as curl may write them: in any order of different names, without credentials, which are not stored. */
function fieldsOf({ headers }: DeliveryDetail): readonly string[] {
  return endToEnd(headers)
    .filter(([name, value]) => value !== redacted || name.toLowerCase() === secretHeader)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted();
}

function hasCurl(): boolean {
  try {
    execFileSync("curl", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

describe("export", () => {
  test.skipIf(!hasCurl())(
    "curl lines, run by curl, repeat the body and the headers",
    async () => {
      const bin = join(home, "bin");
      execFileSync("mkdir", [bin]);
      writeFileSync(join(bin, "hooklens"), `#!/bin/sh\nexec '${process.execPath}' '${programFile()}' "$@"\n`);
      chmodSync(join(bin, "hooklens"), 0o755);
      const env = { HOME: home, PATH: `${bin}:${process.env["PATH"] ?? ""}`, WEBHOOK_SECRET: secret };
      for (let seq = 1; seq <= count; seq += 1) {
        const before = await detail(seq);
        const sent = promisify(execFile)("sh", ["-c", curlCommand(before)], { env });
        await expectEnd(sent, before);
        const after = await detail(count + seq);
        expect({
          seq,
          body: after.sha256,
          fields: fieldsOf(after),
          path: after.path,
          auth: after.auth,
        }).toEqual({
          seq,
          body: before.sha256,
          fields: fieldsOf(before),
          path: before.path,
          auth: "ok",
        });
      }
    },
    120_000,
  );

  test("an NDJSON export, imported into an empty log, gives the same deliveries", async () => {
    const file = join(home, "all.ndjson");
    const { code, stdout } = await runInProcess(["deliveries", "export", "-o", file], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+ deliveries exported to /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = makeCliHome();
    try {
      const last = await reader.lastSeq();
      const imported = await runInProcess(["deliveries", "import", file, "--format", "json"], {
        home: other.home,
      });
      expect(JSON.parse(imported.stdout)).toMatchObject({ imported: last, skipped: 0, unreadable: 0 });
      const copy = openDeliveryReader(other.dataDir);
      for (let seq = 1; seq <= last; seq += 1) expect(await copy.get(seq)).toEqual(await detail(seq));
      await copy.close();
      const again = await runInProcess(["deliveries", "import", file, "--format", "json"], {
        home: other.home,
      });
      expect(JSON.parse(again.stdout)).toMatchObject({ imported: 0, skipped: last });
    } finally {
      other.remove();
    }
  });

  test("a running receiver imports an export, too", async () => {
    const file = join(home, "one.ndjson");
    await runInProcess(["deliveries", "export", "--limit", "1", "-o", file], { home });
    const { stdout } = await runInProcess(["deliveries", "import", file, "--format", "json"], { home });
    expect(JSON.parse(stdout)).toMatchObject({ imported: 0, skipped: 1 });
  });

  test("HAR and NDJSON go to stdout; scripts go to a directory and can be run", async () => {
    const har = await runInProcess(["deliveries", "export", "--as", "har", "--limit", "3"], { home });
    expect(JSON.parse(har.stdout)).toMatchObject({ log: { version: "1.2", entries: [{}, {}, {}] } });
    const lines = await runInProcess(["deliveries", "export", "--where", "route:nowhere"], { home });
    expect(lines).toMatchObject({ code: 0, stdout: "" });
    const scripts = join(home, "scripts");
    await runInProcess(["deliveries", "export", "--as", "curl", "--limit", "2", "-o", scripts], { home });
    expect(readdirSync(scripts)).toEqual(["00000001.body", "00000001.sh", "00000002.body", "00000002.sh"]);
    expect(readFileSync(join(scripts, "00000001.body"))).toEqual(Buffer.from((await detail(1)).body));
    const missing = await runInProcess(["deliveries", "export", "--as", "curl"], { home });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("-o DIR") });
    const refused = await runInProcess(["deliveries", "export", "--as", "curl", "-o", scripts], { home });
    expect(refused.code).toBe(1);
    if (!hasCurl()) return;
    const last = await reader.lastSeq();
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    const runScript = async (seq: number, ...args: readonly string[]) => {
      const run = promisify(execFile)(join(scripts, `0000000${seq}.sh`), [...args], { env });
      await expectEnd(run, await detail(seq));
    };
    await runScript(1);
    expect((await detail(last + 1)).sha256).toBe((await detail(1)).sha256);
    await runScript(2, `${url}/webhooks/inbox`);
    expect(await detail(last + 2)).toMatchObject({
      path: "/webhooks/inbox",
      sha256: (await detail(2)).sha256,
    });
  });

  test("show --raw writes the bytes of the body", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [programFile(), "deliveries", "show", "1", "--raw"],
      { env: { HOME: home, PATH: process.env["PATH"] ?? "" }, encoding: "buffer" },
    );
    expect(stdout).toEqual(Buffer.from((await detail(1)).body));
  });

  test("diff compares two deliveries, and its exit code says whether they differ", async () => {
    expect(await runInProcess(["deliveries", "diff", "1", "1"], { home })).toMatchObject({
      code: 0,
      stdout: "No changes.\n",
    });
    const { code, stdout } = await runInProcess(["deliveries", "diff", "1", "2", "--format", "json"], {
      home,
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ seqs: [1, 2], sameBytes: false, changes: expect.any(Array) });
    expect((await runInProcess(["deliveries", "diff", "1", "99999"], { home })).stderr).toContain(
      "does not exist",
    );
  });
});

describe("stats", () => {
  test("count deliveries by outcome, route and event, with their rate", async () => {
    const { code, stdout } = await runInProcess(["deliveries", "stats", "--format", "json"], { home });
    expect(code).toBe(0);
    const stats = JSON.parse(stdout) as {
      readonly deliveries: number;
      readonly outcomes: Readonly<Record<string, number>>;
      readonly routes: unknown;
      readonly rate: readonly Readonly<Record<string, number>>[];
    };
    const last = await reader.lastSeq();
    expect(stats).toMatchObject({ deliveries: last, routes: [{ name: "inbox", count: last }] });
    expect(stats.rate).toHaveLength(60);
    for (const outcome of ["accepted", "rejected"]) {
      const sum = stats.rate.reduce((total, bucket) => total + (bucket[outcome] ?? 0), 0);
      expect(sum).toBe(stats.outcomes[outcome]);
      expect(sum).toBeGreaterThan(0);
    }
    const table = await runInProcess(["deliveries", "stats", "--where", "is:rejected"], { home });
    expect(table.stdout).toMatch(/^total +\d+ deliveries\n/);
    expect(table.stdout).toMatch(/\n {2}all +[ ▁▂▃▄▅▆▇█]{60} at most [\d,]+ in /);
    const none = await runInProcess(["deliveries", "stats", "--where", "route:none"], { home });
    expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining("0 deliveries") });
  });
});
