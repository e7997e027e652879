import { expect, it, vi } from "vitest";
import { connectReceiver } from "../../../src/engine/control/client.ts";
import { findRole } from "../../../src/engine/roles/find-role.ts";
import { version } from "../../../src/engine/version.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { drawnRows } from "../../support/app/drawn.tsx";
import { testApp } from "../../support/app/test-app.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { handlersDirectory } from "../../support/handlers-directory.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { runningEngine } from "../../support/running-engine.ts";
import { sqliteAt } from "../../support/sqlite-at.ts";

/** Opens the app with a receiver, and two failed deliveries and one (#2) of which no body was kept. */
async function openApp() {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  const failed = { sha256: true, outcome: "failed", status: 500 } as const;
  await log.append(newDelivery(failed));
  await log.append(newDelivery({ ...failed, sha256: null, bytes: 9, body: new Uint8Array() }));
  await log.append(newDelivery(failed));
  await log.close();
  const { path: handlersDir } = handlersDirectory({ "inbox.js": "export default () => {};" });
  await runningEngine(dataDir, { roles: { receiver: { port: 0, secret: null, routes: [], handlersDir } } });
  const running = await findRole(sqliteAt(dataDir), "receiver", version);
  const app = await testApp({ dataDir, receiver: running === null ? null : connectReceiver(running) });
  app.press("2");
  await app.events.position.emit({ seq: 3, revision: 1 });
  const seqs = () => app.state().deliveries.rows.map(({ seq }) => seq);
  await vi.waitUntil(() => seqs().length === 3, 10_000);
  return { ...app, seqs, text: () => drawnRows(app.state()).join("\n") };
}

it("counts before what a replay of matching deliveries sends, and reads the matches again after it", async () => {
  const { press, seqs, text, state } = await openApp();
  press("/", ..."is:failed -is:recovered", "enter");
  await vi.waitUntil(() => state().deliveries.matching === 3, 10_000);
  press("ctrl+a", "r");
  await vi.waitUntil(() => text().includes("Replay 2 deliveries"), 10_000);
  expect(text()).toContain("1 left out (without a body)");
  press("enter");
  await vi.waitUntil(() => seqs().length === 1, 10_000);
  expect(seqs()).toEqual([2]);
  expect(state().messages.history.at(-1)?.text).toBe(
    "Replayed 2 deliveries: 2 ok, 1 left out (without a body).",
  );
});

it("says that a delivery without a body cannot be sent, and leaves it out of marked ones", async () => {
  const { press, state, text } = await openApp();
  press("down");
  await vi.waitUntil(() => state().deliveries.selectedSeq === 2, 10_000);
  press("r");
  expect(text()).toContain("Its body was not kept");
  press("space", "space");
  await vi.waitUntil(() => state().deliveryMarks.seqs.length === 2, 10_000);
  press("r");
  await vi.waitUntil(() => text().includes("Replay 1 delivery"), 10_000);
  expect(text()).toContain("1 left out (without a body)");
});
