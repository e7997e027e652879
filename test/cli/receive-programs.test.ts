import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test, vi } from "vitest";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { startReceive } from "../support/receive-process.ts";

const label = `import json, os, sys
from _words import said
payload = json.load(sys.stdin)
print("scope", payload["event"]["scope"], file=sys.stderr)
json.dump({"label": said, "route": os.environ["WEBHOOK_ROUTE"]}, sys.stdout)
`;

test("runs --exec and files of --handlers, names their programs, and reads a saved file anew", async () => {
  const directory = handlersDirectory({
    "label.py": label,
    "_words.py": `said = "first"\n`,
    "sync.sh": "echo synced\n",
    "plain.ts": `export default () => "a module";\n`,
  });
  const receiver = startReceive([
    "--handlers",
    directory.path,
    "--exec",
    "train=sh -c 'echo trained; exit 0'",
  ]);
  const url = await receiver.url();
  for (const line of [
    `POST ${url}/webhooks/label (python3 label.py)`,
    `POST ${url}/webhooks/sync (sh sync.sh)`,
    `POST ${url}/webhooks/train (sh -c 'echo trained; exit 0')`,
    `POST ${url}/webhooks/plain`,
  ]) {
    expect(receiver.stderr().split("\n")).toContain(line);
  }
  expect((await receiver.post("label")).text).toBe('{"label": "first", "route": "label"}');
  await receiver.waitForLine(/^label: scope repo$/, "stderr");
  expect((await receiver.post("sync")).text).toBe("synced\n");
  expect((await receiver.post("train")).text).toBe("trained\n");
  expect((await receiver.post("plain")).text).toBe("a module");
  expect((await receiver.post("_words")).status).toBe(404);

  directory.save("_words.py", `said = "second, and longer"\n`);
  expect((await receiver.post("label")).text).toContain('"second, and longer"');
  directory.replace("sync.sh", "echo again\n");
  expect((await receiver.post("sync")).text).toBe("again\n");
  await receiver.waitForLine(/^sync: sync\.sh is reloaded$/, "stderr");
});

test.each([
  [
    ["--handlers", "DIR"],
    /^error: the route "train" has two handlers \(train\.py and train\.ts\)\. [^\n]*\n$/,
  ],
  [
    ["--handlers", "DIR", "--exec", "sync=sh other.sh"],
    /^error: the route "(?:sync|train)" has two handlers \([^\n]*\)\. [^\n]*\n$/,
  ],
  [
    ["--exec", "train=sh a.sh", "--exec", "train=sh b.sh"],
    /^error: the route "train" has two handlers \(sh a\.sh and sh b\.sh\)\. [^\n]*\n$/,
  ],
  [
    ["--exec", "python3 train.py"],
    /^error: "python3 train\.py" names no route to run a program for\. [^\n]*\n$/,
  ],
  [
    ["--exec", "train=sh -c 'x"],
    /^error: the program of the route "train" cannot be read \(a quote [^\n]*\n$/,
  ],
  [
    ["--exec", "train=no-such-python3 train.py"],
    /^error: the program of the route "train" cannot be started \(there is no no-such-python3 in the PATH\)\. [^\n]*\n$/,
  ],
])("%j is one line and exit 2", async (args, stderr) => {
  const { path } = handlersDirectory({ "train.py": "", "train.ts": "", "sync.sh": "" });
  const receiver = startReceive(args.map((arg) => arg.replace("DIR", path)));
  expect(await receiver.ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(stderr) });
});

test("a file without its interpreter in the PATH is one warning, and its row says so", async () => {
  const directory = handlersDirectory({ "train.py": "print(1)\n" });
  const receiver = startReceive(["--handlers", directory.path], { env: { PATH: freshDataDir() } });
  await receiver.waitForLine(
    /^warning: train: train\.py is broken: there is no python3 in the PATH\. Its deliveries fail until it is fixed$/,
    "stderr",
  );
  expect((await receiver.post("train")).status).toBe(500);
  expect((await (await receiver.control()).state()).handlers).toMatchObject([
    { file: "train.py", error: "there is no python3 in the PATH", ready: false },
  ]);
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  const shown = await runInProcess(["deliveries", "show", "1", "--format", "json"], {
    home: receiver.at.home,
  });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    outcome: "failed",
    reason: "program train: there is no python3 in the PATH",
  });
});

test("the configuration has programs, and the secrets that they get", async () => {
  const at = makeCliHome();
  at.writeConfig(`receiver:
  exec:
    train: sh -c 'echo "$HF_TOKEN; $WEBHOOK_SECRET"'
  execEnv: [HF_TOKEN]
`);
  const env = { HF_TOKEN: "hf_abcdefgh", WEBHOOK_SECRET: "a long secret" };
  const receiver = startReceive([], { at, env });
  expect(await receiver.post("train", { secret: env.WEBHOOK_SECRET })).toEqual({
    status: 200,
    text: "hf_abcdefgh; \n",
  });
});

test("the end of the receiver ends the processes of a program", async () => {
  const directory = freshDataDir();
  const file = join(directory, "pid");
  const receiver = startReceive([
    "--exec",
    `train=sh -c "mkdir -p ${directory}; trap '' TERM; sleep 600 & echo \\$! > ${file}; wait; wait"`,
  ]);
  const answered = receiver.post("train").catch(() => null);
  const pid = await vi.waitFor(() => {
    const read = Number(readFileSync(file, "utf8"));
    if (read === 0) throw new Error("it is not written yet");
    return read;
  }, 15_000);
  receiver.child.kill("SIGTERM");
  expect(await receiver.ended).toMatchObject({ code: 0 });
  // Its new parent may reap it later.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 15_000);
  await answered;
});
