import { expect, test } from "vitest";
import { UsageError } from "../../src/model/errors.ts";
import type { RouteSpec } from "../../src/receiver/action.ts";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../src/receiver/handlers/handler.ts";
import { postBytes, postInTurn } from "../support/load.ts";
import { openReceiver } from "../support/open-receiver.ts";

const route = (name: string, handler: Handler, secrets?: readonly string[]): RouteSpec => ({
  name,
  action: handlerAction(name, handler),
  ...(secrets !== undefined && { secrets }),
});

async function statusOf(url: string, name: string, secret?: string): Promise<number> {
  const headers: Record<string, string> = secret === undefined ? {} : { "X-Webhook-Secret": secret };
  return (await fetch(`${url}/webhooks/${name}`, { method: "POST", body: "{}", headers })).status;
}

test("a route may have its own secrets or none", async () => {
  const receiver = await openReceiver({
    secret: "general",
    routes: [route("usual", () => 1), route("own", () => 1, ["old", "new"]), route("open", () => 1, [])],
  });
  const { url } = receiver;
  expect(receiver.isOpen()).toBe(true);
  expect(await statusOf(url, "usual", "general")).toBe(200);
  expect(await statusOf(url, "usual", "new")).toBe(403);
  expect(await statusOf(url, "own", "old")).toBe(200);
  expect(await statusOf(url, "own", "new")).toBe(200);
  expect(await statusOf(url, "own", "general")).toBe(403);
  expect(await statusOf(url, "own")).toBe(401);
  expect(await statusOf(url, "open")).toBe(200);
  expect((await receiver.rows()).map(({ auth }) => auth)).toEqual([
    "ok",
    "wrong",
    "ok",
    "ok",
    "wrong",
    "missing",
    "open",
  ]);
});

test("a secret can be rotated at run time: first both are accepted, then the new one", async () => {
  const { url, setSecret } = await openReceiver({ secret: "old" });
  expect(await statusOf(url, "inbox", "new")).toBe(403);
  setSecret(["new", "old"]);
  expect(await statusOf(url, "inbox", "new")).toBe(200);
  expect(await statusOf(url, "inbox", "old")).toBe(200);
  setSecret("new");
  expect(await statusOf(url, "inbox", "old")).toBe(403);
  expect(() => setSecret(" blank")).toThrow(UsageError);
  expect(await statusOf(url, "inbox", "new")).toBe(200);
});

test("routes can be changed at run time, and invalid ones change nothing", async () => {
  const receiver = await openReceiver({ routes: [route("a", () => "1")] });
  const { url } = receiver;
  receiver.setRoutes([route("a", () => "2"), route("b", () => "b")]);
  expect(receiver.routes()).toEqual(["a", "b"]);
  expect(await (await fetch(`${url}/webhooks/a`, { method: "POST", body: "{}" })).text()).toBe("2");
  expect(() => receiver.setRoutes([route("b", () => 1), route("b", () => 2)])).toThrow(UsageError);
  expect(() => receiver.setRoutes([route("b", () => 1, ["a\u0001"])])).toThrow(UsageError);
  expect(receiver.routes()).toEqual(["a", "b"]);
  receiver.setRoutes([route("b", () => "b")]);
  expect(await statusOf(url, "a")).toBe(404);
  expect(await statusOf(url, "b")).toBe(200);
});

test("a request keeps its action when routes change", async () => {
  const running = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const receiver = await openReceiver({
    routes: [
      route("a", async () => {
        running.resolve();
        await go.promise;
        return "first";
      }),
    ],
  });
  const answer = fetch(`${receiver.url}/webhooks/a`, { method: "POST", body: "{}" });
  await running.promise;
  receiver.setRoutes([]);
  go.resolve();
  expect(await (await answer).text()).toBe("first");
});

test("two hundred changes of the routes under load drop no request", async () => {
  const receiver = await openReceiver({ routes: [route("inbox", () => ({ version: 0 }))] });
  const request = postBytes("inbox", null, "{}");
  let version = 0;
  const statuses = new Map<number, number>();
  const connections = Array.from({ length: 8 }, () =>
    postInTurn(
      receiver.port,
      () => (version < 200 ? request : null),
      (status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        version += 1;
        const own = version;
        receiver.setRoutes([route("inbox", async () => ({ version: own }))]);
      },
    ),
  );
  await Promise.all(connections);
  expect([...statuses.keys()]).toEqual([200]);
  const rows = await receiver.rows();
  expect(rows).toHaveLength(statuses.get(200) ?? 0);
});
