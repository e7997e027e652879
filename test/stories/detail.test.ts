import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { fullPayload } from "../support/sample-payload.ts";

const size = { columns: 120, rows: 40 };

/** Returns a payload of a push. */
function push(sha: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const payload = fullPayload();
  const repo = { ...(payload["repo"] as Record<string, unknown>), headSha: sha.repeat(40), ...more };
  return { ...payload, repo };
}

it("shows the response of a handler that fails, with what it printed, and the times that are known", async () => {
  const { path: handlers } = handlersDirectory({
    "train.mjs": `export default async function train(payload) {
      console.log("training on", payload.repo.name);
      console.error("no GPU left");
      throw new Error("no GPU");
    }`,
  });
  const config = freshDataDir("config");
  mkdirSync(join(config, "hooklens"), { recursive: true });
  writeFileSync(join(config, "hooklens", "config.yaml"), JSON.stringify({ receiver: { handlers } }));
  const app = await mountApp({ ...size, env: { XDG_CONFIG_HOME: config } });
  const { screen } = app;
  expect(await post(app, push("a"), { path: "/webhooks/train" })).toBe(500);
  screen.press("2");
  await screen.waitFor(/❯.* 500 /);
  screen.press("enter");
  await screen.waitFor(/^┏━ Request of #1 · repo.content update · dataset:me\/corpus .*╭─ \[Response\]/);
  await screen.waitFor(/│ ✗ 500 from handler train · [\d.]+ m?s/);
  await screen.waitFor(/│ ✗ handler train threw: .*no GPU/);
  await screen.waitFor(/│ \d\d:\d\d:\d\d\.\d{3} {2}received from 127\.0\.0\.1/);
  await screen.waitFor(/│ {15}no secret required/);
  await screen.waitFor(/│ {15}stored/);
  await screen.waitFor(/│ +\+[\d.]+ m?s {2}✗ 500 answered by handler train/);
  await screen.waitFor("training on me/corpus");
  await screen.waitFor("no GPU left");
  await screen.waitFor('"error": "The handler failed."');

  // A narrow window shows the same in the tab.
  screen.resize(80, 24);
  await screen.waitFor(/^╭─ \[Request\] Response Headers/);
  screen.press("tab");
  await screen.waitFor("[Response]");
  await screen.waitFor("training on me/corpus");
});

it("jumps to the fields that violate the schema, and says what is wrong beside them", async () => {
  const app = await mountAttached({ columns: 120, rows: 16 });
  const { screen } = app;
  const list = Array.from({ length: 30 }, (_, index) => index);
  const broken = { list, ...push("a", { private: "no", name: 5 }) };
  await post(app, push("b"));
  await post(app, broken);
  screen.press("2");
  await screen.waitFor(/❯.* 200 /);
  screen.press("enter");
  await screen.waitFor("Request of #2");
  screen.press("g", "v");
  await screen.waitFor(/┃❯ +"name": 5,  ✗ repo\.name is not a string/);
  screen.press("g", "v");
  await screen.waitFor(/┃❯ +"private": "no",  ✗ repo\.private is not a boolean/);
  // The path under the cursor is in the border.
  await screen.waitFor(/^┗━ line \d+ of \d+ · \.repo\.private /);
  screen.press("g", "v");
  await screen.waitFor(/┃❯ +"name": 5/);

  // Enter on a violation of the list below goes to its field.
  screen.press("G");
  await screen.waitUntil((now) => now.row(/┃❯ +"name"/) === -1);
  screen.press("/");
  await screen.waitFor("search");
  screen.type("✗ repo.private");
  await screen.waitFor("1 of 1 hit");
  screen.press("enter", "enter");
  await screen.waitFor(/┃❯ +"private": "no"/);

  screen.press("]");
  await screen.waitFor("Request of #1");
  // During a search n goes to its hits, else to the next open failure.
  screen.press("n");
  await screen.waitFor("The text has no hits.");
  screen.press("esc", "g", "v");
  await screen.waitFor("No field violates the schema.");
  screen.press("n");
  await screen.waitFor(/No .*failure is open/);
});

it("compares with the delivery before of the same webhook, repo and scope", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  await post(app, push("a"));
  await post(app, { ...push("c"), webhook: { id: "ffffe855e30d9209411de93b", version: 3 } });
  await post(app, push("b", { private: true }));
  screen.press("2");
  await screen.waitFor("1-3 of 3");
  screen.press("enter");
  await screen.waitFor("Request of #3");
  // The lines of the comparison follow those of the payload.
  await screen.waitFor(/line 1 of 9\d/);
  screen.press("G");
  await screen.waitFor(/── compared with the previous one ─/);
  await screen.waitFor(/ #1 {2}\d{4}-\d\d-\d\d [\d:]+ {2}✓ 200/);
  await screen.waitFor(/^. \.body\.repo\.private/);
  await screen.waitFor(/- false +\+ true/);
  await screen.waitFor(new RegExp(`- "a{40}"|- "a+`));
  expect(screen.text()).not.toContain("ffffe855");

  screen.press("]");
  await screen.waitFor("Request of #2");
  await screen.waitFor(/line 1 of 8[6-9]/);
  screen.press("G");
  await screen.waitFor("There is none.");
});

it("lists the tries of an event, and goes to one and back", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  await post(app, push("a"));
  screen.press("2");
  await screen.waitFor(/❯.* 200 /);
  screen.press("r");
  await screen.waitFor("Replay delivery #1");
  screen.press("enter");
  await screen.waitFor("Replayed #1 as #2");
  await screen.waitFor(/❯ +2 \d\d:\d\d/);
  // Its first try is folded away; opening it shows all of them.
  screen.press("enter");
  await screen.waitFor("Request of #2");
  await screen.waitFor(/── tries of this event ─/);
  screen.press("tab", "/");
  screen.type("#1  20");
  await screen.waitFor(/┃❯#1 {2}/);
  screen.press("enter", "enter");
  await screen.waitFor("Request of #1");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("hit"));
  await screen.waitFor("Filtered by the 2 tries of the event of #1.");
  await screen.waitFor(/[│┃] #2 {2}\d{4}-/);
  // A replay that arrives meanwhile appears.
  screen.press("r");
  await screen.waitFor("Replay delivery #1");
  screen.press("enter");
  await screen.waitFor(/[│┃] #3 {2}\d{4}-/);

  screen.press("/");
  screen.type("#3");
  await screen.waitFor(/┃❯#3 {2}/);
  screen.press("enter", "enter");
  await screen.waitFor("Request of #3");
  await screen.waitFor(/replay of +#1/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("hit"));
  // The lines of the comparison follow the 83 of the payload.
  await screen.waitFor(/line 1 of 87 /);
  screen.press("shift+tab", "G");
  await screen.waitFor(/── compared with its original ─/);
  screen.press("tab");
  screen.click(screen.line(screen.row(/replay of +#1/)).indexOf("#1"), screen.row(/replay of +#1/));
  await screen.waitFor("Request of #1");
});

it("goes to the neighbors in the filtered list without leaving the tab", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  for (const sha of ["a", "b", "c"]) await post(app, push(sha));
  await post(app, "not json");
  await post(app, push("d"));
  screen.press("2");
  await screen.waitFor(/1-5 of 5/);
  screen.press("/");
  screen.type("-is:failed");
  screen.press("enter");
  await screen.waitFor(/1-4 of 4/);
  screen.press("enter", "tab", "tab");
  await screen.waitFor(/Request of #5 .*\[Headers/);
  screen.press("]");
  await screen.waitFor(/Request of #3 .*\[Headers/);
  screen.press("]", "]");
  await screen.waitFor(/Request of #1 .*\[Headers/);
  screen.press("]");
  await screen.waitFor("No older delivery in the list.");
  screen.press("[");
  await screen.waitFor(/Request of #2 .*\[Headers/);
  screen.press("esc");
  await screen.waitFor(/❯.*b{7}|❯.* 200 /);
});

it("lets the terminal open the pages of a payload, and no other address", async () => {
  const app = await mountAttached(size);
  const { screen } = app;
  const url = { web: "https://huggingface.co/x\u001b]0;evil\u0007\u202e", api: "javascript:alert(1)" };
  await post(app, push("a", { url }));
  screen.press("2");
  await screen.waitFor(/❯.* 200 /);
  screen.press("enter");
  await screen.waitFor("Request of #1");
  await screen.waitFor(/── pages ─/);
  const links = [...screen.raw.matchAll(/\u001b\]8;;([^\u001b\u0007]*)/g)].map(([, address]) => address);
  expect(new Set(links)).toContain("https://huggingface.co/x%1B]0;evil%07%E2%80%AE");
  expect(new Set(links)).toContain(`https://huggingface.co/x%1B]0;evil%07%E2%80%AE/commit/${"a".repeat(40)}`);
  expect(links.every((address) => address === "" || /^https?:[!-~]+$/.test(address ?? ""))).toBe(true);
  expect(links.join()).not.toContain("javascript");
  // Links take no columns.
  expect(screen.line(screen.row(/"api"/)).length).toBe(120);
  expect(screen.line(screen.row(/"web"/)).length).toBe(120);
});

it("opens a refused body at its reason, which the list shows above the payload, at 80x24 too", async () => {
  const app = await mountAttached({ columns: 80, rows: 24 });
  const { screen } = app;
  await post(app, '{"event": {"action": "update", "scope": "repo.content"}, "repo": oops}');
  screen.press("2");
  await screen.waitFor(/❯.* 400 /);
  screen.press("/");
  screen.type("oops");
  screen.press("enter");
  await screen.waitFor("1 of 1");
  screen.press("enter");
  await screen.waitFor(/\[Response\]/);
  await screen.waitFor('✗ bad JSON: "oops" instead of a value at 1:66');
  screen.press("shift+tab");
  await screen.waitFor(/\[Request\]/);
  await screen.waitFor("✗ not JSON at 1:66");
  expect(screen.row(/✗ bad JSON/)).toBeLessThan(screen.row(/"event"/));
});
