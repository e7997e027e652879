import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { type ReceiveProcess, startReceive } from "../support/receive-process.ts";

async function run({ at }: ReceiveProcess, ...args: readonly string[]) {
  return runInProcess(["deliveries", ...args], { home: at.home });
}

async function rowOf(receiver: ReceiveProcess, seq: number): Promise<unknown> {
  return JSON.parse((await run(receiver, "show", String(seq), "--format", "json")).stdout);
}

describe("deliveries that wait for their forward", () => {
  test("are stored while the forward is held, and sent when it is resumed", async () => {
    const target = await httpTarget(always(200));
    const receiver = startReceive(["--forward", target.url]);
    const control = await receiver.control();
    expect((await run(receiver, "hold")).stdout).toBe("Forwards are held; deliveries wait.\n");
    expect(await control.state()).toMatchObject({ forwardsHeld: true });
    for (const n of [1, 2, 3]) {
      expect(await receiver.post("inbox", { payload: { n } })).toMatchObject({ status: 202 });
    }
    await expect.poll(async () => (await control.state()).forwardsWaiting).toBe(3);
    expect(target.seen).toEqual([]);
    expect((await run(receiver, "drop", "--where", "is:waiting", "--dry-run")).stdout).toBe(
      "3 waiting deliveries would be dropped\n",
    );
    expect(await run(receiver, "drop", "2")).toMatchObject({
      code: 0,
      stdout: "1 waiting delivery dropped\n",
    });
    for (const act of ["drop", "retry"]) {
      const stdout = expect.stringMatching(/^0 waiting deliveries/);
      expect(await run(receiver, act, "2")).toMatchObject({ code: 1, stdout });
    }
    expect(await rowOf(receiver, 2)).toMatchObject({
      outcome: "failed",
      reason: "it was dropped before a try succeeded",
      dead: false,
    });
    expect((await control.state()).forwardsWaiting).toBe(2);
    expect((await run(receiver, "resume")).stdout).toBe("Forwards are resumed.\n");
    await target.received(2);
    // Both are sent at once, and the network decides which arrives first.
    expect(target.seen.map(({ body }) => body).toSorted()).toEqual([`{"n":1}`, `{"n":3}`]);
    for (const seq of [1, 3]) {
      await expect.poll(() => rowOf(receiver, seq)).toMatchObject({ outcome: "handled" });
    }
    expect(await control.state()).toMatchObject({ forwardsHeld: false, forwardsWaiting: 0 });
  });

  test("are sent at once by retry, and dropped without a receiver", async () => {
    let isBroken = true;
    const target = await httpTarget((request, response) => {
      if (isBroken) request.socket.destroy();
      else response.end("ok");
    });
    const receiver = startReceive(["--forward", target.url], {});
    const posts = [1, 2].map((n) => receiver.post("inbox", { payload: { n } }));
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([202, 202]);
    isBroken = false;
    expect((await run(receiver, "retry", "1")).stdout).toBe("1 waiting delivery sent now\n");
    await expect.poll(() => rowOf(receiver, 1)).toMatchObject({ outcome: "handled" });
    expect(await rowOf(receiver, 2)).toMatchObject({ outcome: "pending" });
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    expect(receiver.stderr()).toContain("1 delivery waits in the queue for the next start\n");
    expect(await run(receiver, "retry", "--where", "is:waiting")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("no receiver runs"),
    });
    expect((await run(receiver, "drop", "--where", "is:waiting")).stdout).toBe(
      "1 waiting delivery dropped\n",
    );
    expect(await rowOf(receiver, 2)).toMatchObject({ outcome: "failed" });
    expect((await run(receiver, "drop")).code).toBe(2);
  });
});
