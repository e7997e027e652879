import { afterAll, expect, test } from "vitest";
import { listeningUrl, makeCliHome, type RunningCli, startCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

async function startReceiver(): Promise<{ readonly running: RunningCli; readonly url: string }> {
  const running = startCli(["receive", "--port", "0", "--secret", "s"], { home });
  return { running, url: await listeningUrl(running) };
}

async function post(url: string): Promise<void> {
  await fetch(`${url}/webhooks/inbox`, { method: "POST", headers: { "x-webhook-secret": "s" }, body: "{}" });
}

test("tail goes on after a receiver was killed, and says what happened", async () => {
  const first = await startReceiver();
  const tail = startCli(["deliveries", "tail", "--format", "quiet", "--since", "1d"], { home });
  await post(first.url);
  await tail.waitForLine(/^1$/);
  first.running.child.kill("SIGKILL");
  await tail.waitForLine(/^The receiver stopped; waiting until it runs again\.$/, "stderr");
  const second = await startReceiver();
  await tail.waitForLine(/^The receiver runs at http:\/\/127\.0\.0\.1:\d+\.$/, "stderr");
  await post(second.url);
  await tail.waitForLine(/^2$/);
  tail.child.kill("SIGINT");
  expect(await tail.ended).toMatchObject({ code: 130, stdout: "1\n2\n" });
  second.running.child.kill("SIGTERM");
  await second.running.ended;
});
