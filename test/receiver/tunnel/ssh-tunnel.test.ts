import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import process from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeSshTunnel, type SshTunnelOptions } from "../../../src/receiver/tunnel/ssh/provider.ts";
import type { Tunnel } from "../../../src/receiver/tunnel/tunnel.ts";
import { handClock } from "../../support/hand-clock.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { fullPayload } from "../../support/sample-payload.ts";
import { freePort } from "../../support/tunnel/free-port.ts";
import { whileTimePasses } from "../../support/tunnel/pass-time.ts";
import { descendants, isAlive, nameOf } from "../../support/tunnel/process-family.ts";
import { tunnelProgram } from "../../support/tunnel/program.ts";
import { publicKey, startSshd, sshdIsInstalled, type Sshd } from "../../support/tunnel/sshd.ts";
import { eventually, expectOf, until } from "../../support/tunnel/until.ts";

function tunnelThrough(sshd: Sshd, options: SshTunnelOptions = {}): Tunnel {
  const tunnel = makeSshTunnel(sshd.target, { sshArguments: sshd.arguments, ...options });
  onTestFinished(() => tunnel.close());
  return tunnel;
}

async function deliver(url: string): Promise<number> {
  const response = await fetch(`${url}/webhooks/inbox`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fullPayload()),
  });
  await response.text();
  return response.status;
}

/** Occupies a port on all addresses until the test ends. */
async function listenEverywhere(port: number): Promise<void> {
  const server = createServer().listen(port, "::");
  onTestFinished(() => void server.close());
  await once(server, "listening");
}

const isSsh = (pid: number): boolean => nameOf(pid) === "ssh";

describe.skipIf(!sshdIsInstalled)("a tunnel through a real SSH server", () => {
  test("a delivery goes through it to the receiver", async () => {
    const receiver = await openReceiver();
    const tunnel = tunnelThrough(await startSshd());
    expect(tunnel.state()).toEqual({ kind: "off" });
    const { url, endsAtMs } = expectOf(await tunnel.open(receiver.url), "open");
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(url).not.toBe(receiver.url);
    expect(endsAtMs).toBeNull();
    expect(await deliver(url)).toBe(200);
    expect(await receiver.rows()).toHaveLength(1);
    await tunnel.close();
    expect(tunnel.state()).toEqual({ kind: "off" });
    await expect(deliver(url)).rejects.toThrow("fetch failed");
  });

  test("a lost server is reported, and the tunnel comes back at the same URL", async () => {
    const receiver = await openReceiver();
    const sshd = await startSshd();
    const tunnel = tunnelThrough(sshd);
    const first = expectOf(await tunnel.open(receiver.url), "open");
    await sshd.kill();
    const lost = await until(tunnel, "reconnecting");
    expect(lost).toMatchObject({ url: first.url, reason: "the SSH server closed the connection" });
    await sshd.start();
    expect(await until(tunnel, "open")).toEqual(first);
    expect(await deliver(first.url)).toBe(200);
  });

  test("if the previous port stays taken, another is used and reported", async () => {
    const clock = handClock();
    const receiver = await openReceiver();
    const sshd = await startSshd();
    const tunnel = tunnelThrough(sshd, { clock });
    const reasons: string[] = [];
    tunnel.onChange((state) => void (state.kind === "reconnecting" && reasons.push(state.reason)));
    const first = expectOf(await tunnel.open(receiver.url), "open");
    await sshd.kill();
    await until(tunnel, "reconnecting");
    const port = Number(new URL(first.url).port);
    await listenEverywhere(port);
    await sshd.start();
    const second = await whileTimePasses(clock, until(tunnel, "open"));
    expect(reasons).toContain(
      `port ${port} of 127.0.0.1 is not available: it is in use, or the server does not let this user open it`,
    );
    expect(second.url).not.toBe(first.url);
    expect(second.sinceMs).toBeGreaterThan(first.sinceMs);
    expect(await deliver(second.url)).toBe(200);
  });

  test("a given port is requested, and a taken one is not opened", async () => {
    const receiver = await openReceiver();
    const sshd = await startSshd();
    const remotePort = await freePort();
    const named = { ...sshd, target: { ...sshd.target, remotePort } };
    const { url } = expectOf(await tunnelThrough(named).open(receiver.url), "open");
    expect(url).toBe(`http://127.0.0.1:${remotePort}`);
    expect(await deliver(url)).toBe(200);
    expect(await tunnelThrough(named).open(receiver.url)).toEqual({
      kind: "failed",
      what: `port ${remotePort} of 127.0.0.1 is not available`,
      why: "it is in use, or the server does not let this user open it",
      hint: "Choose another with ?port=N, or omit it to use any free port",
    });
  });

  test("a user with an unknown key is refused", async () => {
    const sshd = await startSshd();
    const sshArguments = sshd.argumentsWith({ IdentityFile: sshd.makeKey("stranger") });
    const state = await tunnelThrough(sshd, { sshArguments }).open("http://127.0.0.1:9");
    expect(state).toEqual({
      kind: "failed",
      what: `127.0.0.1 denies access to ${sshd.target.user}`,
      why: "none of the offered keys is accepted; it accepts publickey",
      hint: "Add one of your keys to the server's authorized_keys file; a key with a passphrase must be in ssh-agent, because hooklens cannot prompt for it",
    });
  });

  test("a server with an unknown key is not trusted", async () => {
    const sshd = await startSshd();
    const sshArguments = sshd.argumentsWith({ UserKnownHostsFile: sshd.path("nobody-known") });
    const state = await tunnelThrough(sshd, { sshArguments }).open("http://127.0.0.1:9");
    expect(state).toEqual({
      kind: "failed",
      what: "the key of 127.0.0.1 is unknown",
      why: "hooklens does not trust an unknown key",
      hint: `Run \`ssh -p ${sshd.target.port} ${sshd.target.user}@127.0.0.1\` once, compare the key's fingerprint and accept it`,
    });
  });

  test("a server with a changed key is not trusted", async () => {
    const sshd = await startSshd();
    const other = publicKey(`${sshd.makeKey("other")}.pub`);
    writeFileSync(sshd.path("known_hosts"), `[127.0.0.1]:${sshd.target.port} ${other}\n`);
    const state = await tunnelThrough(sshd).open("http://127.0.0.1:9");
    expect(state).toEqual({
      kind: "failed",
      what: "the key of 127.0.0.1 has changed",
      why: "the server was reinstalled, or the connection is intercepted",
      hint: `Ask its administrator; if the change is expected, run \`ssh-keygen -R '[127.0.0.1]:${sshd.target.port}'\` and accept the new key`,
    });
  });

  test("a server without forwarding is reported", async () => {
    const sshd = await startSshd({ config: ["AllowTcpForwarding no"] });
    expect(await tunnelThrough(sshd).open("http://127.0.0.1:9")).toEqual({
      kind: "failed",
      what: "127.0.0.1 does not open a port for a tunnel",
      why: "its SSH server refuses remote forwarding",
      hint: "Set AllowTcpForwarding to yes or remote in its sshd_config, and allow forwarding in the key's options",
    });
  });

  test("a port that is open only on the server itself is refused", async () => {
    const sshd = await startSshd({ address: "127.0.0.2" });
    const state = expectOf(await tunnelThrough(sshd).open("http://127.0.0.1:9"), "failed");
    expect(state.what).toMatch(/^the tunnel is not reachable at http:\/\/127\.0\.0\.2:\d+$/);
    expect(state.why).toBe("connection refused");
  });

  test("the name of the server's own web server takes precedence over the port", async () => {
    const sshd = await startSshd({ address: "127.0.0.2" });
    const tunnel = tunnelThrough(sshd, { domain: "hooks.example.org" });
    expect(await tunnel.open("http://127.0.0.1:9")).toMatchObject({
      kind: "open",
      url: "https://hooks.example.org",
    });
  });

  test("a server with GatewayPorts clientspecified opens the port to everyone", async () => {
    const receiver = await openReceiver();
    const sshd = await startSshd({ address: "127.0.0.2", config: ["GatewayPorts clientspecified"] });
    const { url } = expectOf(await tunnelThrough(sshd).open(receiver.url), "open");
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
    expect(await deliver(url)).toBe(200);
  });

  test("a host without an SSH server is reported", async () => {
    const sshd = await startSshd();
    await sshd.kill();
    expect(await tunnelThrough(sshd).open("http://127.0.0.1:9")).toEqual({
      kind: "failed",
      what: "the SSH server 127.0.0.1 cannot be reached",
      why: "Connection refused",
      hint: "Check that the server runs, its port (ssh://USER@HOST:PORT), and the network",
    });
  });

  test("a closed tunnel leaves no process, and can be opened again", async () => {
    const receiver = await openReceiver();
    const sshd = await startSshd();
    const tunnel = tunnelThrough(sshd);
    await tunnel.open(receiver.url);
    expect(descendants(process.pid).filter(isSsh)).not.toEqual([]);
    await tunnel.close();
    expect(descendants(process.pid).filter(isSsh)).toEqual([]);
    const { url } = expectOf(await tunnel.open(receiver.url), "open");
    expect(await deliver(url)).toBe(200);
  });

  test("closing while it opens leaves it off", async () => {
    const tunnel = tunnelThrough(await startSshd());
    const opening = tunnel.open("http://127.0.0.1:9");
    await tunnel.close();
    expect(await opening).toEqual({ kind: "off" });
    expect(tunnel.state()).toEqual({ kind: "off" });
  });

  test("ssh does not outlive a program that is killed", async () => {
    const sshd = await startSshd();
    const program = await tunnelProgram(sshd);
    const family = descendants(program.pid);
    expect(family.filter(isSsh)).toHaveLength(1);
    await program.kill();
    await eventually(() => family.every((pid) => !isAlive(pid)));
  });
});
