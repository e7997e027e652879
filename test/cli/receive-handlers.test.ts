import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { closedGate } from "../support/gate.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { startReceive } from "../support/receive-process.ts";

const train = `export default async (payload: { event: { scope: string } }) => ({ trained: payload.event.scope });\n`;

describe("hooklens receive --handlers", () => {
  test("runs each file as a route, says which is broken and where, and keeps stdout to one line", async () => {
    const directory = handlersDirectory({
      "train.ts": train,
      "labels.mjs": `export default () => new Response("labelled", { status: 202 });\n`,
      "broken.ts": "const fine = 1;\nexport default (\n",
    });
    const receiver = startReceive(["--handlers", directory.path]);
    const url = await receiver.url();
    await receiver.waitForLine(
      /^warning: broken: broken\.ts is broken: SyntaxError.*\(broken\.ts:2\)/,
      "stderr",
    );
    expect(receiver.routes()).toEqual(["broken", "labels", "train"]);
    expect(await receiver.post("train")).toEqual({ status: 200, text: `{"trained":"repo"}` });
    expect(await receiver.post("labels")).toEqual({ status: 202, text: "labelled" });
    expect((await receiver.post("broken")).status).toBe(500);
    expect((await receiver.post("inbox")).status).toBe(404);
    expect(receiver.stdout()).toBe(`listening on ${url}\n`);
  });

  test("notes a save, a break, and its mending, and the old version answers meanwhile", async () => {
    const directory = handlersDirectory({ "train.ts": train });
    const receiver = startReceive(["--handlers", directory.path]);
    await receiver.url();
    // Renamed into place: the receiver must not see a half of a file, which counts as a load.
    directory.replace("train.ts", `export default () => "second";\n`);
    await receiver.waitForLine(/^train: train\.ts is reloaded$/, "stderr");
    expect((await receiver.post("train")).text).toBe("second");

    directory.replace("train.ts", `export default () => {\n  return "third"\n`);
    await receiver.waitForLine(
      /^warning: train: train\.ts is broken: .*The previous version keeps running$/,
      "stderr",
    );
    expect((await receiver.post("train")).text).toBe("second");
    const control = await receiver.control();
    expect((await control.state()).handlers).toEqual([
      {
        route: "train",
        file: "train.ts",
        error: expect.stringContaining("train.ts:"),
        ready: true,
        readyAt: expect.stringMatching(/^\d{4}-/),
        loads: 3,
      },
    ]);

    directory.replace("train.ts", `export default () => "third";\n`);
    await vi.waitFor(async () => expect((await receiver.post("train")).text).toBe("third"), 15_000);
    await expect
      .poll(async () => (await control.state()).handlers)
      .toMatchObject([{ error: null, ready: true, loads: 4 }]);
  });

  test("a route that was named too is one route: the handler's, and when its file goes it accepts and logs", async () => {
    const directory = handlersDirectory({ "train.ts": train });
    const receiver = startReceive(["--handlers", directory.path, "--route", "train", "--route", "inbox"]);
    await receiver.url();
    expect(receiver.routes()).toEqual(["inbox", "train"]);
    expect((await receiver.post("train")).text).toBe(`{"trained":"repo"}`);
    expect((await receiver.post("inbox")).status).toBe(200);
    rmSync(join(directory.path, "train.ts"));
    await receiver.waitForLine(/^train: train\.ts is gone$/, "stderr");
    expect(await receiver.post("train")).toMatchObject({ status: 200 });
    expect((await receiver.post("train")).text).not.toContain("trained");
  });

  test("a replay goes through the handler again, and ends as that does", async () => {
    const directory = handlersDirectory({
      "train.ts": `let calls = 0;
export default () => { calls += 1; if (calls === 1) throw new Error("no GPU today"); return "trained"; };\n`,
    });
    const receiver = startReceive(["--handlers", directory.path]);
    expect((await receiver.post("train")).status).toBe(500);
    const control = await receiver.control();
    expect(await control.replay(1)).toEqual({ seq: 2, outcome: "handled", status: 200, error: null });
  });

  test("the log has what a handler answered, printed and threw, with its stack", async () => {
    const directory = handlersDirectory({
      "labels.js": `export default function labels({ fail }) {
  console.log("asked", { fail });
  if (fail) throw new Error("boom x");
  return { v: 1 };
}\n`,
    });
    const receiver = startReceive(["--handlers", directory.path]);
    await receiver.post("labels", { payload: { fail: false } });
    await receiver.post("labels", { payload: { fail: true } });
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    const show = async (seq: number): Promise<unknown> => {
      const args = ["deliveries", "show", String(seq), "--format", "json"];
      return JSON.parse((await runInProcess(args, { home: receiver.at.home })).stdout);
    };
    const json = { by: "handler labels", contentType: "application/json", truncated: false };
    expect(await show(1)).toMatchObject({
      outcome: "handled",
      reason: null,
      response: { ...json, status: 200, body: { v: 1 } },
      console: ["asked { fail: false }"],
      attempts: [],
    });
    expect(await show(2)).toMatchObject({
      outcome: "failed",
      reason: "handler labels threw: Error: boom x (labels.js:3)",
      response: { ...json, status: 500, body: { error: "The handler failed." } },
      console: [
        "asked { fail: true }",
        "Error: boom x",
        expect.stringMatching(/^ {4}at labels \(file:.*\/labels\.js:3:19\)$/),
      ],
      attempts: [],
    });
  });

  test("with --answer first sends 202 before the handlers have ended, unless the setting of a route has another answer", async () => {
    const gate = await closedGate();
    const directory = handlersDirectory({
      "slow.ts": `export default async () => { ${gate.wait} return "to the end"; };\n`,
      "train.ts": train,
    });
    const at = makeCliHome();
    at.writeConfig("receiver: { runs: { train: { answer: result } } }");
    const receiver = startReceive(["--handlers", directory.path, "--answer", "first"], { at });
    expect((await receiver.post("slow")).status).toBe(202);
    expect(await receiver.post("train")).toEqual({ status: 200, text: `{"trained":"repo"}` });
    await gate.arrived(1);
    gate.open();
  });

  test("with retries of its route calls a failed handler again, also after a kill, and the sender does not send again", async () => {
    const gate = await closedGate();
    const directory = handlersDirectory({
      "train.ts": `let calls = 0;\nexport default () => { calls += 1; if (calls < 2) throw new Error("no"); return "second"; };\n`,
      "slow.ts": `export default async () => { ${gate.wait} return "to the end"; };\n`,
    });
    const at = makeCliHome();
    at.writeConfig(
      "receiver: { runs: { train: { retries: [200ms] }, slow: { answer: first, retries: [10s] } } }",
    );
    const receiver = startReceive(["--handlers", directory.path], { at });
    expect(await receiver.post("train")).toEqual({ status: 200, text: "second" });
    expect((await receiver.post("slow")).status).toBe(202);
    await gate.arrived(1);
    receiver.child.kill("SIGKILL");
    await receiver.ended;
    gate.open();
    const again = startReceive(["--handlers", directory.path], { at });
    await again.url();
    const show = async () =>
      JSON.parse(
        (await runInProcess(["deliveries", "show", "2", "--format", "json"], { home: at.home })).stdout,
      );
    await vi.waitFor(async () => expect((await show()).outcome).toBe("handled"), 15_000);
    expect((await show()).attempts).toMatchObject([
      { target: "route slow", error: "interrupted: the receiver stopped" },
      { target: "handler slow", status: 200, error: null },
    ]);
  });

  test("with the order of its route runs one event of a repo at a time, with retries or without", async () => {
    const counting = `let running = 0;
export default async () => {
  running += 1;
  const most = running;
  await new Promise((resolve) => setTimeout(resolve, 20));
  running -= 1;
  return String(most);
};
`;
    const directory = handlersDirectory({ "train.ts": counting, "mail.ts": counting });
    const at = makeCliHome();
    at.writeConfig("receiver: { runs: { train: { order: repo }, mail: { order: repo, retries: [1min] } } }");
    const receiver = startReceive(["--handlers", directory.path], { at });
    await receiver.url();
    const payload = { repo: { id: "a" } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => receiver.post(n % 2 === 0 ? "train" : "mail", { payload })),
    );
    expect(answers).toEqual(answers.map(() => ({ status: 200, text: "1" })));
  });

  test("with the latest push of its route leaves out the one that waits, which the lists and counts show", async () => {
    const gate = await closedGate();
    const directory = handlersDirectory({
      "train.ts": `export default async () => { ${gate.wait} return "to the end"; };\n`,
    });
    const at = makeCliHome();
    at.writeConfig("receiver: { runs: { train: { order: repo, latest: true } } }");
    const receiver = startReceive(["--handlers", directory.path], { at });
    const payload = { repo: { id: "a" }, updatedRefs: [{ ref: "refs/heads/main" }] };
    const deliveries = async (...args: readonly string[]): Promise<string> =>
      (await runInProcess(["deliveries", ...args], { home: at.home })).stdout;
    const first = receiver.post("train", { payload });
    await gate.arrived(1);
    const second = receiver.post("train", { payload });
    await vi.waitFor(async () => expect(await deliveries("show", "2")).toContain("pending"), 15_000);
    const third = receiver.post("train", { payload });
    expect(await second).toEqual({ status: 200, text: '{"status":"superseded","by":3}' });
    gate.open();
    for (const answer of [first, third]) expect(await answer).toEqual({ status: 200, text: "to the end" });
    const matching = async (filter: string): Promise<readonly number[]> => {
      const rows: readonly { readonly seq: number }[] = JSON.parse(
        await deliveries("ls", "--where", filter, "--format", "json"),
      );
      return rows.map(({ seq }) => seq);
    };
    await vi.waitFor(async () => expect(await matching("is:handled")).toEqual([3, 1]), 15_000);
    expect(await deliveries("show", "2")).toMatch(/superseded by #3/);
    expect(await matching("is:superseded")).toEqual([2]);
    expect(await matching("is:open|failed")).toEqual([]);
    expect(await deliveries("stats")).toMatch(
      /\n {2}events +3\n {2}handled once +2\n {2}handled more than once +0\n {2}superseded +1\n/,
    );
  });

  test("on SIGTERM requests in flight end with their response", async () => {
    const gate = await closedGate();
    const directory = handlersDirectory({
      "slow.ts": `export default async () => { ${gate.wait} return "to the end"; };\n`,
    });
    const receiver = startReceive(["--handlers", directory.path]);
    const answered = receiver.post("slow");
    await gate.arrived(1);
    receiver.child.kill("SIGTERM");
    await receiver.waitForLine(/^SIGTERM: finishing requests in flight$/, "stderr");
    gate.open();
    expect(await answered).toEqual({ status: 200, text: "to the end" });
    expect(await receiver.ended).toMatchObject({ code: 0, signal: null });
  });

  test("two files of one route are one line and exit 2", async () => {
    const { path } = handlersDirectory({
      "train.ts": "export default () => 1;",
      "train.js": "export default () => 2;",
    });
    expect(await startReceive(["--handlers", path]).ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: the route "train" has two handlers \(train\.js and train\.ts\)\. [^\n]*\n$/,
      ),
    });
  });

  test("a directory that is not there is one line and exit 2", async () => {
    const receiver = startReceive(["--handlers", "nowhere"]);
    expect(await receiver.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: the handlers cannot be read from nowhere \(there is no such directory\)[^\n]*\n$/,
      ),
    });
  });
});
