import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { freePort } from "../support/tunnel/free-port.ts";

const size = { columns: 120, rows: 40 };

/** Runs a command of the menu of forwards by its first letters. */
function runInMenu({ screen }: OpenApp, title: string): void {
  screen.type(title);
  screen.press("enter");
}

/** Sets the target of the forward in its menu. */
async function setTarget(app: OpenApp, target: string): Promise<void> {
  const { screen } = app;
  screen.press("2", "m", "f");
  await screen.waitFor("Change the forward target");
  runInMenu(app, "change");
  await screen.waitFor(/│ ❯ Target/);
  screen.type(target);
  screen.press("enter");
  await screen.waitFor("Forwarding deliveries to");
}

it("holds the forward, shows what waits, resumes it, and the deliveries arrive in order", async () => {
  const target = await httpTarget(always(200));
  const app = await mountAttached(size);
  const { screen } = app;
  await setTarget(app, target.url);
  await screen.waitFor(/→:\d+ ✓/);
  screen.press("m", "f");
  await screen.waitFor("None waits.");
  runInMenu(app, "hold");
  await screen.waitFor("Forwards are held; deliveries wait");
  for (const n of [1, 2]) expect(await post(app, contentPayload(`me/n${n}`))).toBe(202);
  const answer = await fetch(`${app.receiver}/webhooks/inbox`, {
    method: "POST",
    body: JSON.stringify(contentPayload("me/n3")),
  });
  expect([answer.status, await answer.json()]).toEqual([
    202,
    {
      ok: true,
      message: "The delivery is stored and in the queue, which is held. It is handled after resume.",
    },
  ]);
  await screen.waitFor(/→:\d+ ✓ held · 3 wait/);
  await screen.waitFor("forwards held, 3 wait, m f resumes");
  expect(target.seen).toEqual([]);
  screen.press("m", "f");
  await screen.waitFor("Held: nothing is sent, 3 deliveries wait.");
  await screen.waitFor("Retry all matching forwards now · forwards are held");
  runInMenu(app, "show w");
  await screen.waitFor("3 of 3");
  screen.press("m", "f");
  runInMenu(app, "hold");
  await screen.waitFor("Forwards are resumed");
  await target.received(3);
  expect(target.seen.map(({ body }) => (JSON.parse(body) as { repo: { name: string } }).repo.name)).toEqual([
    "me/n1",
    "me/n2",
    "me/n3",
  ]);
  await screen.waitUntil((now) => !/held|wait/.test(now.line(0)));
});

/** Opens the app with three deliveries that wait for a target that is down. Returns the port of the target, too. */
async function openWithThreeWaiting() {
  const port = await freePort();
  const app = await mountAttached(size);
  const { screen } = app;
  await setTarget(app, String(port));
  await screen.waitFor(/→:\d+ ✗ down/);
  const posts = ["me/one", "me/two", "me/three"].map((repo) => post(app, contentPayload(repo)));
  expect(await Promise.all(posts)).toEqual([202, 202, 202]);
  await screen.waitFor(/· 3 wait/, 20_000);
  await screen.waitFor(/❯ +3 /);
  // The fifth attempt is due half a minute later.
  await screen.waitFor(/connection refused · attempt 4 /);
  return { app, screen, port };
}

it("retries one waiting forward now, and drops all matching ones after a question", async () => {
  const { app, screen } = await openWithThreeWaiting();
  await screen.waitFor("forwards: 3 wait, m f retries or drops");
  screen.press("m", "f");
  await screen.waitFor(/Retry chosen forwards now · #3, 1 waiting/);
  runInMenu(app, "retry c");
  await screen.waitFor("Sending 1 waiting forward");
  // The target is still down.
  await screen.waitFor(/connection refused · attempt 5 /);
  await screen.waitFor(/· 3 wait/);

  screen.press("m", "f");
  runInMenu(app, "waiting");
  await screen.waitFor("3 of 3");
  screen.press("j");
  await screen.waitFor(/^ paused/);
  screen.press("m", "f");
  await screen.waitFor(/Drop all matching forwards · all that match the filter, 3 waiting/);
  runInMenu(app, "drop all");
  await screen.waitFor("Drop 3 waiting forwards of all that match the filter?");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Drop 3 waiting"));
  await screen.waitUntil((now) => now.line(0).includes("3 wait"));
  screen.press("m", "f");
  await screen.waitFor(/all that match the filter, 3 waiting/);
  runInMenu(app, "drop all");
  await screen.waitFor("Drop 3 waiting forwards");
  screen.press("y");
  await screen.waitFor("Dropped 3 waiting forwards");
  await screen.waitUntil((now) => !now.line(0).includes("wait"));
  // They no longer match, although the list is paused.
  await screen.waitFor("No deliveries match");
}, 60_000);

it("sends what waits when the target is back", async () => {
  const { screen, port } = await openWithThreeWaiting();
  const target = await httpTarget(always(200), port);
  await target.received(3);
  await screen.waitUntil((now) => !now.line(0).includes("wait"));
});

it("says after quitting how many deliveries wait for the next start", async () => {
  const app = await mountApp(size);
  const { screen } = app;
  await setTarget(app, String(await freePort()));
  await screen.waitFor(/→:\d+ ✗ down/);
  const posted = post(app);
  await screen.waitFor(/· 1 wait/);
  screen.press("q");
  await screen.waitFor("1 delivery waits in the queue for the next start");
  expect(await posted).toBe(202);
});

it("shows the rules with the health of their targets, and keeps them when the target changes", async () => {
  const target = await httpTarget(always(200));
  const closed = await freePort();
  const home = dirname(freshDataDir());
  mkdirSync(join(home, "hooklens"));
  writeFileSync(
    join(home, "hooklens", "config.yaml"),
    `receiver: { forwardRules: [{ where: "repo:me/*", to: "${target.url}" }, { where: "scope:discussion", to: "${closed}" }] }\n`,
  );
  const app = await mountApp({ ...size, env: { XDG_CONFIG_HOME: home } });
  const { screen } = app;
  await screen.waitFor(/→ 2 rules ✗ down/);
  screen.press("2", "m", "f");
  await screen.waitFor(`repo:me/* → ${target.url}/ ✓`);
  await screen.waitFor(/scope:discussion → http:\/\/127\.0\.0\.1:\d+\/ ✗ connection refused/);
  await screen.waitFor("other deliveries → none");
  runInMenu(app, "change");
  await screen.waitFor("These rules keep their targets; other deliveries go to this one:");
  expect(screen.text()).not.toContain("Leave empty to stop forwarding");
  screen.type(target.url);
  screen.press("enter");
  await screen.waitFor(/Forwarding deliveries to .*; 2 rules keep their targets/);
  await screen.waitFor(/→:\d+ ✓ rule ✗/);
  screen.press("m", "f");
  runInMenu(app, "target");
  await screen.waitFor("Leave empty to stop forwarding.");
});
