import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../support/cli.ts";
import { startReceive } from "../support/receive-process.ts";

/** Writes an editor that runs a `sed` script on the file. */
function editor(directory: string, script: string): string {
  const file = join(directory, "editor.sh");
  writeFileSync(file, `#!/bin/sh\nfor file; do :; done\nsed -i.before '${script}' "$file"\n`);
  chmodSync(file, 0o755);
  return file;
}

test("replay --edit keeps an invalid text, and sends the valid one with the secret", async () => {
  const receiver = startReceive(["--secret", "s3cret-of-the-hook"]);
  await receiver.post("inbox", { secret: "s3cret-of-the-hook" });
  const replay = (script: string, ...more: readonly string[]) =>
    runInProcess(["deliveries", "replay", "1", ...more], {
      home: receiver.at.home,
      env: { EDITOR: editor(receiver.at.home, script) },
    });
  expect(await replay("", "--edit")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "Nothing was changed, so nothing is sent.\n",
  });
  const broken = await replay("$ s/}/]/", "--edit");
  expect(broken).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/line \d+ of the edit is not valid .*Run the command again/),
  });
  expect(await replay("$ s/]/}/; 4i X-New: 1", "--edit", "--format", "json")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/"replayOf": ?1/),
  });
  const { stdout } = await runInProcess(["deliveries", "show", "2", "--format", "json"], {
    home: receiver.at.home,
  });
  const shown = JSON.parse(stdout);
  expect(shown).toMatchObject({ replayOf: 1, edited: true, outcome: "accepted" });
  expect(shown.headers[0]).toEqual(["X-New", "1"]);
  expect(await replay("", "--edit", "--where", "is:failed")).toMatchObject({ code: 2 });
});

test("replay --body sends the content of a file, which must be JSON", async () => {
  const receiver = startReceive([]);
  await receiver.post("inbox");
  const file = join(receiver.at.home, "body.json");
  const replay = (body: string | Uint8Array) => {
    writeFileSync(file, body);
    return runInProcess(["deliveries", "replay", "1", "--body", file], { home: receiver.at.home });
  };
  expect((await replay(Buffer.from([0xff]))).stderr).toMatch(/cannot be the body .*binary/);
  expect((await replay('{"n":')).stderr).toMatch(/cannot be the body .*at 1:6/);
  expect(await replay('{"n": 1.0}\n')).toMatchObject({
    code: 0,
    stdout: "Replayed 1 as 2: accepted, 200\n",
  });
  const raw = await runInProcess(["deliveries", "show", "2", "--raw"], { home: receiver.at.home });
  expect(raw.stdout).toBe('{"n": 1.0}\n');
  const where = ["deliveries", "ls", "--where", "is:edited", "--format", "quiet"];
  expect((await runInProcess(where, { home: receiver.at.home })).stdout).toBe("2\n");
});
