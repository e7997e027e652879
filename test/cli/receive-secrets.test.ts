import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { startReceive } from "../support/receive-process.ts";

describe("the secrets of hooklens receive", () => {
  test("given twice both are accepted, and the first is put in on replay", async () => {
    const target = await httpTarget(always(200));
    const receiver = startReceive([
      "--secret",
      "new-secret",
      "--secret",
      "old-secret",
      "--forward",
      target.url,
    ]);
    for (const secret of ["new-secret", "old-secret"]) {
      expect((await receiver.post("inbox", { secret })).status).toBe(200);
    }
    expect((await receiver.post("inbox", { secret: "neither" })).status).toBe(403);
    await (await receiver.control()).replay(2);
    const secrets = target.seen.map(({ headers }) => headers["x-webhook-secret"]);
    expect(secrets).toEqual(["new-secret", "old-secret", "new-secret"]);
  });

  test("secrets of a route replace the receiver's, and may be two", async () => {
    const directory = handlersDirectory({ "train.ts": `export default () => "trained";\n` });
    writeFileSync(join(directory.path, "secret.txt"), "train-two\n");
    const receiver = startReceive([
      "--handlers",
      directory.path,
      "--route=inbox",
      "--secret=for-all",
      "--route-secret=train=train-one",
      `--route-secret=train=@${directory.path}/secret.txt`,
    ]);
    expect((await receiver.post("train", { secret: "train-one" })).status).toBe(200);
    expect((await receiver.post("train", { secret: "train-two" })).status).toBe(200);
    expect((await receiver.post("train", { secret: "for-all" })).status).toBe(403);
    expect((await receiver.post("inbox", { secret: "for-all" })).status).toBe(200);
    expect((await receiver.post("inbox", { secret: "train-one" })).status).toBe(403);
    expect(receiver.stderr()).not.toContain("open to everyone");
  });

  test("with one route's alone the others are open, which is said", async () => {
    const receiver = startReceive([
      "--route",
      "train",
      "--route",
      "inbox",
      "--route-secret",
      "train=train-one",
    ]);
    expect((await receiver.post("inbox")).status).toBe(200);
    expect((await receiver.post("train")).status).toBe(401);
    expect(receiver.stderr()).toContain("can send to routes without a secret");
  });

  test("come from the config file too, under the flags", async () => {
    const at = makeCliHome();
    at.writeConfig(
      "receiver:\n  secret: [new-secret, old-secret]\n  routeSecrets: {train: train-one, labels: labels-one}\n",
    );
    const args = ["--route", "train", "--route", "labels", "--route", "inbox"];
    const receiver = startReceive([...args, "--route-secret", "labels=of-the-flag"], { at });
    expect((await receiver.post("inbox", { secret: "old-secret" })).status).toBe(200);
    expect((await receiver.post("train", { secret: "train-one" })).status).toBe(200);
    expect((await receiver.post("labels", { secret: "labels-one" })).status).toBe(403);
    expect((await receiver.post("labels", { secret: "of-the-flag" })).status).toBe(200);
  });

  test.each([
    [["--route-secret", "only-a-secret"], /^error: --route-secret needs the name of a route\. [^\n]*\n$/],
    [
      ["--route-secret", "train=s"],
      /^error: there is no route "train" for a secret\. Add it with --route train\.\n$/,
    ],
    [
      ["--route", "train", "--route-secret", "train=s\u0001"],
      /^error: the secret of the route train cannot be sent in a header \(it has characters other than printable ASCII\)\. [^\n]*\n$/,
    ],
    [["--secret", "@nowhere.txt"], /^error: the secret file nowhere\.txt cannot be read [^\n]*\n$/],
  ])("%j is one line and exit 2", async (args, line) => {
    const receiver = startReceive(args);
    expect(await receiver.ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(line) });
  });

  test("one that cannot be sent is refused at once, also of a route whose handler is not there yet", async () => {
    const { path } = handlersDirectory({ "labels.ts": `export default () => "labelled";\n` });
    const receiver = startReceive(["--handlers", path, "--route-secret", "train=has\ta tab"]);
    expect(await receiver.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: the secret of the route train cannot be sent in a header [^\n]*\n$/,
      ),
    });
  });
});
