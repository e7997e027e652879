import { expect, test } from "vitest";
import { runInProcess, startCli } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { type ReceiveProcess, startReceive } from "../support/receive-process.ts";

const payload = (n: number, scope = "repo") => ({ payload: { event: { action: "update", scope }, n } });

/** Starts a receiver with the deliveries 1 to 6; 2, 4 and 6 are about discussions. */
async function filledReceiver(args: readonly string[] = []): Promise<ReceiveProcess> {
  const receiver = startReceive(args);
  for (let n = 1; n <= 6; n += 1)
    await receiver.post("inbox", payload(n, n % 2 === 0 ? "discussion" : "repo"));
  return receiver;
}

const replay = ({ at }: ReceiveProcess, ...args: readonly string[]) =>
  runInProcess(["deliveries", "replay", ...args], { home: at.home });

test("all that match are replayed, oldest first, and what the replays add is not among them", async () => {
  const receiver = await filledReceiver();
  expect(await replay(receiver, "--where", "scope:discussion")).toMatchObject({
    code: 0,
    stdout:
      "Replayed 2 as 7: accepted, 200\nReplayed 4 as 8: accepted, 200\nReplayed 6 as 9: accepted, 200\n",
    stderr: "replayed 3: 3 accepted\n",
  });
  const { stdout } = await replay(receiver, "--where", "scope:discussion -is:replay", "--format", "quiet");
  expect(stdout).toBe("10\n11\n12\n");
});

test("a dry run sends nothing and prints which would be sent", async () => {
  const receiver = await filledReceiver();
  expect(await replay(receiver, "--where", "scope:repo", "--dry-run")).toMatchObject({
    code: 0,
    stdout: "1\n3\n5\n",
    stderr: "3 deliveries would be replayed.\n",
  });
  const none = await replay(receiver, "--where", "is:replay", "--dry-run", "--format", "json");
  expect(JSON.parse(none.stdout)).toEqual([]);
});

test("to a URL, at a rate: what fails is counted, and the end is 1", async () => {
  const receiver = await filledReceiver();
  const startsMs: number[] = [];
  const target = await httpTarget((request, response) => {
    startsMs.push(performance.now());
    always(startsMs.length === 2 ? 500 : 204)(request, response);
  });
  const flags = ["--where", "scope:repo", "--to", target.url, "--rate", "5/s", "--format", "json"];
  const startedMs = performance.now();
  const { code, stdout, stderr } = await replay(receiver, ...flags);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "replayed 3: 2 handled, 1 failed\n" });
  expect(JSON.parse(stdout)).toMatchObject([
    { replayOf: 1, outcome: "handled", status: 204 },
    { replayOf: 3, outcome: "failed", status: 500 },
    { replayOf: 5, outcome: "handled", status: 204 },
  ]);
  expect(target.seen.map(({ body }) => JSON.parse(body).n)).toEqual([1, 3, 5]);
  // A request may arrive late, but the last one starts 400 ms after the first.
  expect(startsMs[2]! - startedMs).toBeGreaterThan(390);
});

test("the secret goes to another host only with --with-secret, which is said", async () => {
  const receiver = startReceive(["--secret", "s3cret-of-the-hook"]);
  await receiver.post("inbox", { secret: "s3cret-of-the-hook" });
  const target = await httpTarget(always(200));
  const to = target.url.replace("127.0.0.1", "0.0.0.0");
  const host = new URL(to).host;
  expect((await replay(receiver, "1", "--to", to)).stderr).toBe(
    `The secret is not sent to ${host}; use --with-secret to send it.\n`,
  );
  expect((await replay(receiver, "1", "--to", to, "--with-secret")).stderr).toBe(
    "1 already handled: run again\n",
  );
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  // Also without a receiver.
  await replay(receiver, "1", "--to", to);
  expect(target.seen.map(({ headers }) => headers["x-webhook-secret"])).toEqual([
    undefined,
    "s3cret-of-the-hook",
    undefined,
  ]);
});

test("a forward whose target is down is reported as waiting in the queue, not as failed", async () => {
  const dead = await httpTarget(always(200));
  await dead.close();
  const receiver = startReceive([]);
  receiver.at.writeConfig("receiver: { forwardRetries: [1h] }");
  await receiver.post("inbox");
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  const again = startReceive(["--forward", dead.url], { at: receiver.at });
  await again.url();
  expect(await replay(again, "--where", "is:accepted")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Replayed 1 as 2: is being handled/),
    stderr: "replayed 1: 1 waiting\n",
  });
  const { stdout } = await runInProcess(["deliveries", "ls", "--where", "is:waiting", "--format", "json"], {
    home: again.at.home,
  });
  expect(JSON.parse(stdout)).toMatchObject([
    { seq: 2, outcome: "pending", nextAttemptAt: expect.any(String), dead: false },
  ]);
  const shown = await runInProcess(["deliveries", "show", "2"], { home: again.at.home });
  expect(shown.stdout).toMatch(/^retry at {2}\d{4}-\d\d-\d\dT[\d:.]+Z$/m);
  again.child.kill("SIGTERM");
  await again.ended;
  const without = startReceive([], { at: again.at });
  await without.waitForLine(
    /^warning: 1 delivery waits to be forwarded, and there is no target\. Set one with --forward$/,
    "stderr",
  );
  without.child.kill("SIGTERM");
  await without.ended;
  const doctor = await runInProcess(["doctor", "--format", "json"], { home: again.at.home });
  expect(JSON.parse(doctor.stdout)).toContainEqual({
    check: "forward",
    status: "warn",
    detail: "1 delivery waits to be forwarded, and there is no target",
    fix: "Run hooklens receive --forward URL",
  });
});

test("Ctrl+C ends it after the one that is being sent, with the summary", async () => {
  const receiver = await filledReceiver();
  const held = Promise.withResolvers<void>();
  const target = await httpTarget((request, response) => {
    void held.promise.then(() => always(200)(request, response));
  });
  const running = startCli(["deliveries", "replay", "--where", "scope:repo", "--to", target.url], {
    home: receiver.at.home,
  });
  await target.received(1);
  running.child.kill("SIGINT");
  await running.waitForLine(/^SIGINT: /, "stderr");
  held.resolve();
  expect(await running.ended).toMatchObject({
    code: 130,
    stdout: "Replayed 1 as 7: handled, 200\n",
    stderr: "SIGINT: stopping after this delivery\nreplayed 1: 1 handled, 2 to go\n",
  });
  expect(target.seen).toHaveLength(1);
});

test.each([
  [["replay"], "there is nothing to replay"],
  [["replay", "1", "--where", "is:failed"], "numbers and --where cannot be combined"],
  [["replay", "--where", "is:faild"], 'unknown state "faild"'],
  [["replay", "--where", "is:failed", "--rate", "fast"], '"fast" is not a rate'],
])("%j is wrong usage", async (args, words) => {
  const { at } = startReceive([]);
  const { code, stdout, stderr } = await runInProcess(["deliveries", ...args], { home: at.home });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
});

test("without a receiver it ends with 3", async () => {
  const receiver = await filledReceiver();
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  expect(await replay(receiver, "--where", "scope:repo")).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("no receiver runs"),
  });
});
