import { expect, test } from "vitest";
import { registerWebhooks } from "../../src/library/registered-webhooks.ts";
import { makeHeldBytes } from "../../src/receiver/held-bytes.ts";
import { openReceiver } from "../support/open-receiver.ts";

test("what waits for the handlers of a server is bounded: beyond that a delivery is refused with 503, and taken again when there is room", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let begunCalls = 0;
  const webhooks = registerWebhooks(undefined, makeHeldBytes(100_000));
  for (const name of ["train", "labels"]) {
    const handler = async (): Promise<string> => {
      begunCalls += 1;
      if (begunCalls === 2) begun.resolve();
      await gate.promise;
      return name;
    };
    webhooks.add({ name, handler, options: {} });
  }
  const receiver = await openReceiver({ routes: webhooks.routes() });
  const body = JSON.stringify({ text: "x".repeat(40_000) });
  const post = (route: string): Promise<Response> =>
    fetch(`${receiver.url}/webhooks/${route}`, { method: "POST", body });

  const waiting = [post("train"), post("labels")];
  await begun.promise;
  const beyond = await post("train");
  expect(beyond.status).toBe(503);
  expect(beyond.headers.get("retry-after")).toBe("30");
  expect(await beyond.json()).toEqual({
    error: "Too many deliveries wait for the handler. The delivery is stored, but was not handled.",
  });
  expect(await receiver.endedRow(3)).toMatchObject({
    outcome: "failed",
    status: 503,
    reason: "handler train: not called, because too many deliveries wait for it",
  });
  expect(begunCalls).toBe(2);

  gate.resolve();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await post("train")).status).toBe(200);
});
