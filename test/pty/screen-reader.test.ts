import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { startApp } from "../support/app/open-app.ts";
import { contentPayload, post } from "../support/app/steps.ts";

it("announces lines for a screen reader: a webhook is created, a delivery arrives, the app quits", async () => {
  const screen = await startApp({ args: ["--screen-reader"], columns: 220, shownRows: 150 });
  await screen.waitFor("1. Press c, then Enter through the form.");
  await screen.waitFor(/^receiver http:\/\/127\.0\.0\.1:\d+ no secret$/);
  screen.press("c");
  await screen.waitFor("dialog: Create a webhook");
  screen.type("dataset:me/corpus");
  await screen.waitFor("editing: Watch: dataset:me/corpus");
  screen.press("ctrl+s");
  await screen.waitFor(
    /^selected 1 of 1: webhook: [0-9a-f]{24}, state: enabled, target: http:\S+, watched: dataset:me\/corpus, health: ok,/,
  );
  await screen.waitFor("1 webhook");

  await screen.waitFor(/^ok: Test event arrived: #1 200 in [\d.]+ m?s, 2 shows it$/);
  screen.press("2");
  await screen.waitFor(
    /^selected 1 of 1: seq: 1, time: \S+Z, status: 200, outcome: accepted, .*repo: dataset:me\/corpus,/,
  );
  const receiver = readRuntimeFile(join(screen.home, ".local", "share", "hooklens"), "receiver")?.url ?? "";
  const config = readFileSync(join(screen.home, ".config", "hooklens", "config.yaml"), "utf8");
  const headers = { "x-webhook-secret": /secret: (\S+)/.exec(config)?.[1] ?? "" };
  await post({ receiver }, contentPayload("me/\u001b]52;c;AAAA\u0007x"), { headers });
  await screen.waitFor(/^selected 1 of 2: seq: 2, .*repo: dataset:me\/␛\]52;c;AAAA␇x,/);
  screen.press("down");
  await screen.waitUntil((shown) => shown.text().split("seq: 1,").length === 3);

  // Everything before the end is still on the screen.
  await screen.waitFor("1. Press c, then Enter through the form.");
  expect(screen.text()).not.toMatch(/[─│┃╭▁█❯●■]| {2}/);
  expect(screen.raw).not.toContain("\u001b]");
  expect(screen.raw).not.toMatch(/\u001b\[\d*(?:;\d*)?[A-HJKf]/);
  expect(screen.alternate).toBe(false);
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
  expect(screen.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: "none" });
});

it("announces the whole screen again on Ctrl+L and after a pause", async () => {
  const screen = await startApp({ args: ["--screen-reader"], columns: 220, shownRows: 100 });
  await screen.waitFor("1. Press c, then Enter through the form.");
  const times = (text: string) => screen.text().split(text).length - 1;
  expect(times("screen: Webhooks")).toBe(1);
  screen.press("ctrl+l");
  await screen.waitUntil(() => times("screen: Webhooks") === 2);
  screen.press("?");
  await screen.waitFor("dialog: Help");
  screen.press("down");
  await screen.waitFor(/^selected 2 of \d+: /);
  screen.press("esc");
  await screen.waitUntil(() => times("screen: Webhooks") === 3);
});
