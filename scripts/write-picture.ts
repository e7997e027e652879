// Writes docs/deliveries.svg and docs/webhooks.svg: pictures of the real program, in a terminal of our own, with deliveries that were
// really sent. Run after `npm run build`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syntheticPayload } from "../src/localhub/events/synthetic-payload.ts";
import { postBytes, postInTurn } from "../test/support/load.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";

const root = join(import.meta.dirname, "..");
const secret = "a secret only we know";

await using screen = await startScreen(["node", join(root, "bin", "hooklens.js")], {
  columns: 120,
  rows: 30,
  env: { WEBHOOK_SECRET: secret },
});
await screen.waitFor(/receiver http:\/\/127\.0\.0\.1:\d+/);
await screen.waitFor("No webhooks yet");
const port = Number(/receiver http:\/\/127\.0\.0\.1:(\d+)/.exec(screen.text())?.[1]);

for (const watched of ["dataset:me/corpus", "org:acme discussion", "user:me"]) {
  const [item = "", only] = watched.split(" ");
  screen.press("n");
  await screen.waitFor("New webhook");
  screen.type(item);
  screen.press("tab");
  if (only !== undefined) screen.press("space");
  screen.press("ctrl+s");
  await screen.waitUntil((now) => !now.text().includes("New webhook"));
}
await screen.waitFor("3 webhooks", 15_000);
mkdirSync(join(root, "docs"), { recursive: true });
writeFileSync(join(root, "docs", "webhooks.svg"), screen.svg());

const events = [
  ["repo", "create", "model", "acme/gpt2-fr"],
  ["repo.content", "update", "dataset", "me/corpus"],
  ["discussion", "create", "model", "acme/gpt2-fr"],
  ["discussion.comment", "create", "model", "acme/gpt2-fr"],
  ["repo.config", "update", "space", "me/demo"],
  ["repo.content", "update", "dataset", "me/corpus"],
] as const;
for (const [index, [scope, action, type, name]] of events.entries()) {
  const payload = syntheticPayload({
    scope,
    action,
    repo: { type, name },
    account: "me",
    endpoint: "http://127.0.0.1:7870",
  });
  const webhook = { id: "6390b4d1c5a0f2e87b41de93", version: 3 };
  await post(index === 2 ? "a wrong guess" : secret, JSON.stringify({ ...payload, webhook }));
}

screen.press("2");
await screen.waitFor("wrong secret");
screen.press("j");
await screen.waitFor("paused");
await screen.waitFor(/#5 POST/);
writeFileSync(join(root, "docs", "deliveries.svg"), screen.svg());
screen.press("q");
await screen.exit;

async function post(withSecret: string, body: string): Promise<void> {
  let left = 1;
  await postInTurn(
    port,
    () => (left-- > 0 ? postBytes("inbox", withSecret, body) : null),
    () => {},
  );
}
