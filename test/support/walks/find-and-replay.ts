import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { postPush } from "./payloads.ts";
import type { Walk } from "./walk.ts";

const handler = (lines: readonly string[]): string =>
  ["export default function train(payload) {", ...lines.map((line) => `  ${line}`), "}", ""].join("\n");

const broken = handler([
  "console.log(`training on ${payload.repo.name}`);",
  "const [owner, name] = payload.repo.name.split('/');",
  "if (owner !== 'me') throw new Error(`no credentials for ${owner}`);",
  "return { message: `training ${name}` };",
]);
const fixed = handler(["return { message: `training ${payload.repo.name}` };"]);

export const findAndReplay: Walk = {
  name: "walk-replay",
  title: "Find why deliveries fail, fix the handler, replay the failed ones",
  files: (directory) => ({
    "handlers/train.js": broken,
    "config/hooklens/config.yaml": `receiver: { handlers: "${join(directory, "handlers")}" }\n`,
  }),
  async play({ screen, receiver, directory, show }) {
    screen.press("2");
    await screen.waitFor("No deliveries yet");
    for (const [index, repo] of [
      "me/corpus",
      "acme/laws",
      "me/images",
      "acme/speech",
      "acme/chess",
    ].entries()) {
      await postPush(receiver, "train", repo, { newSha: `${index}9a5355`.padEnd(40, "0") });
    }
    await screen.waitFor(/❯ +5 /);
    await screen.waitUntil((now) => now.text().split("✗ 500").length >= 4);
    await screen.waitFor("#5 POST");
    await screen.waitFor("p50");
    await show("Three of five deliveries fail.", 2_500);
    screen.press("n", "enter");
    await screen.waitFor("Request of #4");
    await screen.waitFor("no credentials for acme");
    await show("n finds the next failure, Enter opens it: the handler's error and its output.", 4_000);
    writeFileSync(join(directory, "handlers", "train.js"), fixed);
    await screen.waitFor("train.js reloaded");
    screen.press("esc");
    await screen.waitFor("━ Deliveries");
    screen.press("/");
    screen.type("is:failed");
    await screen.waitFor("3 of 5");
    await show("The handler is fixed and saved. The filter shows what failed.", 2_500);
    screen.press("enter", "ctrl+a");
    await screen.waitFor("3 marked");
    await show("Ctrl+A marks all that match.", 1_500);
    screen.press("r");
    await screen.waitFor("Replay 3 deliveries");
    await show("r replays them.", 2_000);
    screen.press("enter");
    await screen.waitFor(/3 ok|3 succeeded|Replayed 3 deliveries/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes(" marked"));
    screen.press("esc");
    await screen.waitUntil(
      (now) => now.text().split("✓ 200").length >= 6 || now.text().split("↻ 200").length >= 4,
    );
    await screen.waitFor("p50");
    await show("The replays succeed.", 3_500);
  },
  result: /✓ 200 .*acme\/laws 2 tries ↻ 2/,
};
