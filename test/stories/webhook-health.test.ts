import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { addWebhook } from "../support/app/steps.ts";

it("F that is pressed while the checks run fixes what they find", async () => {
  const app = await mountApp({ columns: 120, rows: 40 });
  const { screen, hub } = app;
  const { id } = await addWebhook(app);
  await hub.disableWebhook(id);
  screen.press("r");
  await screen.waitFor("F enable");
  screen.press("!", "F");
  await screen.waitFor(`Webhook ${id} enabled`);
  await screen.waitFor("nothing fails");
  expect((await hub.getWebhook(id)).disabled).toBe(false);

  // Two presses fix once, and a press with nothing to fix does nothing.
  await hub.disableWebhook(id);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Why does nothing arrive?"));
  screen.press("r");
  await screen.waitFor("F enable");
  screen.press("!", "F", "F");
  await screen.waitFor("nothing fails");
  expect((await hub.getWebhook(id)).disabled).toBe(false);
});
