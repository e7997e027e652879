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
  await screen.waitFor(/❯ +1 .* ⋯ +inbox .*me\/slow/);
  await screen.waitFor(/❯ +1 .* ⋯ [1-9]s +inbox .*me\/slow/);
  const age = screen.line(screen.row(/⋯ [1-9]s/));
  await screen.waitUntil((now) => /⋯ [2-9]s/.test(now.text()) && now.line(now.row(/⋯ [2-9]s/)) !== age);
  for (const response of waiting) response.end("{}");
  expect(await answered).toBe(200);
  await screen.waitFor(/❯ +1 .* ✓ 200 +inbox .*me\/slow/);
  // The histogram follows within a second.
  await screen.waitUntil((now) => !now.text().includes("⋯"));
});
