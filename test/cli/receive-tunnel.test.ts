import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { type ReceiveProcess, startReceive } from "../support/receive-process.ts";
import { freePort } from "../support/tunnel/free-port.ts";
import { sshEnvironment } from "../support/tunnel/ssh-wrapper.ts";
import { startSshd, sshdIsInstalled, type Sshd } from "../support/tunnel/sshd.ts";

/** Starts a server that accepts connections and sends nothing; returns its port. Closed after the test. */
async function silentPort(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Starts a receiver with `--open`, without a secret. */
function startOpenReceive(
  args: readonly string[],
  options?: Parameters<typeof startReceive>[1],
): ReceiveProcess {
  return startReceive([...args, "--open"], options);
}

function tunnelOf({ target }: Sshd): string {
  return `ssh://${target.user}@${target.host}:${target.port}`;
}

describe.skipIf(!sshdIsInstalled)("hooklens receive --tunnel ssh://…", () => {
  test("is ready when its tunnel is, lists its routes with the public URL, and takes deliveries there", async () => {
    const sshd = await startSshd();
    const receiver = startOpenReceive(["--tunnel", tunnelOf(sshd)], { env: sshEnvironment(sshd) });
    const url = await receiver.url();
    const [, publicUrl = ""] = await receiver.waitForLine(/^the ssh tunnel is open: (http:\S+)$/, "stderr");
    expect(receiver.stderr()).toContain(`POST ${publicUrl}/webhooks/inbox\n`);
    expect(receiver.stderr()).not.toContain(`POST ${url}/`);
    expect(receiver.stdout()).toBe(`listening on ${url}\n`);
    expect(publicUrl).not.toBe(url);
    expect((await receiver.post("inbox", { at: publicUrl })).status).toBe(200);
    expect(await (await fetch(publicUrl)).text()).toContain(`${publicUrl}/webhooks/inbox`);

    receiver.child.kill("SIGTERM");
    expect(await receiver.ended).toMatchObject({ code: 0, signal: null });
    await expect(fetch(publicUrl)).rejects.toThrow("fetch failed");
  });

  test("says when the tunnel is lost and when it is open again", async () => {
    const sshd = await startSshd();
    const receiver = startOpenReceive(["--tunnel", tunnelOf(sshd)], { env: sshEnvironment(sshd) });
    await receiver.url();
    const control = await receiver.control();
    await sshd.kill();
    await receiver.waitForLine(/^warning: the ssh tunnel was lost \(.+\)\. It is being reopened$/, "stderr");
    expect(await control.state()).toMatchObject({
      publicUrl: null,
      tunnel: { provider: "ssh", state: { kind: "reconnecting" } },
    });
    await sshd.start();
    const [, publicUrl = ""] = await receiver.waitForLine(
      /^the ssh tunnel is open again: (http:\S+)$/,
      "stderr",
    );
    expect((await receiver.post("inbox", { at: publicUrl })).status).toBe(200);
  });

  test("can be opened and closed over the control socket, also as another one", async () => {
    const sshd = await startSshd();
    const receiver = startOpenReceive([], { env: sshEnvironment(sshd) });
    const control = await receiver.control();
    expect((await control.state()).tunnel).toEqual({
      choice: "ngrok",
      provider: "ngrok",
      state: { kind: "off" },
    });
    expect(await control.openTunnel()).toMatchObject({
      kind: "failed",
      what: "no authtoken for ngrok is set",
    });
    const opened = await control.openTunnel(tunnelOf(sshd));
    if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
    expect(await control.state()).toMatchObject({
      publicUrl: opened.url,
      tunnel: { choice: tunnelOf(sshd), provider: "ssh", state: { kind: "open" } },
    });
    expect((await receiver.post("inbox", { at: opened.url })).status).toBe(200);
    await control.closeTunnel();
    expect(await control.state()).toMatchObject({ publicUrl: null, tunnel: { state: { kind: "off" } } });
    await expect(control.openTunnel("carrier pigeon")).rejects.toMatchObject({ code: "usage", exitCode: 2 });
    await expect(control.openTunnel("none")).rejects.toMatchObject({ code: "usage" });
  });

  test.each([
    { kind: "a target", where: [] },
    { kind: "the target of a filter", where: ["--where", "route:inbox"] },
  ])("is not forwarded into itself: $kind at the tunnel's own end is turned off", async ({ where }) => {
    const sshd = await startSshd();
    const publicPort = await freePort("127.0.0.1");
    const receiver = startOpenReceive(["--forward", `http://127.0.0.1:${publicPort}/`, ...where], {
      env: sshEnvironment(sshd),
    });
    const control = await receiver.control();
    const opened = await control.openTunnel(`${tunnelOf(sshd)}/?port=${publicPort}`);
    expect(opened).toMatchObject({ kind: "open", url: `http://127.0.0.1:${publicPort}` });
    await receiver.waitForLine(
      /^warning: the forward to \S+ is disabled: it leads back to this receiver/,
      "stderr",
    );
    expect((await control.state()).forward).toBeNull();
    await expect(control.setForward(`${opened.kind === "open" ? opened.url : ""}/x`)).rejects.toThrow(
      "it is this receiver itself",
    );
  });

  test("ends with one line and 1 when it cannot be opened", async () => {
    const sshd = await startSshd();
    await sshd.kill();
    const receiver = startOpenReceive(["--tunnel", tunnelOf(sshd)], { env: sshEnvironment(sshd) });
    expect(await receiver.ended).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: the SSH server 127\.0\.0\.1 cannot be reached [^\n]*\n$/),
    });
  });

  test("a signal while the tunnel is being opened stops it", async () => {
    // The server accepts the connection and sends nothing.
    const sshd = await startSshd();
    const receiver = startOpenReceive(["--tunnel", `ssh://me@127.0.0.1:${await silentPort()}`], {
      env: sshEnvironment(sshd),
    });
    const control = await receiver.control();
    await vi.waitFor(async () => expect((await control.state()).tunnel?.state.kind).toBe("opening"), 15_000);
    receiver.child.kill("SIGTERM");
    expect(await receiver.ended).toMatchObject({ code: 0, signal: null });
  });
});

describe("the tunnel of hooklens receive", () => {
  test.each([
    [["--tunnel", "zrok"], /^error: "zrok" is not a tunnel\. [^\n]*\n$/],
    [["--domain", "hooks.example.org"], /^error: --domain needs a tunnel\. [^\n]*\n$/],
    [["--tunnel", "none", "--domain", "x.example.org"], /^error: --domain needs a tunnel\. [^\n]*\n$/],
    [["--tunnel", "ssh://me:pass@example.org"], /^error: the tunnel's address contains a password[^\n]*\n$/],
    [
      ["--tunnel", "ssh://h", "--traffic-policy", "x"],
      /^error: --traffic-policy works only with ngrok\. [^\n]*\n$/,
    ],
    [
      ["--tunnel", "ngrok", "--traffic-policy", "gone"],
      /^error: the traffic policy gone cannot be read [^\n]*\n$/,
    ],
  ])("%j is one line and exit 2", async (args, line) => {
    expect(await startOpenReceive(args).ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(line),
    });
  });

  test("without an authtoken says where to put one, and ends with 1", async () => {
    expect(await startOpenReceive(["--tunnel", "ngrok"]).ended).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: no authtoken for ngrok is set [^\n]* NGROK_AUTHTOKEN\.\n$/),
    });
  });

  test("comes from the config file, and --tunnel none overrides it", async () => {
    const at = makeCliHome();
    at.writeConfig("tunnel: {provider: ngrok}\n");
    expect(await startOpenReceive([], { at }).ended).toMatchObject({ code: 1 });
    const other = makeCliHome();
    other.writeConfig("tunnel: {provider: ngrok, trafficPolicy: policy.yml}\n");
    writeFileSync(join(other.configFile, "..", "policy.yml"), "on_http_request: []\n");
    const receiver = startOpenReceive(["--tunnel", "none"], { at: other });
    expect(await receiver.url()).toMatch(/^http/);
    expect((await (await receiver.control()).state()).publicUrl).toBeNull();
  });
});
