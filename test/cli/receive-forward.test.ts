import { describe, expect, test } from "vitest";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { startReceive } from "../support/receive-process.ts";
import { freePort } from "../support/tunnel/free-port.ts";

describe("hooklens receive --forward", () => {
  test("sends on what comes to routes without a handler, and passes the answer back", async () => {
    const target = await httpTarget(always(207, { seen: true }));
    const directory = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
    const args = ["--handlers", directory.path, "--route", "inbox", "--route", "labels"];
    const receiver = startReceive([...args, "--forward", `${target.url}/hook`]);
    expect(await receiver.post("inbox")).toEqual({ status: 207, text: `{"seen":true}` });
    expect(await receiver.post("labels")).toEqual({ status: 207, text: `{"seen":true}` });
    expect(await receiver.post("train")).toEqual({ status: 200, text: "trained" });
    expect(target.seen.map(({ path }) => path)).toEqual(["/hook", "/hook"]);
  });

  test("reports once that the target is down and once that it is up, and delivers what arrived meanwhile", async () => {
    const port = await freePort("127.0.0.1");
    const receiver = startReceive(["--forward", String(port)]);
    await receiver.waitForLine(
      new RegExp(`^warning: http://127\\.0\\.0\\.1:${port}/ cannot be reached \\(connection refused\\)`),
      "stderr",
    );
    const early = receiver.post("inbox", { payload: { event: { action: "create", scope: "repo" } } });
    const target = await httpTarget(always(201, "late"), port);
    expect(await early).toEqual({ status: 201, text: `"late"` });
    expect(target.seen.map(({ body }) => body)).toEqual([`{"event":{"action":"create","scope":"repo"}}`]);
    await receiver.waitForLine(/ can be reached again$/, "stderr");
    const notes = receiver.stderr().match(/can(?:not)? be reached/g);
    expect(notes).toEqual(["cannot be reached", "can be reached"]);
  });

  test("can be turned to another target, off and on over the control socket", async () => {
    const first = await httpTarget(always(200, "first"));
    const second = await httpTarget(always(200, "second"));
    const receiver = startReceive(["--forward", first.url]);
    const control = await receiver.control();
    expect((await receiver.post("inbox")).text).toBe(`"first"`);
    await control.setForward(second.url);
    expect((await receiver.post("inbox")).text).toBe(`"second"`);
    await expect
      .poll(async () => (await control.state()).forward)
      .toMatchObject({ target: `${second.url}/`, health: { kind: "up" }, sending: 0 });
    await control.setForward(null);
    expect((await receiver.post("inbox")).text).not.toContain("second");
    expect((await control.state()).forward).toBeNull();
    await control.setForward(first.url);
    expect((await receiver.post("inbox")).text).toBe(`"first"`);
  });

  test("a change of the target is sent to followers of the updates", async () => {
    const receiver = startReceive([]);
    const control = await receiver.control();
    const stop = new AbortController();
    const targets: (string | null)[] = [];
    let lastChanges = -1;
    for await (const { changes } of control.updates(stop.signal)) {
      if (changes === lastChanges) continue;
      lastChanges = changes;
      targets.push((await control.state()).forward?.target ?? null);
      if (targets.length === 1) await control.setForward("http://127.0.0.1:9/");
      else if (targets.includes("http://127.0.0.1:9/")) stop.abort();
    }
    expect(targets[0]).toBeNull();
    expect(targets.at(-1)).toBe("http://127.0.0.1:9/");
  });

  test("a replay goes to the target again", async () => {
    const target = await httpTarget(always(200));
    const receiver = startReceive(["--forward", target.url]);
    await receiver.post("inbox");
    expect(await (await receiver.control()).replay(1)).toMatchObject({
      seq: 2,
      outcome: "handled",
      status: 200,
    });
    expect(target.seen.map(({ body }) => body)).toHaveLength(2);
    expect(target.seen[1]?.body).toBe(target.seen[0]?.body);
  });

  test("on SIGTERM what the target is still at ends, with its answer", async () => {
    const held = Promise.withResolvers<void>();
    const target = await httpTarget(
      (_request, response) => void held.promise.then(() => response.end("done")),
    );
    const receiver = startReceive(["--forward", target.url]);
    const answered = receiver.post("inbox");
    await target.received(1);
    receiver.child.kill("SIGTERM");
    await receiver.waitForLine(/^SIGTERM: finishing/, "stderr");
    held.resolve();
    expect(await answered).toEqual({ status: 200, text: "done" });
    expect(await receiver.ended).toMatchObject({ code: 0, signal: null });
  });

  test("with handlers alone nothing is forwarded, which is said", async () => {
    const directory = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
    const receiver = startReceive(["--handlers", directory.path, "--forward", "9"]);
    await receiver.url();
    expect(receiver.stderr()).toContain("warning: nothing is forwarded, because every route has a handler.");
  });

  test("its own address is refused, at the start and later", async () => {
    const port = await freePort("127.0.0.1");
    const refused = startReceive(["--port", String(port), "--forward", `localhost:${port}`]);
    expect(await refused.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: deliveries cannot be forwarded to [^\n]* \(it is this receiver itself[^\n]*\n$/,
      ),
    });
    const receiver = startReceive([]);
    const control = await receiver.control();
    await expect(control.setForward(await receiver.url())).rejects.toMatchObject({
      code: "usage",
      exitCode: 2,
    });
    expect((await control.state()).forward).toBeNull();
  });

  test("an invalid address is one line and exit code 2", async () => {
    const receiver = startReceive(["--forward", "ftp://example.org"]);
    expect(await receiver.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: "ftp:\/\/example\.org" is not a forward target [^\n]*\n$/),
    });
  });
});
