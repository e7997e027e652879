import { expect, test } from "vitest";
import { warnOfRefusedSecret } from "../../src/cli/commands/webhooks/secret-warning.ts";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { receiverFacts } from "../../src/engine/receiver-facts.ts";
import { currentHolder } from "../../src/engine/roles/find-role.ts";
import { defaultStore } from "../../src/engine/stores.ts";
import { acceptedSecrets, secretsToCheck } from "../../src/engine/webhook-facts.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { runningEngine } from "../support/running-engine.ts";
import { webhook } from "../unit/checks/facts.ts";

test("a webhook for the running receiver is warned about unless the receiver accepts its secret", async () => {
  const dataDir = freshDataDir();
  const engine = await runningEngine(dataDir, {
    roles: { receiver: { port: 0, secret: "of the receiver", routes: ["inbox"] } },
  });
  const lines: string[] = [];
  const warningOf = async (url: string, secret: string | null) => {
    const output = { logger: lineLogger((line) => void lines.push(line)) };
    await warnOfRefusedSecret({ ...webhook, url, secret }, { dataDir, store: defaultStore }, output);
    return lines.splice(0);
  };
  const own = `${engine.receiver?.url}/webhooks/inbox`;
  expect(await warningOf(own, null)).toEqual([
    `warning: the receiver requires a secret, and this webhook has none, so it will refuse what the webhook sends. Set it with hooklens webhooks update ${webhook.id} --secret -`,
  ]);
  expect(await warningOf(own, "other")).toEqual([expect.stringContaining("does not accept the secret")]);
  expect(await warningOf(own, "of the receiver")).toEqual([]);
  expect(await warningOf("https://example.org/webhooks/inbox", null)).toEqual([]);
  await engine.close();
  expect(await warningOf(own, null)).toEqual([]);
});

test.each([true, false])(
  "a secret in the URL counts if the receiver accepts it there: %s",
  async (acceptQuerySecret) => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir, {
      roles: { receiver: { port: 0, secret: "of the receiver", routes: ["inbox"], acceptQuerySecret } },
    });
    const running = await currentHolder({ dataDir, store: defaultStore }, "receiver");
    if (running === null) throw new Error("no receiver runs");
    const control = connectReceiver(running);
    const facts = receiverFacts(await control.state(), []);
    const own = `${engine.receiver?.url}/webhooks/inbox`;
    const accepted = await acceptedSecrets(
      control,
      secretsToCheck(
        [
          { ...webhook, id: "right", url: `${own}?secret=of%20the%20receiver` },
          { ...webhook, id: "wrong", url: `${own}?secret=another` },
          // A request with the header is judged by it.
          { ...webhook, id: "header", url: `${own}?secret=of%20the%20receiver`, secret: "another" },
          { ...webhook, id: "none", url: own },
        ],
        facts,
      ),
    );
    expect(Object.fromEntries(accepted)).toEqual({
      right: acceptQuerySecret,
      wrong: false,
      header: false,
      none: false,
    });
  },
);
