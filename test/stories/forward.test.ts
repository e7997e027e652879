import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { freePort } from "../support/tunnel/free-port.ts";

/** Starts and stops a target at a fixed address. */
async function comingTarget() {
  const port = await freePort();
  let server: Server | null = null;
  const target = {
    port,
    async start() {
      server = createServer((request, response) => {
        request.resume().on("end", () => response.end('{"said":"the target"}'));
      }).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async stop() {
      const stopping = server;
      server = null;
      if (stopping === null) return;
      stopping.closeAllConnections();
      stopping.close();
      await once(stopping, "close");
    },
  };
  onTestFinished(target.stop);
  return target;
}

async function askForward({ screen }: OpenApp): Promise<void> {
  screen.press(":");
  screen.type("forward deliveries");
  screen.press("enter");
  await screen.waitFor("Forward deliveries");
  await screen.waitFor(/│ ❯ Target/);
}

it.each([
  [80, 24],
  [120, 40],
])("forwards to the typed target, and shows its health and the result, at %dx%d", async (columns, rows) => {
  const target = await comingTarget();
  await target.start();
  const app = await mountAttached({ columns, rows });
  const { screen } = app;
  await askForward(app);
  screen.type("not an address");
  screen.press("enter");
  await screen.waitFor('✗ "not an address" is not a forward target');
  screen.press("ctrl+u");
  screen.type(`${target.port}/hook`);
  screen.press("enter");
  await screen.waitFor("Forwarding deliveries to");
  await screen.waitFor(new RegExp(`→:${target.port} ✓`));

  screen.press("2");
  expect(await post(app, contentPayload("me/one"))).toBe(200);
  await screen.waitFor(/^[│┃]?❯ .* ✓ 200 .*dataset:me\/one/);
  await target.stop();
  const second = post(app, contentPayload("me/two"));
  await screen.waitFor(/✗ down \d+ s|✗ down now/);
  await screen.waitFor(/^[│┃]?❯ .* ⋯ /);
  await screen.waitFor(/└ [23] ✗ — +forward connection refused · attempt [23] · next (in \d s|now)/);
  await target.start();
  expect(await second).toBe(200);
  await screen.waitFor(/^[│┃]?❯ .* ✓ 200 .*dataset:me\/two/);
  await screen.waitUntil((now) => !now.text().includes("└") && !now.line(0).includes("down"));

  screen.press("enter", "tab", "tab", "tab");
  await screen.waitFor("[Attempts");
  await screen.waitFor(/✗ — \d{4}-\d\d-\d\d .* ms · /);
  await screen.waitFor('"said": "the target"');
});

it("stops forwarding with an empty target, and changes nothing on Esc", async () => {
  const target = await comingTarget();
  await target.start();
  const app = await mountAttached({ columns: 120 });
  const { screen } = app;
  await askForward(app);
  screen.type(`${target.port}`);
  screen.press("enter");
  await screen.waitFor("✓ ");
  await screen.waitFor(new RegExp(`→:${target.port} ✓`));
  await askForward(app);
  await screen.waitFor(`Target    http://127.0.0.1:${target.port}/`);
  screen.press("ctrl+u", "esc");
  await screen.waitUntil((now) => !now.text().includes("Forward deliveries"));
  expect(screen.line(0)).toContain("→");
  await askForward(app);
  screen.press("ctrl+u", "enter");
  await screen.waitFor("Forwarding stopped");
  await screen.waitUntil((now) => !now.line(0).includes("→"));
});
