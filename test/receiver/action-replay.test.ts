import { expect, test } from "vitest";
import type { RouteSpec } from "../../src/receiver/action.ts";
import { RouteGoneError } from "../../src/receiver/errors.ts";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { Handler, WebhookRequest } from "../../src/receiver/handlers/handler.ts";
import { openReceiver, type OpenReceiver } from "../support/open-receiver.ts";

const route = (handler: Handler): RouteSpec => ({ name: "inbox", action: handlerAction("inbox", handler) });

async function post(receiver: OpenReceiver, headers: Record<string, string>): Promise<void> {
  const url = `${receiver.url}/webhooks/inbox?x=1`;
  await fetch(url, { method: "POST", body: '{ "n": 1 }', headers });
}

test("a replay through a route calls its handler in a new row, with the secret restored", async () => {
  const seen: WebhookRequest[] = [];
  const receiver = await openReceiver({
    secret: ["new", "old"],
    routes: [route((_, request) => void seen.push(request))],
  });
  await post(receiver, { "X-Webhook-Secret": "old", "X-A": "1", Cookie: "c" });
  await receiver.endedRow(1);
  expect(await receiver.replay(1)).toEqual({ seq: 2, outcome: "handled", status: 200, error: null });
  const [first, again] = seen as [WebhookRequest, WebhookRequest];
  expect(again).toMatchObject({ seq: 2, replayOf: 1, url: "/webhooks/inbox?x=1", remote: "127.0.0.1" });
  expect(again.text()).toBe('{ "n": 1 }');
  expect(again.headers.get("x-webhook-secret")).toBe("new");
  expect(again.headers.get("x-a")).toBe("1");
  expect(again.headers.get("cookie")).toBe("[redacted]");
  expect(first.replayOf).toBeNull();
  const row = await receiver.log.get(2);
  expect(row).toMatchObject({ replayOf: 1, outcome: "handled", auth: "ok" });
  expect(row!.headers).toEqual((await receiver.log.get(1))!.headers);
});

test("without a current secret the header is omitted", async () => {
  const seen: WebhookRequest[] = [];
  const receiver = await openReceiver({
    secret: "old",
    routes: [route((_, request) => void seen.push(request))],
  });
  await post(receiver, { "X-Webhook-Secret": "old" });
  receiver.setSecret(null);
  await receiver.replay(1);
  expect(seen[1]!.headers.has("x-webhook-secret")).toBe(false);
});

test("a failed replay returns and stores the reason", async () => {
  let calls = 0;
  const receiver = await openReceiver({
    routes: [
      route(() => {
        calls += 1;
        if (calls > 1) throw new Error("not twice");
      }),
    ],
  });
  await post(receiver, {});
  const replayed = await receiver.replay(1);
  expect(replayed).toMatchObject({ seq: 2, outcome: "failed", status: 500 });
  expect(replayed.error).toMatch(/^handler inbox threw: Error: not twice \(action-replay\.test\.ts:\d+\)$/);
  expect((await receiver.log.get(2))!.reason).toBe(replayed.error);
});

test("a replay waits for its handler, and closing interrupts it", async () => {
  const running = Promise.withResolvers<void>();
  let isReplay = false;
  const receiver = await openReceiver({
    routes: [
      route(async (_, { signal, replayOf }) => {
        if (replayOf === null) return;
        isReplay = true;
        running.resolve();
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        });
      }),
    ],
  });
  await post(receiver, {});
  const replay = receiver.replay(1);
  await running.promise;
  expect(isReplay).toBe(true);
  await receiver.close(0);
  expect(await replay).toEqual({
    seq: 2,
    outcome: "failed",
    status: 500,
    error: "handler inbox threw: AbortError: the receiver is stopping",
  });
});

test("a delivery whose route is gone is not replayed through another", async () => {
  const receiver = await openReceiver({ routes: [route(() => 1)] });
  await post(receiver, {});
  await receiver.endedRow(1);
  receiver.setRoutes([{ name: "other", action: null }]);
  await expect(receiver.replay(1)).rejects.toThrow(RouteGoneError);
  expect(await receiver.rows()).toHaveLength(1);
});
