import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

async function following(notify: string) {
  const directory = freshDataDir();
  mkdirSync(join(directory, "hooklens"), { recursive: true });
  writeFileSync(join(directory, "hooklens", "config.yaml"), `interface: { notify: ${notify} }\n`);
  const app = await mountAttached({ columns: 120, env: { XDG_CONFIG_HOME: directory } });
  app.screen.press("2");
  await app.screen.waitFor("No deliveries yet");
  return app;
}

/** Returns the sequences of notifications and bells outside of other sequences, in order. */
function signals(raw: string): readonly string[] {
  // eslint-disable-next-line no-control-regex
  return [...raw.matchAll(/\u001b\]([^\u0007\u001b]*)(?:\u0007|\u001b\\)|\u0007/gu)]
    .map(([all, osc]) => osc ?? all)
    .filter((one) => one === "\u0007" || /^(?:9|777);/.test(one));
}

it("rings the bell on the first of several failures while following", async () => {
  const app = await following("bell");
  const { screen } = app;
  await post(app, contentPayload("me/a"));
  await screen.waitFor("dataset:me/a");
  expect(signals(screen.raw)).toEqual([]);
  await post(app, "no JSON");
  await screen.waitUntil((now) => signals(now.raw).length === 1);
  await post(app, "no JSON again");
  await screen.waitFor(/#3/);
  expect(signals(screen.raw)).toEqual(["\u0007"]);
});

it("names the delivery in a notification of the desktop", async () => {
  const app = await following("desktop");
  const { screen } = app;
  await post(app, contentPayload(), {
    path: "/webhooks/none",
  });
  await screen.waitUntil((now) => signals(now.raw).length > 0);
  expect(signals(screen.raw)).toEqual([expect.stringMatching(/^9;hooklens: Delivery 1 failed: .*none/)]);
});

it("is silent by default", async () => {
  const app = await mountAttached({ columns: 120 });
  app.screen.press("2");
  await post(app, "no JSON");
  await app.screen.waitFor(/bad JSON|refused/);
  expect(signals(app.screen.raw)).toEqual([]);
});
