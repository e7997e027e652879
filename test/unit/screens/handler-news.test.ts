import { expect, it, vi } from "vitest";
import { setReceiver } from "../../../src/screens/connection-state.ts";
import { testApp } from "../../support/app/test-app.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const handler = {
  route: "train",
  file: "train.ts",
  error: null,
  ready: true,
  readyAt: "2026-11-20T10:41:07Z",
  loads: 1,
};
const broken = { ...handler, error: "SyntaxError: Unexpected token (train.ts:1)", loads: 2 };

async function appWithHandler() {
  const app = await testApp();
  const save = (...handlers: readonly (typeof handler | typeof broken)[]) =>
    app.store.dispatch(setReceiver({ pid: 7, handlers }));
  save(handler);
  const toasts = () => app.state().messages.toasts.map(({ tone, text }) => `${tone} ${text}`);
  return { ...app, save, toasts };
}

it("says nothing of the handlers of a receiver that was just connected", async () => {
  expect((await appWithHandler()).toasts()).toEqual([]);
});

it("says that a saved handler is reloaded, and that a new one is loaded", async () => {
  const { save, toasts } = await appWithHandler();
  save({ ...handler, loads: 2 }, { ...handler, route: "new", file: "new.ts" });
  await vi.waitFor(() => expect(toasts()).toEqual(["ok new.ts loaded", "ok train.ts reloaded"]));
});

it("says on every save why a handler is broken, and which version runs, until one is loaded", async () => {
  const { save, toasts, press } = await appWithHandler();
  const text =
    "train.ts is broken: SyntaxError: Unexpected token (train.ts:1) · the version of 10:41:07 still runs";
  press("2");
  save(broken);
  expect(toasts()).toEqual([`error ${text}`]);
  press("1");
  expect(toasts()).toEqual([]);
  save({ ...broken, loads: 3 });
  expect(toasts()).toEqual([`error ${text}`]);
  save({ ...handler, loads: 4 });
  await vi.waitFor(() => expect(toasts()).toEqual(["ok train.ts reloaded"]));
});

it("says how many open failures of its route a saved handler has, and a key opens their replay", async () => {
  const { save, toasts, press, log, state } = await appWithHandler();
  const failed = { route: "train", outcome: "failed", status: 500 } as const;
  for (const replayOf of [null, null, 1]) await log.append(newDelivery({ ...failed, replayOf }));
  await log.append(newDelivery({ ...failed, route: "other" }));
  press("m", "h");
  expect(toasts()).toEqual(["warn No saved handler has open failures."]);
  save({ ...handler, loads: 2 });
  await vi.waitFor(() =>
    expect(toasts()).toContain("ok train.ts reloaded · 2 open failures, m h replays them"),
  );
  expect(state().messages.history.at(-1)?.text).toContain("2 open failures");
  press("m", "h");
  expect(state().nav.screen).toBe("deliveries");
  expect(state().deliveries.filter.text).toBe("is:open is:failed route:train");
  expect(state().nav.dialogs).toMatchObject([
    { kind: "replay", selection: { filter: { text: "is:open is:failed route:train" } } },
  ]);
});

it("reports the last of two saves only", async () => {
  const { save, state } = await appWithHandler();
  save({ ...handler, loads: 2 });
  save({ ...handler, loads: 3 }, { ...handler, route: "new", file: "new.ts" });
  save({ ...handler, loads: 3 }, { ...handler, route: "new", file: "new.ts", loads: 2 });
  const history = (): readonly string[] => state().messages.history.map(({ text }) => text);
  await vi.waitFor(() => expect(history()).toContain("new.ts reloaded"));
  expect(history().filter((text) => text === "train.ts reloaded")).toHaveLength(1);
});

it("says that deliveries fail if no version was ever loaded", async () => {
  const { save, toasts } = await appWithHandler();
  save({ ...broken, ready: false });
  expect(toasts()).toEqual([
    "error train.ts is broken: SyntaxError: Unexpected token (train.ts:1) · its deliveries fail",
  ]);
});
