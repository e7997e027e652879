import { describe, expect, test } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { startReceive } from "../support/receive-process.ts";

describe("hooklens receive without a secret", () => {
  test.each([
    [
      ["--host", "0.0.0.0"],
      /^error: a route of this receiver has no secret \(other machines can reach 0\.0\.0\.0\).*--secret .*--open or the setting receiver\.open\.\n$/,
    ],
    [
      ["--tunnel", "ngrok"],
      /^error: no tunnel is opened to a receiver without a secret \(.*--secret .*--open or the setting receiver\.open\.\n$/,
    ],
    [
      ["--host", "0.0.0.0", "--route", "a", "--route", "b", "--route-secret", "a=s"],
      /^error: a route of this receiver has no secret /,
    ],
  ])("ends with 2 for %j", async (args, stderr) => {
    expect(await startReceive(args).ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(stderr),
    });
  });

  test.each([
    ["--open", ["--open"], ""],
    ["receiver.open", [], "receiver: {open: true}\n"],
  ])("listens beyond loopback with %s", async (_, args, config) => {
    const at = makeCliHome();
    at.writeConfig(config);
    const receiver = startReceive([...args, "--host", "0.0.0.0"], { at });
    const { port } = new URL(await receiver.url());
    expect((await receiver.post("inbox", { at: `http://127.0.0.1:${port}` })).status).toBe(200);
    expect(await (await receiver.control()).state()).toMatchObject({ secretSet: false, open: true });
  });

  test("listens beyond loopback where each route has its own", async () => {
    const receiver = startReceive(["--host", "0.0.0.0", "--route", "a", "--route-secret", "a=s"]);
    const { port } = new URL(await receiver.url());
    expect((await receiver.post("a", { secret: "s", at: `http://127.0.0.1:${port}` })).status).toBe(200);
  });

  test("opens no tunnel when asked later", async () => {
    const receiver = startReceive([]);
    const control = await receiver.control();
    await expect(control.openTunnel()).rejects.toMatchObject({ code: "open-receiver", exitCode: 2 });
  });
});
