import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../../src/engine/stores.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openForward } from "../../support/forwarding.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { freshLog, initLog } from "../../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../../support/nats-server.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { rawAnswer, type RawTarget, rawTarget } from "../../support/raw-target.ts";

/** Opens a log on a server whose queue has a job for each target, as another program may put it there. */
async function logWithJobs(targets: readonly string[]): Promise<DeliveryLog> {
  const server = await startNatsServer();
  const store = freshLog(server.url);
  await initLog(store);
  const log = await (await openStore({ dataDir: freshDataDir(), store })).deliveries.openLog();
  onTestFinished(() => log.close());
  for (const target of targets) {
    const headers = [["X-Webhook-Secret", "[redacted]"]] as const;
    const delivery = newDelivery({ headers, outcome: "pending", status: null, durationMs: null });
    const { seq } = await log.append(delivery);
    await log.forwards.enqueue([{ lane: String(seq), body: { seq, target }, dueAtMs: 0 }]);
  }
  return log;
}

async function forwardOf(log: DeliveryLog, target: string | null, own: string | null = null) {
  const warnings: string[] = [];
  const forward = await openForward({
    log,
    queue: log.forwards,
    secretOf: () => "s3cr3tvalue",
    known: () => ["s3cr3tvalue"],
    onFailure(error) {
      throw error;
    },
    warn: (line) => warnings.push(line),
    isOwn: (to) => to === own,
  });
  onTestFinished(() => forward.close(0));
  forward.setTarget(target);
  return warnings;
}

const answering = (): Promise<RawTarget> => rawTarget((socket) => socket.write(rawAnswer(200)));

async function expectOutcome(log: DeliveryLog, seq: number, outcome: string): Promise<void> {
  await expect.poll(async () => (await log.original(seq))?.outcome).toBe(outcome);
}

describe.skipIf(natsServerFile === null)("a forward that works a shared queue", () => {
  test("sends a job to a target of its own configuration only, and says why others wait", async () => {
    const [own, other] = [await answering(), await answering()];
    const log = await logWithJobs([`${other.url}/exfil`, own.url]);
    const warnings = await forwardOf(log, own.url);
    await expectOutcome(log, 2, "handled");
    const why = `${other.url}/exfil is not a target in the configuration of the receiver`;
    await expect.poll(async () => (await log.original(1))?.reason).toBe(`not forwarded yet: ${why}`);
    expect(await log.original(1)).toMatchObject({ outcome: "pending", attempts: [] });
    expect(warnings).toEqual([`deliveries wait in the queue for another receiver: ${why}`]);
    expect(own.requests[0]?.head).toContain("X-Webhook-Secret: s3cr3tvalue");
    expect(other.requests).toEqual([]);
  });

  test("without a target of its own sends to this machine only, but not to itself", async () => {
    const [own, local] = [await answering(), await answering()];
    const remote = ["http://192.0.2.1/hook", "file:///etc/passwd", "no URL"];
    const log = await logWithJobs([...remote, own.url, local.url]);
    const warnings = await forwardOf(log, null, own.url);
    await expectOutcome(log, 5, "handled");
    expect(warnings).toHaveLength(4);
    expect([own.requests.length, local.requests.length]).toEqual([0, 1]);
    for (const seq of [1, 2, 3, 4]) expect(await log.original(seq)).toMatchObject({ attempts: [] });
  });
});
