import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeHeldBytes } from "../../../src/receiver/held-bytes.ts";
import { openProgram, type ProgramOptions } from "../../../src/receiver/programs/program-action.ts";
import { notRepeated } from "../../../src/receiver/responses.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { openReceiver, type OpenReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";

interface ProgramReceiver extends OpenReceiver {
  /** Sends a body to the route of the program. */
  send(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  readonly lines: readonly string[];
}

async function receiverWith(
  words: readonly string[],
  options: Partial<ProgramOptions> = {},
): Promise<ProgramReceiver> {
  const lines: string[] = [];
  const program = openProgram(
    { route: "train", words },
    {
      inherited: { allowed: [], known: () => [] },
      timeoutMs: 60_000,
      held: makeHeldBytes(),
      onLine: (line) => lines.push(line),
      ...options,
    },
  );
  onTestFinished(() => program.close(0));
  const receiver = await openReceiver({ routes: [{ name: "train", action: program.action }] });
  return {
    ...receiver,
    lines,
    send: (body, headers = {}) => fetch(`${receiver.url}/webhooks/train`, { method: "POST", body, headers }),
  };
}

const shell = (script: string): readonly string[] => ["sh", "-c", script];

const payload =
  '{"event": {"action": "update", "scope": "repo"}, "repo": {"type": "dataset", "name": "me/corpus"}}';

/** Prints what a program gets, as JSON. */
const printAll = [
  process.execPath,
  "-e",
  `const { readFileSync, statSync } = require("node:fs");
const { WEBHOOK_PAYLOAD_FILE: file, ...env } = process.env;
console.log(JSON.stringify({
  stdin: readFileSync(0, "utf8"), file, inFile: readFileSync(file, "utf8").length,
  mode: (statSync(file).mode & 0o777).toString(8), payload: env.WEBHOOK_PAYLOAD?.length ?? null,
  env: Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:WEBHOOK_(?!PAYLOAD)|HF_|HOOKLENS_|OF_TEST)/.test(name))),
}));`,
];

test("a program gets the payload on stdin, in a variable and in a file, which is removed afterwards", async () => {
  const receiver = await receiverWith(printAll);
  const response = await receiver.send(payload, { "Webhook-Id": "msg_1" });
  expect(response.headers.get("content-type")).toBe("application/json");
  const got = (await response.json()) as { file: string };
  expect(got).toMatchObject({
    stdin: payload,
    inFile: payload.length,
    payload: payload.length,
    mode: "600",
    env: {
      WEBHOOK_REPO_ID: "me/corpus",
      WEBHOOK_REPO_TYPE: "dataset",
      WEBHOOK_ID: "msg_1",
      WEBHOOK_TRY: "1",
      WEBHOOK_DELIVERY: "1",
      WEBHOOK_ROUTE: "train",
    },
  });
  expect(existsSync(got.file)).toBe(false);
  expect(await receiver.endedRow(1)).toMatchObject({
    outcome: "handled",
    status: 200,
    response: { by: "program train", contentType: "application/json" },
  });
});

test("a payload beyond 100 kB is on stdin and in the file, not in a variable", async () => {
  vi.stubEnv("WEBHOOK_PAYLOAD", "of another program");
  onTestFinished(() => void vi.unstubAllEnvs());
  const receiver = await receiverWith(printAll);
  const long = JSON.stringify({ text: "x".repeat(100_000) });
  // The output has all of stdin, of which a response has the first 20 kB.
  const counts = [
    ...printAll.slice(0, 2),
    `${printAll[2]}`.replace('readFileSync(0, "utf8")', "readFileSync(0).length"),
  ];
  const counted = await receiverWith(counts);
  expect(await (await counted.send(long)).json()).toMatchObject({
    stdin: long.length,
    inFile: long.length,
    payload: null,
    env: { WEBHOOK_DELIVERY: "1", WEBHOOK_ROUTE: "train" },
  });
  const cut = await receiver.send(long);
  expect(cut.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect((await cut.text()).length).toBe(20_000);
  expect((await receiver.endedRow(1)).console).toEqual(["… output beyond 20000 characters is not kept"]);
});

test("secrets of hooklens stay out of the environment unless they are named", async () => {
  for (const [name, value] of Object.entries({
    HF_TOKEN: "hf_abcdefgh",
    WEBHOOK_SECRET: "a secret",
    WEBHOOK_SECRET_TRAIN: "another secret",
    HOOKLENS_HUB_TOKEN: "a token",
    OF_TEST_COPY: "known secret",
    OF_TEST_OTHER: "1",
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const receiver = await receiverWith(printAll, {
    inherited: { allowed: ["HF_TOKEN"], known: () => ["known secret", "1"] },
  });
  expect(await (await receiver.send("{}")).json()).toMatchObject({
    env: { HF_TOKEN: "hf_abcdefgh", OF_TEST_OTHER: "1", WEBHOOK_DELIVERY: "1", WEBHOOK_ROUTE: "train" },
  });
});

test.each([
  ["exit 0", { outcome: "handled", status: 200, reason: null }],
  [
    "exit 75",
    {
      outcome: "failed",
      status: 500,
      reason: "program train: it ended with exit code 75, which asks for another try",
    },
  ],
  ["exit 3", { outcome: "failed", status: 202, reason: "program train: it ended with exit code 3" }],
  ["kill -9 $$", { outcome: "failed", status: 500, reason: "program train: it was ended by SIGKILL" }],
] as const)("%s of a program is its outcome, and its error output is in the row", async (script, row) => {
  const receiver = await receiverWith(
    shell(`echo first >&2; printf 'second\\nlast' >&2; echo said; ${script}`),
  );
  const response = await receiver.send("{}");
  expect(response.status).toBe(row.status);
  const text = { handled: "said\n", failed: '{"error":"The program failed."}' }[row.outcome];
  expect(await response.text()).toBe(row.status === 202 ? notRepeated.body : text);
  expect(await receiver.endedRow(1)).toMatchObject({ ...row, console: ["first", "second", "last"] });
  expect(receiver.lines).toEqual(["first", "second", "last"]);
});

test.each([
  ["exit 75", false],
  ["exit 1", true],
  ["kill $$", false],
])("%s says whether another try would repeat the failure", async (script, final) => {
  const { action, close } = openProgram(
    { route: "train", words: shell(script) },
    {
      inherited: { allowed: [], known: () => [] },
      timeoutMs: 60_000,
      held: makeHeldBytes(),
      onLine: () => {},
    },
  );
  onTestFinished(() => close(0));
  const incoming = {
    seq: 1,
    route: "train",
    method: "POST",
    target: "/webhooks/train",
    headers: [],
    body: Buffer.from("{}"),
    payload: {},
    schemaValid: true,
    remote: "127.0.0.1",
    receivedAtMs: 0,
    replayOf: null,
    event: { id: null, first: 1, number: 1, firstAtMs: 0 },
  };
  const run = action(incoming, { signal: new AbortController().signal, attempt: async () => {} });
  expect(await run.end).toMatchObject({ outcome: "failed", final });
});

test("a program that is not there is named in the row", async () => {
  const receiver = await receiverWith(["no-such-python3", "train.py"]);
  expect((await receiver.send("{}")).status).toBe(500);
  expect((await receiver.endedRow(1)).reason).toBe("program train: there is no no-such-python3 in the PATH");
});

/** Starts a second process that ignores SIGTERM, and writes its pid to a file. */
function stubborn(): { readonly words: readonly string[]; pid(): Promise<number> } {
  const directory = freshDataDir();
  const file = join(directory, "pid");
  return {
    words: shell(`mkdir -p ${directory}; trap '' TERM; sleep 600 & echo $! > ${file}; wait; wait`),
    pid: () =>
      vi.waitFor(() => {
        const pid = Number(readFileSync(file, "utf8"));
        if (pid === 0) throw new Error("it is not written yet");
        return pid;
      }, 15_000),
  };
}

async function isGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 15_000);
}

test("a program that runs too long is ended with all its processes", async () => {
  const { words, pid } = stubborn();
  const receiver = await receiverWith(words, { timeoutMs: 3_000 });
  const response = receiver.send("{}");
  await isGone(await pid());
  expect((await response).status).toBe(500);
  expect(await receiver.endedRow(1)).toMatchObject({
    outcome: "failed",
    reason: "program train: it ran longer than 3 s",
  });
});

test("a sender that disconnects ends the program with all its processes", async () => {
  const { words, pid } = stubborn();
  const receiver = await receiverWith(words);
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/train HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  const child = await pid();
  connection.destroy();
  await isGone(child);
  expect(await receiver.endedRow(1)).toMatchObject({
    outcome: "interrupted",
    reason: "program train: the sender disconnected",
  });
});

test("at most 16 processes of a program run, and the others start as these end", async () => {
  const directory = freshDataDir();
  const count = `ls ${directory} | wc -l`;
  const receiver = await receiverWith(
    shell(
      `mkdir -p ${directory}; touch ${directory}/$$; n=$(${count}); sleep 0.2; rm ${directory}/$$; echo $n`,
    ),
  );
  const responses = await Promise.all(Array.from({ length: 40 }, () => receiver.send("{}")));
  const counts = await Promise.all(responses.map(async (response) => Number(await response.text())));
  expect(Math.max(...counts)).toBeLessThanOrEqual(16);
  expect(counts.filter((n) => n > 0)).toHaveLength(40);
});
