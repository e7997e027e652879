import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, showDeliveries } from "../support/app/steps.ts";
import { httpTarget } from "../support/http-target.ts";

it("replays a delivery through its route as a new row that names the original", async () => {
  const app = await mountAttached();
  const { screen } = app;
  await showDeliveries(app, ["me/corpus"]);
  screen.press("r");
  await screen.waitFor("Replay delivery #1");
  await screen.waitFor("(•) its route");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Replay delivery"));
  screen.press("r", "enter");
  await screen.waitFor("Replayed #1 as #2: 200");
  await screen.waitFor(/^[│┃]?❯.*✓ 200 .*↻ 1 /);
});

it("replays to a URL, prefills it the next time, and shows a failing target", async () => {
  let status = 201;
  const target = await httpTarget((_, response) => {
    response.writeHead(status).end("said the target");
  });
  const app = await mountAttached();
  const { screen } = app;
  await showDeliveries(app, ["me/corpus"]);
  screen.press("r", "right", "tab");
  await screen.waitFor("(•) a URL");
  screen.type("not a url");
  screen.press("enter");
  await screen.waitFor("✗");
  await screen.waitFor("URL       not a url");
  screen.press("ctrl+u");
  screen.type(`${target.url}/hook`);
  screen.press("enter");
  await screen.waitFor("Replayed #1 as #2: 201");
  await screen.waitFor(/^[│┃]?❯.*✓ 201 .*↻ /);
  expect(target.seen).toMatchObject([{ method: "POST", path: "/hook" }]);
  expect(JSON.parse(target.seen[0]?.body ?? "")).toEqual(contentPayload("me/corpus"));
  await screen.waitFor(/^[│┃]?❯.*✓ 201 .*↻ /);

  status = 500;
  screen.press("r", "right", "tab");
  await screen.waitFor(`URL       ${target.url}/hook`);
  screen.press("enter");
  await screen.waitFor(/✗ Replayed #2 as #3: 500\./);
  await screen.waitFor(/^[│┃]?❯.*✗ 500 .* 3 tries ✓ 2 · responded/);

  await target.close();
  screen.press("r", "right", "tab", "enter");
  await screen.waitFor(/✗ Replayed #3 as #4: .*(refused|ECONNREFUSED)/);
  await screen.waitFor(/^[│┃]?❯.*✗ —/);
  screen.press("enter", "tab", "tab", "tab");
  await screen.waitFor("[Attempts 1]");
  await screen.waitFor(/✗ — .* connection refused/);
  await screen.waitFor(`to ${target.url}/hook`);
});
