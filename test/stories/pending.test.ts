import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";

it("counts the age of a pending delivery, until it is handled", async () => {
  const waiting: ServerResponse[] = [];
  const target = createServer((request, response) => {
    request.resume();
    waiting.push(response);
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  onTestFinished(() => {
    target.closeAllConnections();
    target.close();
  });
  const { port } = target.address() as AddressInfo;
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  screen.press("2", ":");
  screen.type("forward deliveries");
  screen.press("enter");
  await screen.waitFor(/│ ❯ Target/);
  screen.type(String(port));
  screen.press("enter");
  await screen.waitFor("Forwarding deliveries to");
  const answered = post(app, contentPayload("me/slow"));
  const age = () => Number(/❯ +1 .* ⋯ (\d+)s +inbox .*me\/slow/.exec(screen.text())?.[1] ?? 0);
  await screen.waitUntil(() => age() > 0);
  const first = age();
  await screen.waitUntil(() => age() > first);
  for (const response of waiting) response.end("{}");
  expect(await answered).toBe(200);
  await screen.waitFor(/❯ +1 .* ✓ 200 +inbox .*me\/slow/);
  // The histogram follows within a second.
  await screen.waitUntil((now) => !now.text().includes("⋯"));
});
