import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  listeningUrl,
  makeCliHome,
  runCli,
  runInProcess,
  type RunningCli,
  startCli,
} from "../support/cli.ts";

const { home, remove } = makeCliHome();
const depth = 100_000;
const deep = `{"word":"quagga","deep":${"[".repeat(depth)}${"]".repeat(depth)}}`;
let receiver: RunningCli;

beforeAll(async () => {
  receiver = startCli(["receive", "--port", "0", "--max-json-depth", String(depth + 1)], { home });
  const url = `${await listeningUrl(receiver)}/webhooks/inbox`;
  for (const body of [deep, '{"word":"okapi"}']) await fetch(url, { method: "POST", body });
});
afterAll(async () => {
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  remove();
});

describe("a payload of 100,000 nested arrays", () => {
  it("is shown as it came", async () => {
    const { code, stdout } = await runInProcess(["deliveries", "show", "1", "--format", "json"], { home });
    expect(code).toBe(0);
    expect(stdout).toContain(`"body":${deep}`);
  });

  it("is laid out for reading", async () => {
    const { code, stdout } = await runCli(["deliveries", "show", "1"], { home });
    expect(code).toBe(0);
    expect(stdout).toContain('"word": "quagga"');
  });

  it("is found by its words, and does not keep others from being found", async () => {
    for (const [word, seq] of [
      ["quagga", "1\n"],
      ["okapi", "2\n"],
    ] as const) {
      const { stdout } = await runInProcess(["deliveries", "ls", "--where", word, "--format", "quiet"], {
        home,
      });
      expect(stdout).toBe(seq);
    }
  });

  it("is replayed", async () => {
    const { code, stderr } = await runInProcess(["deliveries", "replay", "1"], { home });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
