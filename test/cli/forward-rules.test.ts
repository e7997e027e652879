import { describe, expect, test } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { startReceive } from "../support/receive-process.ts";

const payloadOf = (scope: string, note = "") => ({ event: { action: "update", scope }, note });

describe("--forward with --where", () => {
  test("sends a delivery to the first target whose filter matches", async () => {
    const [rest, discussions, words] = await Promise.all([
      httpTarget(always(200, "rest")),
      httpTarget(always(200, "discussions")),
      httpTarget(always(200, "words")),
    ]);
    const receiver = startReceive([
      "--forward",
      discussions.url,
      "--where",
      "scope:discussion*",
      "--forward",
      rest.url,
      "--forward",
      words.url,
      "--where",
      "urgent",
    ]);
    const post = async (scope: string, note?: string) =>
      (await receiver.post("inbox", { payload: payloadOf(scope, note) })).text;
    expect(await post("discussion.comment", "urgent")).toBe(`"discussions"`);
    expect(await post("repo.content", "this is urgent")).toBe(`"words"`);
    expect(await post("repo.content")).toBe(`"rest"`);
    const control = await receiver.control();
    await control.replay(1);
    expect(discussions.seen).toHaveLength(2);
  });

  test("accepts what matches no filter, and keeps what waits for its own target", async () => {
    const target = await httpTarget(always(200));
    const at = makeCliHome();
    at.writeConfig(
      `receiver: { forwardRules: [{ where: "route:inbox scope:repo", to: "${target.url}" }] }\n`,
    );
    const receiver = startReceive([], { at });
    expect(await receiver.post("inbox", { payload: payloadOf("discussion") })).toEqual({
      status: 200,
      text: `{"ok":true}`,
    });
    const show = async (seq: number): Promise<unknown> =>
      JSON.parse(
        (await runInProcess(["deliveries", "show", String(seq), "--format", "json"], { home: at.home }))
          .stdout,
      );
    await expect.poll(() => show(1)).toMatchObject({ outcome: "accepted", status: 200, attempts: [] });
    const control = await receiver.control();
    await control.holdForward(true);
    expect((await receiver.post("inbox", { payload: payloadOf("repo") })).status).toBe(202);
    await control.holdForward(false);
    await target.received(1);
    await expect.poll(() => show(2)).toMatchObject({ outcome: "handled", status: 200 });
  });

  test("refuses what cannot be meant", async () => {
    const { home, remove } = makeCliHome();
    const errorOf = async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await runInProcess(["receive", "--port", "0", ...args], { home });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await errorOf("--where", "route:a")).toContain("has no forward target");
    expect(await errorOf("--forward", ":1", "--forward", ":2")).toContain("two forward targets");
    expect(await errorOf("--forward", ":1", "--where", "is:failed")).toContain("cannot choose");
    expect(await errorOf("--forward", ":1", "--where", "rout:a")).toContain("route");
    remove();
  });
});
