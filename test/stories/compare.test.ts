import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

/** Returns the payload of a push. */
const push = (sha: string, more: Record<string, unknown> = {}) =>
  contentPayload("me/corpus", { updatedRefs: [{ ref: "refs/heads/main", newSha: sha }], ...more });

it("compares two marked pushes by path and as text, swaps, copies and exports them", async () => {
  const cwd = dirname(freshDataDir());
  const app = await mountAttached({ columns: 120, rows: 40, cwd });
  const { screen } = app;
  await post(app, push("aaaa1111"));
  await post(app, contentPayload("me/other"));
  await post(app, push("bbbb2222", { note: "came with the second push" }));
  screen.press("2");
  await screen.waitFor(/❯ +3 .*me\/corpus/);
  screen.press("space");
  screen.press("j", "space");
  await screen.waitFor("2 marked");
  screen.press("=");
  await screen.waitFor(/#1 → #3 · 2 changed · 1 added/);
  await screen.waitFor(/- "aaaa1111" +\+ "bbbb2222"/);
  const paths = screen.text();
  expect(paths).toContain(".body.updatedRefs[0].newSha");
  expect(paths).toContain('+ "came with the second push"');
  expect(paths).not.toContain(".body.repo");

  screen.press("tab");
  await screen.waitFor(/#1 → #3 · \+\d −\d lines/);
  await screen.waitFor(/-\s+"newSha": "aaaa1111"/);
  await screen.waitFor(/\+\s+"newSha": "bbbb2222"/);
  screen.press("m", "x");
  await screen.waitFor(/#3 → #1/);
  await screen.waitFor(/-\s+"newSha": "bbbb2222"/);
  screen.press("x");
  await screen.waitFor(/Wrote .*delivery-3-1\.diff/);
  const written = readFileSync(join(cwd, "delivery-3-1.diff"), "utf8");
  expect(written).toMatch(/^--- delivery-3\n\+\+\+ delivery-1\n@@ /);
  expect(written).toContain('\n-  "note": "came with the second push"\n');
  screen.press("x");
  await screen.waitFor("because it exists");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("#3 → #1"));
});

it("compares a replay with its original, and a delivery with the previous of its webhook, repo and scope", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  await showDeliveries(app, ["me/corpus"]);
  screen.press("r", "enter");
  await screen.waitFor("Replayed #1 as #2");
  await screen.waitFor(/❯ +2 .*↻ ?#?1/);
  screen.press("=");
  await screen.waitFor("#1 → #2 (with its original) · identical");
  await screen.waitFor("No changes.");
  screen.press("esc", "m", "g");
  await screen.waitFor("1-2 of 2");
  screen.press("j");
  await screen.waitFor(/❯ +1 /);
  screen.press("=");
  await screen.waitFor("#1 → #2 (with its newest replay) · identical");
  screen.press("esc", "f");

  await post(app, contentPayload("me/other"));
  await screen.waitFor(/❯ +3 .*me\/other/);
  screen.press("=");
  await screen.waitFor("Delivery #3 is the first of its webhook, repo and scope.");
  await post(app, JSON.stringify(contentPayload("me/other"), null, 1));
  await screen.waitFor(/❯ +4 .*me\/other/);
  screen.press("=");
  await screen.waitFor(/#3 → #4 \(with the previous one of this repo\) · 1 changed/);
  await screen.waitFor('.headers["content-length"]');
  screen.press("esc");

  await post(app, "not json");
  await post(app, "not json either");
  await screen.waitFor(/❯ +6 .*bad JSON/);
  screen.press("=");
  await screen.waitFor("Delivery #6 names no webhook, repo or scope. Mark two to compare them.");
  screen.press("enter");
  await screen.waitFor("── schema");
  await screen.waitFor("── timeline");
  expect(screen.text()).not.toContain("the one before");
});
