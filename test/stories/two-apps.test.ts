import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

it("attaches a second app to the engine of the first; both show the same, and the second survives the first", async () => {
  const env = { HOOKLENS_DATA_DIR: freshDataDir() };
  const one = await mountApp({ env });
  const two = await mountApp({ env });
  expect(two.receiver).toBe(one.receiver);
  await showDeliveries(one, ["me/a"]);
  two.screen.press("2");
  await two.screen.waitFor("dataset:me/a");
  await post(two, contentPayload("me/b"));
  await one.screen.waitFor(/^[│┃]?❯.*dataset:me\/b/);
  await two.screen.waitFor(/^[│┃]?❯.*dataset:me\/b/);

  // A webhook created in one app appears in the other without a key.
  one.screen.press("1", "c");
  await one.screen.waitFor("Create a webhook");
  one.screen.type("org:acme");
  // Without the secret that the form makes, the receiver keeps accepting the deliveries of this test.
  one.screen.press("enter", "tab", "tab", "tab", "ctrl+u", "ctrl+s");
  two.screen.press("1");
  await two.screen.waitFor("org:acme");

  const { pid } = one.role("receiver");
  one.screen.press("q");
  expect(await one.screen.exit).toEqual({ code: 0, signal: null });
  await expect.poll(() => two.role("receiver").pid).not.toBe(pid);
  const receiver = two.role("receiver").url;
  await two.screen.waitUntil(
    (now) => now.line(0).includes(`:${new URL(receiver).port}`) && !/lost/.test(now.line(0)),
  );
  two.screen.press("2");
  await post({ receiver }, contentPayload("me/c"));
  await two.screen.waitFor(/^[│┃]?❯.*dataset:me\/c/);
});

it("keeps what both apps change of the interface", async () => {
  const env = { HOOKLENS_DATA_DIR: freshDataDir() };
  const size = { columns: 160, rows: 30, env };
  const one = await mountApp(size);
  const two = await mountApp(size);
  await showDeliveries(one, ["me/a"]);
  one.screen.press("m", "+");
  two.screen.press("3");
  await two.screen.waitFor(/academic\.yaml/);
  two.screen.press("m", "+");
  for (const { screen } of [one, two]) {
    screen.press("q");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
  }
  const { splits }: { splits: Record<string, number> } = JSON.parse(
    readFileSync(join(env.HOOKLENS_DATA_DIR, "interface.json"), "utf8"),
  );
  expect(Object.keys(splits).toSorted()).toEqual(["deliveries.list", "policies.list"]);
});
