import { expect, it } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries, withoutWebhooks } from "../support/app/steps.ts";
import { shared } from "../support/shared.ts";

const mounted = shared(() => mountAttached({ env: { EDITOR: "true" } }));

/** Opens the form of a new webhook with an empty, focused URL field. */
async function openEmptyUrl(app: OpenApp): Promise<void> {
  const { screen } = app;
  screen.press("1", "c");
  await screen.waitFor("❯ Watch");
  screen.press("shift+tab", "ctrl+u");
  await screen.waitFor(/❯ URL +https:\/\/example\.org\/hook/);
}

it("handles every key of one read", async () => {
  const app = mounted();
  const { screen } = app;
  await showDeliveries(app, []);
  await Promise.all(Array.from({ length: 40 }, (_, index) => post(app, contentPayload(`me/${index}`))));
  await screen.waitFor(/^[│┃]?❯/);
  await screen.waitUntil((now) => /#40 +UTC$/.test(now.line(now.rows - 2)) && now.row(/me\/\d+ .*ms/) === 4);
  screen.send("j".repeat(20));
  await screen.waitFor(/paused · #20 /);
  screen.send("kkkjk/");
  await screen.waitFor(/#23 +UTC/);
  await screen.waitUntil((now) => now.cursor.visible);
  // Keys after the one that opens a field are text.
  screen.press("esc");
  await screen.waitUntil((now) => !now.cursor.visible);
  screen.send("/qjG?");
  await screen.waitFor(/^[│┃] +filter +qjG\?/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.cursor.visible);
});

it("inserts a paste of 10 KB unchanged, undoes it in one step, and runs none of its keys", async () => {
  const app = mounted();
  const { screen } = app;
  await openEmptyUrl(app);
  screen.type("https://a.example/");
  // Contains keys of the app, including Ctrl+C and Esc, and line breaks.
  const pasted = `q1dy?/:${"\u0003"}${"\u001b"}[31m\n${"0123456789".repeat(1_000)}end`;
  screen.paste(pasted);
  await screen.waitFor(/❯ URL .*0123456789end/);
  await screen.waitFor("Create a webhook");
  screen.press("home");
  await screen.waitFor(/❯ URL +https:\/\/a\.example\/q1dy\?\/:␃␛\[31m 0123/);
  screen.press("ctrl+_");
  await screen.waitFor(/❯ URL +https:\/\/a\.example\/ +│/);

  screen.press("end");
  const whole = `path?q=${"x".repeat(10_000)}`;
  screen.paste(whole);
  await screen.waitFor(/xxxxxxxxxx/);
  screen.press("tab");
  screen.type("org:acme");
  screen.press("ctrl+s");
  await screen.waitFor(/Webhook [0-9a-f]{24} created/);
  expect((await app.hub.listWebhooks())[0]?.url).toBe(`https://a.example/${whole}`);
  await withoutWebhooks(app);
});

it("ignores pasted text without a text field", async () => {
  const { screen } = mounted();
  screen.paste("qnd?1234\u0003");
  screen.press("3");
  await screen.waitFor(/^[│┃]?❯ · academic\.yaml/);
});

it("places the cursor at the caret, also after wide characters, and edits by grapheme", async () => {
  const app = mounted();
  const { screen } = app;
  await openEmptyUrl(app);
  const { x: start, y } = screen.cursor;
  expect(screen.cursor.visible).toBe(true);
  const at = (x: number) => screen.waitUntil((now) => now.cursor.x === start + x && now.cursor.y === y);
  screen.type("a日本");
  await at(5);
  screen.type("👩‍👩‍👧");
  await at(7);
  screen.type("e\u0301x");
  await at(9);
  screen.press("left", "left", "left");
  await at(5);
  screen.press("backspace");
  await screen.waitFor(/❯ URL +a日👩‍👩‍👧e\u0301x/u);
  await at(3);
  screen.press("delete", "home");
  await screen.waitFor(/❯ URL +a日e\u0301x/u);
  await at(0);
  screen.press("ctrl+e", "ctrl+w");
  await at(0);
  screen.press("alt+z");
  await at(5);
  screen.press("esc");
  await screen.waitFor("Discard changes?");
  screen.press("y");
  await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
});

it("survives Ctrl+L and m e pressed twice in one read", async () => {
  const app = mounted();
  const { screen } = app;
  await post(app, contentPayload("me/corpus"));
  screen.press("2", "f");
  await screen.waitFor(/❯.*dataset:me\/corpus/);
  screen.press("enter");
  await screen.waitFor('"scope": "repo.content"');
  screen.send("\f\f");
  screen.send("meme");
  screen.send("\fme\f");
  screen.press("1");
  await screen.waitFor("No webhooks yet");
  expect(screen.alternate).toBe(true);
});
