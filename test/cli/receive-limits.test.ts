import { expect, onTestFinished, test } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { startReceive } from "../support/receive-process.ts";

test("the limits of a receiver are flags and settings, and doctor prints those in force", async () => {
  const at = makeCliHome();
  at.writeConfig("receiver: {maxBody: 2kB, keepAlive: 3, maxJsonDepth: 9}\n");
  const receiver = startReceive(["--max-json-depth", "2", "--max-connections", "50"], { at });
  expect(await receiver.post("inbox", { payload: [[[]]] })).toEqual({
    status: 400,
    text: '{"error":"The JSON is nested deeper than 2 levels."}',
  });
  expect((await receiver.post("inbox", { payload: "x".repeat(2_000) })).status).toBe(413);
  const answer = await fetch(await receiver.url());
  await answer.text();
  expect(answer.headers.get("keep-alive")).toBe("timeout=3");
  const doctor = await runInProcess(["doctor", "--format", "json"], { home: at.home });
  const checks = JSON.parse(doctor.stdout) as readonly { check: string; detail: string }[];
  expect(checks.find(({ check }) => check === "settings")?.detail).toContain(
    `receiver.keepAlive 3 s by ${at.configFile}`,
  );
  expect(checks.find(({ check }) => check === "limits")?.detail).toBe(
    "maxConnections 50, maxBody 2,000 bytes, maxBodies 64 MiB, maxJsonDepth 2, headersTimeout 10 s, requestTimeout 30 s, keepAlive 3 s, execTimeout 1800 s",
  );
});

test.each([
  ["--max-body", "5 apples", "a size such as 5MiB"],
  ["--max-connections", "0", "a whole number of at least 1"],
  ["--request-timeout", "0", "seconds, such as 30"],
])("%s %s is no limit", async (flag, text, form) => {
  const { home, remove } = makeCliHome();
  onTestFinished(remove);
  expect(await runInProcess(["receive", flag, text], { home })).toMatchObject({
    code: 2,
    stderr: `error: "${text}" is not a value for ${flag}. Give ${form}.\n`,
  });
});
