import { describe, expect, test } from "vitest";
import { startReceive } from "../support/receive-process.ts";
import { freePort } from "../support/tunnel/free-port.ts";

const space = { SPACE_ID: "me/hooks", SPACE_HOST: "me-hooks.hf.space" };

describe("hooklens receive in a Space", () => {
  test("listens on all addresses, and says where the internet reaches it", async () => {
    const port = await freePort("0.0.0.0");
    const receiver = startReceive(["--port", String(port), "--secret", "of-the-space"], { env: space });
    expect(await receiver.url()).toBe(`http://0.0.0.0:${port}`);
    expect(receiver.stderr()).toContain("POST https://me-hooks.hf.space/webhooks/inbox\n");
    const state = await (await receiver.control()).state();
    expect(state).toMatchObject({ publicUrl: "https://me-hooks.hf.space", tunnel: null });
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(page).toContain("https://me-hooks.hf.space/webhooks/inbox");
    expect(page).not.toContain("of-the-space");
  });

  test("does not start without a secret, and says which one it lacks", async () => {
    const receiver = startReceive([], { env: space });
    expect(await receiver.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "error: a route of this receiver has no secret (everyone can send to https://me-hooks.hf.space). Set one with --secret or WEBHOOK_SECRET, or accept every delivery with --open or the setting receiver.open.\n",
    });
  });

  test("listens at the configured address", async () => {
    const receiver = startReceive(["--host", "127.0.0.1", "--secret", "s"], { env: space });
    expect(await receiver.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("opens no tunnel: asking for one is a mistake, at the start and later", async () => {
    const refused = startReceive(["--tunnel", "ngrok"], { env: space });
    expect(await refused.ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "error: no tunnel is opened in a Space (the internet reaches it at https://me-hooks.hf.space). Omit --tunnel.\n",
    });
    const receiver = startReceive(["--tunnel", "none", "--open"], { env: space });
    const control = await receiver.control();
    await expect(control.openTunnel()).rejects.toThrow("tunnels are not available");
  });
});
