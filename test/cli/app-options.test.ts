import { afterAll, expect, it } from "vitest";
import { makeCliHome, runCli } from "../support/cli.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

it.each([
  [
    ["--port", "7861"],
    /^error: --port is an option of hooklens receive, not of the app\. Set receiver\.port in /,
  ],
  [
    ["--tunnel=ngrok"],
    /^error: --tunnel is an option of hooklens receive, .*Set tunnel\.provider in .*run hooklens receive --tunnel/,
  ],
  [["--max-body", "1"], /^error: --max-body is an option of hooklens receive, .*Set receiver\.maxBody in /],
  [["--secrt", "x"], /^error: unknown option --secrt\. Perhaps you mean --secret\.\n$/],
  [
    ["--secret", "x", "receive"],
    /^error: --secret before receive is an option of the app\. Write the options of receive after it/,
  ],
  [["--policies", ".", "webhooks", "ls"], /^error: --policies before webhooks is an option of the app/],
  [["--secret", "@/nowhere/secret"], /^error: the secret file \/nowhere\/secret cannot be read/],
  // Accepted: the next thing that is missing is a terminal.
  [
    ["--secret", "x", "--route", "a", "--route", "b", "--handlers", ".", "--forward", ":3000"],
    /the app needs a terminal/,
  ],
])("%j is explained in one line, and ends with 2", async (args, message) => {
  const { code, stdout, stderr } = await runCli(args, { home });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});
