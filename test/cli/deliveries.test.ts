import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listeningUrl, makeCliHome, type RunningCli, runInProcess, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
let receiver: RunningCli;
let url = "";

const payload = {
  event: { action: "update", scope: "repo.content" },
  repo: { type: "dataset", name: "me/corpus", id: "621ffdd236468d709f18200e", private: false },
  webhook: { id: "6390e855e30d9209411de93b", version: 3 },
  updatedRefs: [{ ref: "refs/heads/main", oldSha: "0".repeat(40), newSha: "9a53552".padEnd(40, "0") }],
  note: "évil \u001b[2J and \u202e",
};

async function post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const answer = await fetch(`${url}/webhooks/inbox`, {
    method: "POST",
    headers: { "x-webhook-secret": "s", "content-type": "application/json", ...headers },
    body,
  });
  return answer.status;
}

async function startReceiver(): Promise<void> {
  receiver = startCli(["receive", "--port", "0", "--secret", "s"], { home });
  url = await listeningUrl(receiver);
}

async function stopReceiver(): Promise<void> {
  receiver.child.kill("SIGTERM");
  await receiver.ended;
}

/**
 * Statuses of the responses to deliveries: 1 valid, 2 with an ID, 3 a repetition of 2, 4 not JSON, 5 without
 * the secret.
 */
const answered: number[] = [];
beforeAll(async () => {
  await startReceiver();
  const second = JSON.stringify({ ...payload, n: 2 });
  answered.push(await post(JSON.stringify(payload)));
  answered.push(await post(second, { "webhook-id": "msg_1" }));
  answered.push(await post(second, { "webhook-id": "msg_1" }));
  answered.push(await post("not JSON"));
  answered.push((await fetch(`${url}/webhooks/inbox`, { method: "POST", body: "{}" })).status);
  // Duplicates are marked after the response.
  await vi.waitUntil(async () => (await seqs("ls", "--where", "is:duplicate")).length === 1, 20_000);
});
afterAll(async () => {
  await stopReceiver();
  remove();
});

function run(...args: readonly string[]) {
  return runInProcess(["deliveries", ...args], { home });
}

async function json(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(...args, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function seqs(...args: readonly string[]): Promise<readonly number[]> {
  return (await run(...args, "--format", "quiet")).stdout.split("\n").filter(Boolean).map(Number);
}

/** Every field of a delivery, as `docs/commands.md` promises them. */
const first = {
  seq: 1,
  receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  route: "inbox",
  method: "POST",
  path: "/webhooks/inbox",
  remote: "127.0.0.1",
  bytes: Buffer.byteLength(JSON.stringify(payload)),
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  event: { scope: "repo.content", action: "update" },
  repo: { type: "dataset", name: "me/corpus" },
  webhookId: "6390e855e30d9209411de93b",
  subject: "main@9a53552",
  auth: "ok",
  outcome: "accepted",
  schemaValid: expect.any(Boolean),
  status: 200,
  durationMs: expect.any(Number),
  replayOf: null,
  duplicateOf: null,
  edited: false,
  recovered: false,
  eventId: null,
  eventOf: 1,
  latestTry: 1,
  tries: 1,
  handledTries: 0,
  settledBy: null,
  eventState: "received",
  open: false,
  reason: null,
  bookmark: null,
  nextAttemptAt: null,
  dead: false,
};

describe("deliveries ls", () => {
  it("gives all of them, newest first, in one array", async () => {
    expect(answered).toEqual([200, 200, 200, 400, 401]);
    const rows = (await json("ls")) as readonly { seq: number }[];
    expect(rows.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
    expect(rows[4]).toEqual(first);
    expect(rows[2]).toMatchObject({ seq: 3, duplicateOf: 2 });
    expect(rows[1]).toMatchObject({ seq: 4, outcome: "rejected", status: 400, event: null, repo: null });
    expect(rows[0]).toMatchObject({
      seq: 5,
      outcome: "rejected",
      auth: "missing",
      status: 401,
      sha256: null,
      schemaValid: null,
    });
  });

  it("gives an empty array when nothing matches", async () => {
    expect(await json("ls", "--where", "route:nowhere")).toEqual([]);
  });

  it("takes a limit and a filter", async () => {
    expect(await seqs("ls", "--limit", "2")).toEqual([5, 4]);
    expect(await seqs("list", "--limit", "2")).toEqual([5, 4]);
    expect(await seqs("ls", "--where", "status:>=400")).toEqual([5, 4]);
    expect(await seqs("ls", "--where", "is:duplicate")).toEqual([3]);
    expect(await seqs("ls", "--where", "repo:dataset:me/* -is:duplicate")).toEqual([2, 1]);
    expect(await seqs("ls", "--since", "1h", "--until", "2100-01-01")).toEqual([5, 4, 3, 2, 1]);
    expect(await seqs("ls", "--until", "1h")).toEqual([]);
  });

  it("prints a table with remarks for unusual deliveries", async () => {
    const { stdout } = await run("ls");
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(
      /^SEQ +RECEIVED +STATUS +OUTCOME +ROUTE +EVENT +REPO +SUBJECT +SIZE +TOOK +REMARK$/,
    );
    expect(lines).toHaveLength(6);
    expect(lines[5]).toMatch(
      /^ +1 .* 200 {2}accepted {2}inbox {2}repo\.content\.update {2}dataset:me\/corpus {2}main@9a53552 /,
    );
    expect(lines[3]).toContain("try of 2");
    expect(lines[2]).toMatch(/ bad JSON: "not" instead of a value at 1:1$/);
    expect(lines[1]).toMatch(/ no secret$/);
  });

  it("says how many more there are", async () => {
    const { stdout, stderr } = await run("ls", "--limit", "2");
    expect(stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(stderr).toBe("2 of 5 deliveries; use --limit N to show more.\n");
  });
});

describe("deliveries stats", () => {
  it("counts events once, and refused requests apart from them", async () => {
    const { stdout } = await run("stats");
    expect(stdout).toMatch(
      /\nEvents over all their tries\n {2}events +2\n {2}handled once +0\n {2}handled more than once +0\n {2}received +2\n {2}refused requests, no event +2\n\n/,
    );
    expect(await json("stats")).toMatchObject({
      eventStates: { received: 2, handledTwice: 0, handledAfterInterruption: 0 },
    });
  });
});

describe("deliveries show", () => {
  it("adds headers, the parsed body, attempts and the response", async () => {
    const shown = (await json("show", "1")) as { headers: readonly (readonly [string, string])[] };
    expect(shown).toEqual({
      ...first,
      headers: expect.any(Array),
      body: payload,
      attempts: [],
      reason: null,
      response: {
        by: "receiver",
        status: 200,
        contentType: "application/json",
        body: { ok: true },
        truncated: false,
      },
      console: [],
    });
    expect(shown.headers).toContainEqual(["content-type", "application/json"]);
    expect(shown.headers).toContainEqual(["x-webhook-secret", "[redacted]"]);
  });

  it("lists the tries of the event to a person", async () => {
    const { stdout } = await run("show", "3");
    expect(stdout).toMatch(
      /\nremark +try of 2, one of 2 tries\n\nTries of this event\n {2}#2 \S+ accepted 200\n {2}#3 \S+ accepted 200\n\nHeaders\n/,
    );
    expect((await run("show", "1")).stdout).not.toContain("Tries of this event");
  });

  it("prints a body that is not JSON as base64", async () => {
    const shown = (await json("show", "4")) as Record<string, unknown>;
    expect(shown).not.toHaveProperty("body");
    expect(Buffer.from(String(shown["bodyBase64"]), "base64").toString()).toBe("not JSON");
  });

  it("groups failures by their reason, which each failure of a list has", async () => {
    const failures = (await json("ls", "--where", "is:failed")) as readonly { reason: string }[];
    expect(failures.map(({ reason }) => reason)).toEqual([
      "no secret",
      expect.stringContaining("bad JSON: "),
    ]);
    const [missing, broken] = [expect.objectContaining({ seq: 5 }), expect.objectContaining({ seq: 4 })];
    expect(await json("stats", "--by", "reason")).toEqual([
      { cause: "no secret", count: 1, newest: missing, oldest: missing },
      { cause: expect.stringMatching(/^bad JSON: .* at \*$/), count: 1, newest: broken, oldest: broken },
    ]);
    expect(await json("stats", "--by", "reason", "--where", "status:401")).toMatchObject([{ count: 1 }]);
    expect(await json("stats", "--by", "reason", "--until", "2026-01-01")).toEqual([]);
    const { stdout } = await run("stats", "--by", "reason");
    expect(stdout).toMatch(/^COUNT +REASON +OLDEST +NEWEST\n +1 +no secret +#5 \d/);
  });

  it("prints the reason of a refusal, the response, and missing fields of a payload", async () => {
    expect(await json("show", "5")).toMatchObject({
      schemaValid: null,
      reason: "no secret",
      response: { by: "receiver", status: 401, body: { error: "x-webhook-secret header not set." } },
    });
    const refused = (await run("show", "5")).stdout;
    expect(refused).toContain("\nreason    no secret\n");
    expect(refused).not.toContain("schema");
    expect(refused).toContain("\nResponse\n  401 by receiver, application/json\n");
    const lacking = (await run("show", "1")).stdout;
    expect(lacking).toContain("\nschema    repo.owner is missing, repo.url is missing\n");
  });

  it("shows headers and payload to a person, with hostile text made harmless", async () => {
    const { code, stdout } = await run("show", "1");
    expect(code).toBe(0);
    expect(stdout).toContain("result    accepted, status 200");
    expect(stdout).toContain("  content-type: application/json");
    expect(stdout).toContain('    "name": "me/corpus"');
    // No control, C1 or bidi characters except line feeds.
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u);
    expect((await run("show", "1", "--format", "json")).stdout).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u);
  });

  it("names the newest when there is none with that number", async () => {
    expect(await run("show", "99")).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        "error: delivery 99 does not exist (the newest is 5). Run hooklens deliveries ls to list the deliveries.\n",
    });
  });
});

describe("deliveries replay", () => {
  it("goes through the route again by the running receiver, as a new row", async () => {
    const [replay] = (await json("replay", "1")) as readonly { seq: number }[];
    expect(replay).toEqual({
      replayOf: 1,
      seq: expect.any(Number),
      outcome: "accepted",
      status: 200,
      error: null,
    });
    expect(await json("show", String(replay?.seq))).toMatchObject({ replayOf: 1, body: payload });
  });

  it("sends to a URL, and ends with 1 when that fails", async () => {
    const bodies: string[] = [];
    const target = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        bodies.push(body);
        response.writeHead(request.url === "/good" ? 201 : 500).end();
      });
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const to = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
    const good = await run("replay", "1", "--to", `${to}/good`);
    expect(good.code).toBe(0);
    expect(good.stdout).toMatch(/^Replayed 1 as \d+: handled, 201\n$/);
    const bad = await run("replay", "1", "2", "--to", `${to}/bad`, "--format", "json");
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject([
      { replayOf: 1, outcome: "failed", status: 500 },
      { replayOf: 2, outcome: "failed", status: 500 },
    ]);
    expect(bodies).toEqual([1, 1, 2].map((n) => JSON.stringify(n === 1 ? payload : { ...payload, n })));
    target.close();
  });

  it("replays the others when one of several is not there, and ends with 1", async () => {
    const { code, stdout } = await run("replay", "99", "1", "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      { replayOf: 99, seq: null, outcome: null, status: null, error: expect.stringContaining("99") },
      { replayOf: 1, seq: expect.any(Number), outcome: "accepted", status: 200, error: null },
    ]);
  });

  it("exits 3 without a receiver, but replays to a URL", async () => {
    await stopReceiver();
    const none = await run("replay", "1");
    expect(none).toMatchObject({ code: 3, stdout: "" });
    expect(none.stderr).toMatch(/^error: [^\n]*no receiver runs[^\n]*--to URL\.\n$/);
    const missing = await run("replay", "9999");
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("9999 does not exist") });
    // Port 9 has no listener: the replay gets no response.
    const refused = await run("replay", "1", "--to", "http://127.0.0.1:9/", "--format", "json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject([
      { replayOf: 1, outcome: "failed", status: null, error: expect.any(String) },
    ]);
    await startReceiver();
  });
});

describe("deliveries tail", () => {
  it("prints what comes from now on, one JSON object a line, and ends at the limit", async () => {
    const tail = startCli(
      ["deliveries", "tail", "--format", "json", "--limit", "2", "--where", "route:inbox"],
      { home },
    );
    // The command must follow the log before deliveries arrive: it does not print earlier ones.
    const posting = setInterval(() => void post(JSON.stringify({ ...payload, tail: true })), 50);
    const { code, stdout } = await tail.ended.finally(() => clearInterval(posting));
    expect(code).toBe(0);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { seq: number });
    expect(rows).toHaveLength(2);
    expect(rows[0]?.seq).toBeGreaterThan(5);
    expect(rows[1]?.seq).toBe((rows[0]?.seq ?? 0) + 1);
  });

  it("begins further back with --since", async () => {
    const { code, stdout } = await run("tail", "--since", "1h", "--limit", "4", "--format", "quiet");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "1\n2\n3\n4\n" });
  });

  it("goes on while the receiver is started again", async () => {
    const tail = startCli(["deliveries", "tail", "--since", "1h", "--format", "quiet"], { home });
    await tail.waitForLine(/^1$/);
    await stopReceiver();
    await startReceiver();
    expect(await post(JSON.stringify(payload))).toBe(200);
    const [newest] = await seqs("ls", "--limit", "1");
    await tail.waitForLine(new RegExp(`^${newest}$`));
    tail.child.kill("SIGINT");
    await tail.ended;
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends at %s with %i", async (signal, exitCode) => {
    const tail = startCli(["deliveries", "tail", "--since", "1h"], { home });
    await tail.waitForLine(/accepted/);
    tail.child.kill(signal);
    expect(await tail.ended).toMatchObject({ code: exitCode, signal: null, stderr: "" });
  });

  it("ends with 0 when its reader has gone", async () => {
    const tail = startCli(["deliveries", "tail", "--since", "1h"], { home });
    await tail.waitForLine(/accepted/);
    tail.child.stdout.destroy();
    expect(await post(JSON.stringify(payload))).toBe(200);
    expect(await tail.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  });
});
