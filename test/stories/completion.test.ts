import { expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post } from "../support/app/steps.ts";

async function openForm({ screen }: OpenApp): Promise<void> {
  screen.press("c");
  await screen.waitFor("Create a webhook");
}

async function createRepo(app: OpenApp, name: string, type: string): Promise<void> {
  const { url, token } = app.role("hub");
  const response = await fetch(`${url}/api/repos/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name, type }),
  });
  expect(response.status).toBe(200);
}

it.each([
  [80, 24],
  [40, 10],
])("completes watched items from types, deliveries and the hub's repos at %dx%d", async (columns, rows) => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  await createRepo(app, "corpus-a", "dataset");
  await post(app, contentPayload("acme/corpus-b"));
  screen.resize(columns, rows);
  await screen.waitUntil(isDrawn);
  await openForm(app);
  screen.type("org:first, CORPUS");
  await screen.waitFor(/dataset:me\/corpus-a/);
  await screen.waitFor(/dataset:acme\/corpus-b/);
  screen.press("down");
  await screen.waitFor(/❯ dataset:/);
  screen.press("down");
  await screen.waitFor(/❯ dataset:acme\/corpus-b/);
  screen.press("tab");
  await screen.waitFor(/Watch +(?:org:first,|…) dataset:acme\/corpus-b/);
  expect(screen.text()).not.toContain("corpus-a");
  screen.press("enter");
  await screen.waitFor(/Watch +org:first/);

  // A type is completed further. Esc closes the list, and only then the form.
  screen.type("mod");
  await screen.waitFor(/ model:/);
  screen.press("down", "enter");
  await screen.waitFor(/❯ +model: /);
  screen.type("acme/x");
  screen.press("enter");
  await screen.waitFor(/\+ type:name/);
  screen.type("dataset:a");
  await screen.waitFor("Esc close");
  screen.press("esc");
  await screen.waitFor("Esc cancel");
  await screen.waitFor("Create a webhook");
  screen.press("esc");
  await screen.waitFor(/[Dd]iscard/);
});

it("completes the URL, the ID of a Job and the forward target", async () => {
  const app = await mountAttached({ columns: 120, rows: 30 });
  const { screen } = app;
  await addWebhook(app, "dataset:me/corpus", "https://example.org/hooks/a");
  const { id } = await app.hub.runJob({ command: ["sh", "-c", "echo trained"], image: "python:3.12" });
  await openForm(app);
  screen.press("shift+tab", "ctrl+u", "ctrl+k");
  screen.type("EXAMPLE");
  await screen.waitFor(/ {4,}https:\/\/example\.org\/hooks\/a/);
  screen.press("up", "tab");
  await screen.waitFor(/❯ URL +https:\/\/example\.org\/hooks\/a/);

  screen.press("shift+tab", "space", "tab", "ctrl+space");
  await screen.waitFor(new RegExp(`${id} .*echo trained`));
  screen.press("down", "enter");
  await screen.waitFor(new RegExp(`❯ Job ID +${id}`));
  expect(screen.text()).not.toMatch(new RegExp(`${id} .*echo trained`));
  await screen.waitFor("runs sh -c 'echo trained'");
  screen.press("esc");
  await screen.waitFor(/[Dd]iscard/);
  screen.press("y");
  await screen.waitUntil((now) => !now.text().includes("Create a webhook"));

  const forward = async () => {
    screen.press(":");
    screen.type("forward deliveries");
    screen.press("enter");
    await screen.waitFor(/❯ Target/);
  };
  await forward();
  screen.type("http://127.0.0.1:3999/hooked");
  screen.press("enter");
  await screen.waitFor("Forwarding deliveries to");
  // The app remembers the targets that the receiver reports.
  await screen.waitUntil((now) => now.line(0).includes(":3999"));
  await forward();
  screen.press("ctrl+u");
  screen.press("ctrl+s");
  await screen.waitFor("Forwarding stopped");
  // The state of the receiver follows the message; a current target is not suggested.
  await screen.waitUntil((now) => !now.line(0).includes(":3999"));
  await forward();
  screen.press("ctrl+u");
  screen.type("hooked");
  await screen.waitFor(/ {4,}http:\/\/127\.0\.0\.1:3999\/hooked/);
  screen.press("down", "enter");
  await screen.waitFor(/❯ Target +http:\/\/127\.0\.0\.1:3999\/hooked/);
});
