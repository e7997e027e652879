import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook } from "../support/app/steps.ts";

/** Presses `y` and returns the text that it copies. */
async function copied({ screen }: OpenApp): Promise<string> {
  const { length } = screen.copied;
  screen.press("y");
  await screen.waitUntil((now) => now.copied.length > length);
  return screen.copied.at(-1) ?? "";
}

it("shows the first steps with their keys, and copies a command that sends a valid delivery", async () => {
  const app = await mountAttached({ columns: 120, rows: 30 });
  const { screen } = app;
  await screen.waitFor(
    "1. Press c, then Enter through the form. It creates a webhook and sends it a test event.",
  );
  await screen.waitFor("2. Press 2 to look at the delivery.");
  await screen.waitFor("y copies a command that sends one.");
  await screen.waitFor("The receiver asks for no secret; g r sets one.");
  const command = await copied(app);
  expect(command).toContain(
    `curl -X POST ${app.receiver}/webhooks/inbox -H 'Content-Type: application/json'`,
  );
  screen.press("2");
  await screen.waitFor("1. Press 1 and c, then Enter through the form.");
  await screen.waitFor("2. The delivery appears here.");
  expect(await copied(app)).toBe(command);

  const { stdout } = await promisify(execFile)("bash", [
    "-c",
    `${command} -s -o /dev/null -w '%{http_code}'`,
  ]);
  expect(stdout).toBe("200");
  await screen.waitFor(/✓ 200 .*dataset:me\/corpus/);
  expect(screen.text()).not.toContain("The delivery appears here");
  screen.press("enter");
  await screen.waitFor("Request");
  expect(screen.text()).not.toContain("schema");

  screen.press("1");
  await screen.waitFor("1. Press c");
  await addWebhook(app);
  expect(screen.text()).not.toContain("Press c");
});

it.each([
  [40, 10],
  [40, 30],
])("shows the steps at %dx%d, and names the secret's variable", async (columns, rows) => {
  const app = await mountApp({ columns, rows, env: { WEBHOOK_SECRET: "s3cret-of-test" } });
  const { screen } = app;
  await screen.waitFor(/1\. Press c, then Enter/);
  // A key closes the warning of a taken port.
  screen.press("1");
  await screen.waitFor(/2\. Press 2 to look/);
  const command = await copied(app);
  expect(command).toMatch(/^printf 'x-webhook-secret: %s\\n' "\$WEBHOOK_SECRET" \| curl .* -H @- /);
  expect(screen.text()).not.toContain("s3cret-of-test");
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-c", `${command} -s -o /dev/null -w '%{http_code}'`],
    {
      env: { ...process.env, WEBHOOK_SECRET: "s3cret-of-test" },
    },
  );
  expect(stdout).toBe("200");
});

it.each([
  ["1", "No webhooks yet"],
  ["2", "No deliveries yet"],
])("scrolls steps that do not fit on screen %s", async (key, start) => {
  const { screen } = await mountAttached({ columns: 120, rows: 30 });
  screen.press(key);
  await screen.waitFor(start);
  screen.resize(40, 10);
  await screen.waitFor(/1-6 of \d\d/);
  expect(screen.text()).not.toContain("g r sets");
  screen.press("G");
  await screen.waitFor(/-(\d\d) of \1 /);
  screen.press("g", "g");
  await screen.waitFor(/ {2}1\. Press/);
  screen.resize(120, 30);
  await screen.waitFor("g r sets one.");
  expect(screen.text()).not.toMatch(/1-\d+ of/);
});

it("wraps the error of a filter below its place, and keeps the rows", async () => {
  const app = await mountAttached({ columns: 60, rows: 20 });
  const { screen } = app;
  screen.press("2");
  await fetch(`${app.receiver}/webhooks/inbox`, { method: "POST", body: "{}" });
  await screen.waitFor(/❯ +1 .* ✓ 200 /);
  screen.press("/");
  screen.type("is:failed statsu:>400");
  await screen.waitFor(/✗ unknown key/);
  expect(screen.row(/✗ unknown key/)).toBe(screen.row(/statsu:>400/) + 1);
  const text = screen.text().replaceAll(/[│┃\s]+/g, " ");
  expect(text).toContain("Perhaps you mean status:, or quote a text with a colon.");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("✗ unknown key"));
  await screen.waitFor(/❯ +1 .* ✓ 200 /);
});
