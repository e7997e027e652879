import { contentPayload, post } from "../../../test/support/app/steps.ts";
import type { PicturedApp, Pictures, Start } from "../pictures.ts";

type States = Pictures["states"];

/** Creates pictures that start on the Webhooks screen with its webhooks. */
export function onWebhooks(of: string, states: States): Pictures {
  return {
    of,
    start: { data: "filled" },
    async *states(app) {
      await app.screen.waitFor("/corpus");
      yield* states(app);
    },
  };
}

/** Creates pictures that start on the Deliveries screen with the newest delivery, which no handler answers. */
export function onDeliveries(of: string, states: States, env: Start["env"] = {}): Pictures {
  return {
    of,
    start: { data: "filled", env },
    async *states(app) {
      await showDeliveries(app);
      yield* states(app);
    },
  };
}

async function showDeliveries(app: PicturedApp): Promise<void> {
  const { screen } = app;
  screen.press("2");
  await screen.waitFor(/≡ \d|duplicate of/);
  // The sender waits for the handler for as long as the app runs.
  post(app, contentPayload("me/pending"), { path: "/webhooks/slow" }).catch(() => {});
  await screen.waitFor("me/pending");
  await screen.waitFor(/⋯ |pending/);
}
