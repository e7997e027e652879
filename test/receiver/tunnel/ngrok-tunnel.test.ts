import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeNgrokTunnel, type NgrokTunnelOptions } from "../../../src/receiver/tunnel/ngrok/provider.ts";
import type { Tunnel, TunnelState } from "../../../src/receiver/tunnel/tunnel.ts";
import { type HandClock, handClock } from "../../support/hand-clock.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { fullPayload } from "../../support/sample-payload.ts";
import { freePort } from "../../support/tunnel/free-port.ts";
import { type NgrokService, startNgrokService } from "../../support/tunnel/ngrok-service.ts";
import { eventually, expectOf, until } from "../../support/tunnel/until.ts";

const token = "2fZk9dT0NotAToken_7sQ1vW3xY5";

/** Creates a tunnel with the installed SDK and a local service that speaks its protocol. */
function tunnelThrough({ ingress }: Pick<NgrokService, "ingress">, options: NgrokTunnelOptions = {}): Tunnel {
  const tunnel = makeNgrokTunnel({ ingress, env: { NGROK_AUTHTOKEN: token }, ...options });
  onTestFinished(() => tunnel.close());
  return tunnel;
}

/** Creates a file with this text, which is deleted after the test. */
function policyFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-policy-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "policy.yml");
  writeFileSync(file, text);
  return file;
}

async function deliver(url: string): Promise<number> {
  const response = await fetch(`${url}/webhooks/inbox`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(fullPayload()),
  });
  await response.text();
  return response.status;
}

async function delivers(url: string | undefined): Promise<boolean> {
  return url !== undefined && (await deliver(url).catch(() => 0)) === 200;
}

/** Resolves when a timer of this delay is set. */
function waitsFor(clock: HandClock, ms: number): Promise<void> {
  return eventually(() => clock.due().includes(clock.nowMs() + ms));
}

test("a delivery goes through the SDK to the receiver", async () => {
  const receiver = await openReceiver();
  const service = await startNgrokService();
  const tunnel = tunnelThrough(service);
  const { url, endsAtMs } = expectOf(await tunnel.open(receiver.url), "open");
  expect(endsAtMs).toBeNull();
  expect(await deliver(url)).toBe(200);
  expect(await receiver.rows()).toHaveLength(1);
  await tunnel.close();
  expect(tunnel.state()).toEqual({ kind: "off" });
  expect(service.requests.map(({ kind }) => kind)).toContain("unbind");
});

test("ngrok gets the domain and the unchanged traffic policy", async () => {
  const service = await startNgrokService();
  const trafficPolicy = "on_http_request:\n  - actions: [{ type: compress-response }]\n";
  const trafficPolicyFile = policyFile(trafficPolicy);
  await tunnelThrough(service, { domain: "hooks.example.org", trafficPolicyFile }).open("http://127.0.0.1:9");
  expect(service.requests).toMatchObject([
    { kind: "auth", body: { Extra: { AuthToken: token } } },
    { kind: "bind", body: { Opts: { Domain: "hooks.example.org", TrafficPolicy: trafficPolicy } } },
  ]);
});

test("the SDK reconnects a cut connection, and a fixed domain stays the same", async () => {
  const clock = handClock();
  const receiver = await openReceiver();
  const service = await startNgrokService();
  const tunnel = tunnelThrough(service, { clock, domain: "hooks.example.org" });
  const first = expectOf(await tunnel.open(receiver.url), "open");
  service.cut();
  expect(await until(tunnel, "reconnecting")).toMatchObject({
    url: first.url,
    reason: "the connection to ngrok was lost",
  });
  await waitsFor(clock, 3_000);
  clock.advance(3_000);
  expect(tunnel.state()).toEqual(first);
});

test("without a fixed domain the address may change, so the session is replaced", async () => {
  const clock = handClock();
  const receiver = await openReceiver();
  const service = await startNgrokService();
  const tunnel = tunnelThrough(service, { clock });
  const first = expectOf(await tunnel.open(receiver.url), "open");
  service.cut();
  await until(tunnel, "reconnecting");
  await waitsFor(clock, 3_000);
  await eventually(() => delivers(service.urls[1]));
  clock.advance(3_000);
  await waitsFor(clock, 500);
  expect(tunnel.state()).toMatchObject({
    kind: "reconnecting",
    reason: "ngrok is back, perhaps at another address",
  });
  clock.advance(500);
  const second = await until(tunnel, "open");
  expect([first.url, second.url]).toEqual([service.urls[0], service.urls[2]]);
  expect(second.sinceMs).toBeGreaterThan(first.sinceMs);
  expect(await deliver(second.url)).toBe(200);
  const kinds = service.requests.map(({ kind }) => kind);
  expect(kinds).toContain("unbind");
  expect(kinds.indexOf("unbind")).toBeLessThan(kinds.lastIndexOf("bind"));
});

test("a session that the SDK does not reconnect is replaced", async () => {
  const clock = handClock();
  const receiver = await openReceiver();
  const service = await startNgrokService();
  const tunnel = tunnelThrough(service, { clock });
  await tunnel.open(receiver.url);
  await service.stop();
  await until(tunnel, "reconnecting");
  clock.advance(15_000);
  await waitsFor(clock, 500);
  clock.advance(500);
  await waitsFor(clock, 1_000);
  expect(tunnel.state()).toMatchObject({
    kind: "reconnecting",
    reason: "ngrok cannot be reached: no connection to its servers",
  });
  await service.listen();
  clock.advance(1_000);
  const { url } = await until(tunnel, "open");
  expect(await deliver(url)).toBe(200);
});

test("an unreadable traffic policy fails the tunnel, which opens once it is readable", async () => {
  const service = await startNgrokService();
  const trafficPolicyFile = policyFile("on_http_request: []\n");
  rmSync(trafficPolicyFile);
  const tunnel = tunnelThrough(service, { trafficPolicyFile });
  expect(await tunnel.open("http://127.0.0.1:9")).toEqual({
    kind: "failed",
    what: `the traffic policy ${trafficPolicyFile} cannot be read`,
    why: expect.stringContaining("ENOENT"),
    hint: "Choose another file with --traffic-policy or tunnel.trafficPolicy",
  });
  expect(service.requests).toEqual([]);
  writeFileSync(trafficPolicyFile, "on_http_request: []\n");
  expect(await tunnel.open("http://127.0.0.1:9")).toMatchObject({ kind: "open" });
});

const refusals: readonly {
  readonly what: string;
  readonly of: "auth" | "bind";
  readonly says: string;
  readonly options?: NgrokTunnelOptions;
  readonly policy?: string;
  readonly state: Omit<Extract<TunnelState, { kind: "failed" }>, "kind">;
}[] = [
  {
    what: "an authtoken that is no authtoken",
    of: "auth",
    says: `The authtoken you specified does not look like a proper ngrok authtoken.\nYour authtoken: ${token}\nInstructions to install your authtoken are on your ngrok dashboard:\nhttps://dashboard.ngrok.com/get-started/your-authtoken\r\n\r\nERR_NGROK_105\r\n`,
    state: {
      what: "ngrok does not accept the authtoken",
      why: "the one from NGROK_AUTHTOKEN: ERR_NGROK_105",
      hint: "Copy it again from https://dashboard.ngrok.com/get-started/your-authtoken",
    },
  },
  {
    what: "an authtoken that is not valid any more",
    of: "auth",
    says: `The authtoken you specified is properly formed, but it is invalid.\nYour authtoken: ${token}\nThis usually happens when:\n    - You reset your authtoken\r\n\r\nERR_NGROK_107\r\n`,
    state: {
      what: "ngrok does not accept the authtoken",
      why: "the one from NGROK_AUTHTOKEN: ERR_NGROK_107",
      hint: "Copy it again from https://dashboard.ngrok.com/get-started/your-authtoken",
    },
  },
  {
    what: "more sessions than the account may have",
    of: "auth",
    says: "Your account is limited to 1 simultaneous ngrok agent sessions.\nYou can run multiple simultaneous tunnels from a single agent session by defining the tunnels in your agent configuration file.\nYou can view your current agent sessions in the dashboard:\nhttps://dashboard.ngrok.com/agents\r\n\r\nERR_NGROK_108\r\n",
    state: {
      what: "the ngrok account has reached its limit of sessions",
      why: "other agents are online: ERR_NGROK_108",
      hint: "Stop one at https://dashboard.ngrok.com/agents",
    },
  },
  {
    what: "a domain of another account",
    of: "bind",
    says: "This domain is reserved for another account.\nFailed to create an endpoint with the domain 'hooks.example.org' for the account 'Me'.\r\n\r\nERR_NGROK_320\r\n",
    options: { domain: "hooks.example.org" },
    state: {
      what: "the domain hooks.example.org is not available to this ngrok account",
      why: "This domain is reserved for another account: ERR_NGROK_320",
      hint: "See https://dashboard.ngrok.com/domains for the account's domains, or set none",
    },
  },
  {
    what: "a domain that is online elsewhere",
    of: "bind",
    says: "The endpoint 'https://hooks.example.org' is already online. Either\n1. stop your existing endpoint first, or\n2. start both endpoints with `--pooling-enabled` to load balance between them.\r\n\r\nERR_NGROK_334\r\n",
    options: { domain: "hooks.example.org" },
    state: {
      what: "hooks.example.org is already online at ngrok",
      why: "another agent uses it: ERR_NGROK_334",
      hint: "Stop that agent at https://dashboard.ngrok.com/endpoints, or use another domain",
    },
  },
  {
    what: "a traffic policy that is none",
    of: "bind",
    says: "The traffic policy was not able to be parsed:\n'7 is no list'\r\n\r\nERR_NGROK_2236\r\n",
    policy: "on_http_request: 7",
    state: {
      what: "ngrok does not accept the traffic policy",
      why: "The traffic policy was not able to be parsed: '7 is no list': ERR_NGROK_2236",
      hint: "Check it against https://ngrok.com/docs/traffic-policy",
    },
  },
  {
    what: "an account that is suspended",
    of: "auth",
    says: "The account 'Me' has been suspended.\nThis is usually the result of violating the ngrok Terms of Service.\r\n\r\nERR_NGROK_103\r\n",
    state: {
      what: "ngrok does not open the tunnel",
      why: "The account 'Me' has been suspended: ERR_NGROK_103",
      hint: "See https://ngrok.com/docs/errors/err_ngrok_103",
    },
  },
  {
    what: "a refusal that repeats the authtoken",
    of: "auth",
    says: `The credential ${token} may not start sessions from here.\r\n\r\nERR_NGROK_116\r\n`,
    state: {
      what: "ngrok does not open the tunnel",
      why: "The credential [redacted] may not start sessions from here: ERR_NGROK_116",
      hint: "See https://ngrok.com/docs/errors/err_ngrok_116",
    },
  },
];

test.each(refusals)("$what has its message, without the token", async (refusal) => {
  const { of, says, options, policy, state } = refusal;
  const trafficPolicyFile = policy === undefined ? null : policyFile(policy);
  const service = await startNgrokService();
  service.refuse = ({ kind }) => (kind === of ? says : null);
  const failed = await tunnelThrough(service, { trafficPolicyFile, ...options }).open("http://127.0.0.1:9");
  expect(failed).toEqual({ kind: "failed", ...state });
  expect(JSON.stringify(failed)).not.toContain(token);
});

test("without a network the error says so", async () => {
  const ingress = { address: `localhost:${await freePort()}`, certificate: new Uint8Array() };
  expect(await tunnelThrough({ ingress }).open("http://127.0.0.1:9")).toEqual({
    kind: "failed",
    what: "ngrok cannot be reached",
    why: "no connection to its servers",
    hint: "Check the network and that a firewall allows connections to port 443, or use the tunnel ssh://USER@HOST",
  });
});

test("a server that is not ngrok does not get the token", async () => {
  const service = await startNgrokService();
  const other = await startNgrokService();
  const ingress = { address: service.ingress.address, certificate: other.ingress.certificate };
  expect(await tunnelThrough({ ingress }).open("http://127.0.0.1:9")).toMatchObject({
    kind: "failed",
    what: "ngrok cannot be reached",
    why: "the server is not ngrok's, perhaps a proxy in between",
  });
  expect(service.requests).toEqual([]);
});
