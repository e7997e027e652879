// Writes docs/deliveries.svg, docs/webhooks.svg and docs/policies.svg: pictures of the program in an emulated
// terminal, with real deliveries and an invalid policy. Run after `npm run build`.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticPayload } from "../src/localhub/events/synthetic-payload.ts";
import { receiverOf } from "../test/support/app/header.ts";
import { postBytes, postInTurn } from "../test/support/load.ts";
import { settled } from "../test/support/screen/settled.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";

const root = join(import.meta.dirname, "..");
const secret = "a secret only we know";

// Directory with copies of the example policies, one of them with an error.
const scratch = mkdtempSync(join(tmpdir(), "hooklens-"));
const policies = join(scratch, "policies");
cpSync(join(root, "fixtures", "policies"), policies, { recursive: true });
const broken = join(policies, "healthcare.yaml");
const mislabelled = readFileSync(broken, "utf8").replace("label: Auditability", "label: Security");
writeFileSync(broken, mislabelled);

await using screen = await startScreen(["node", join(root, "bin", "hooklens.js"), "--policies", policies], {
  columns: 120,
  rows: 30,
  env: { WEBHOOK_SECRET: secret },
});
const port = Number(new URL(await receiverOf(screen)).port);
await screen.waitFor("No webhooks yet");

for (const watched of ["dataset:me/corpus", "org:acme discussion", "user:me"]) {
  const [item = "", only] = watched.split(" ");
  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type(item);
  screen.press("tab");
  if (only !== undefined) screen.press("space");
  screen.press("ctrl+s");
  await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
  // An event tests the first webhook.
  if (item === "dataset:me/corpus") await screen.waitFor("Test event arrived");
}
await screen.waitFor(/1-3 of 3/, 15_000);
screen.press("g", "g");
await screen.waitFor(/❯.* 100 %/, 15_000);
await screen.waitFor("answered");
await settled(screen);
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
const listed = () => screen.text().match(/^[│┃][❯ ] .* inbox /gm)?.length;
await screen.waitUntil(() => listed() === events.length + 1);
screen.press("j");
await screen.waitFor("paused");
await screen.waitFor(/#6 POST/);
await screen.waitFor("p50");
writeFileSync(join(root, "docs", "deliveries.svg"), screen.svg());
screen.press("3");
await screen.waitFor(/❯ ✗ healthcare\.yaml/);
screen.press("enter");
await screen.waitFor("[Findings 1]");
screen.press("g", "g", "a", "j", "j", "a", "j", "i");
await screen.waitFor("Reason");
screen.type("Needs counsel");
screen.press("enter");
await screen.waitFor("2 of 13 approved");
screen.press("]");
await screen.waitFor(/❯.*308a1D/);
await screen.waitFor(/finding 1 of 1 · healthcare\.yaml:44/);
writeFileSync(join(root, "docs", "policies.svg"), screen.svg());
screen.press("q", "q");
await screen.exit;
rmSync(scratch, { recursive: true });

async function post(withSecret: string, body: string): Promise<void> {
  let left = 1;
  await postInTurn(
    port,
    () => (left-- > 0 ? postBytes("inbox", withSecret, body) : null),
    () => {},
  );
}
