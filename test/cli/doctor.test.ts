import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliHome, listeningUrl, makeCliHome, runCli, runInProcess, startCli } from "../support/cli.ts";

let at: CliHome;
const servers: Server[] = [];
beforeEach(() => {
  at = makeCliHome();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  at.remove();
});

/** Listens on a free port until the end of the test. */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function takenPort(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  return { server, port: await listen(server) };
}

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix: string | null;
}

async function doctor(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{
  readonly code: number | null;
  readonly of: (check: string) => Finding | undefined;
  readonly all: readonly Finding[];
}> {
  const { code, stdout, stderr } = await runInProcess(["doctor", "--format", "json", ...args], {
    home: at.home,
    env,
  });
  expect(stderr).toBe("");
  const all = JSON.parse(stdout) as readonly Finding[];
  return { code, all, of: (check) => all.find((finding) => finding.check === check) };
}

function writeConfig(text: string): void {
  mkdirSync(join(at.configFile, ".."), { recursive: true });
  writeFileSync(at.configFile, text);
}

describe("hooklens doctor", () => {
  it("finds nothing wrong in an empty home, and makes nothing there", async () => {
    const { code, all, of } = await doctor();
    expect(code).toBe(0);
    expect(all.map(({ check }) => check)).toEqual([
      "node",
      "config file",
      "settings",
      "log file",
      "data directory",
      "deliveries.db",
      "hub.db",
      "hub",
      "receiver",
      "limits",
      "handlers",
      "forward",
      "tunnel",
      "retention",
      "port of receiver",
      "port of hub",
      "terminal",
    ]);
    for (const finding of all) {
      expect(Object.keys(finding).toSorted()).toEqual(["check", "detail", "fix", "status"]);
      expect(finding.fix === null).toBe(finding.status === "ok");
    }
    expect(of("node")?.detail).toBe(process.versions.node);
    expect(of("data directory")?.detail).toBe(`${at.dataDir} (default), created on first use`);
    expect(of("hub")?.detail).toContain("the local hub (no token was found), not running");
    const again = await runInProcess(["deliveries", "ls", "--format", "json"], { home: at.home });
    expect(again.stdout).toBe("[]\n");
  });

  it("warns of a log file that cannot be written", async () => {
    const file = join(at.home, "a-file");
    writeFileSync(file, "");
    const { code, of } = await doctor([], { XDG_STATE_HOME: file });
    expect(code).toBe(0);
    expect(of("log file")).toMatchObject({
      status: "warn",
      detail: `${join(file, "hooklens", "hooklens.log")} cannot be used: ${file} is a file`,
      fix: expect.stringContaining("XDG_STATE_HOME"),
    });
  });

  it("says which source won each setting, and no secret", async () => {
    writeConfig(
      "noColor: true\nreceiver: {port: 8080, secret: from-the-file}\nprofiles: {work: {hub: {port: 9090}}}\n",
    );
    chmodSync(at.configFile, 0o600);
    const { of } = await doctor(["--profile", "work"], { WEBHOOK_SECRET: "from-the-environment" });
    expect(of("settings")?.detail).toBe(
      `profile work, receiver.port 8080 by ${at.configFile}, receiver.secret by WEBHOOK_SECRET, hub.port 9090 by profile work in ${at.configFile}, noColor true by ${at.configFile}`,
    );
    expect(of("config file")).toMatchObject({ status: "ok", detail: at.configFile });
  });

  it("warns of a config file that holds a secret, in whatever profile, and can be read by others", async () => {
    writeConfig("profiles: {work: {hub: {token: a-token-of-the-file}}}\n");
    chmodSync(at.configFile, 0o644);
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of("config file")).toEqual({
      check: "config file",
      status: "warn",
      detail: `${at.configFile} contains secrets and can be read by others`,
      fix: `chmod 600 ${at.configFile}`,
    });
    writeConfig("noColor: true\n");
    expect((await doctor()).of("config file")?.status).toBe("ok");
  });

  it("reports the error of the config file and continues without it", async () => {
    writeConfig("local: true\nendpiont: x\n");
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("config file")).toEqual({
      check: "config file",
      status: "fail",
      detail: `${at.configFile}:2 has an unknown key "endpiont"`,
      fix: "Perhaps you mean endpoint",
    });
    expect(of("terminal")?.status).toBe("warn");
  });

  it("asks the hub for the token's account", async () => {
    const server = createServer((request, response) => {
      const known = request.headers.authorization === "Bearer right";
      response.writeHead(known ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(known ? { name: "ada", type: "user" } : { error: "Invalid credentials" }));
    });
    const endpoint = `http://127.0.0.1:${await listen(server)}`;
    const right = await doctor([], { HF_ENDPOINT: endpoint, HF_TOKEN: "right" });
    expect(right.code).toBe(0);
    expect(right.of("hub")?.detail).toBe(`${endpoint} (HF_ENDPOINT), token from HF_TOKEN, account ada`);
    const wrong = await doctor(["--token", "wrong"], { HF_ENDPOINT: endpoint });
    expect(wrong.code).toBe(1);
    expect(wrong.of("hub")).toMatchObject({ status: "fail", fix: expect.any(String) });
    expect(JSON.stringify(wrong.all)).not.toContain("Bearer");
  });

  it("reads the token file of the Hub's own tools, and names it", async () => {
    const hfHome = join(at.home, "hf");
    mkdirSync(hfHome);
    writeFileSync(join(hfHome, "token"), "t\n");
    const { of } = await doctor([], { HF_HOME: hfHome, HF_ENDPOINT: "http://127.0.0.1:9" });
    expect(of("hub")).toMatchObject({ status: "fail", detail: expect.stringContaining("127.0.0.1:9") });
    expect((await doctor(["--local"], { HF_HOME: hfHome })).of("hub")).toMatchObject({ status: "ok" });
  });

  it("names the token as the Hub's own tools do, and takes it by that name", async () => {
    const hub = startCli(["hub", "--port", "0", "--token", "hf_work"], { home: at.home });
    const HF_ENDPOINT = await listeningUrl(hub);
    const HF_HOME = join(at.home, "hf");
    mkdirSync(HF_HOME);
    writeFileSync(join(HF_HOME, "token"), "hf_work\n");
    writeFileSync(
      join(HF_HOME, "stored_tokens"),
      "[laptop]\nhf_token = hf_work\nexpires_at = 1700000000\n[other]\nhf_token = hf_other\n",
    );
    const active = await doctor([], { HF_HOME, HF_ENDPOINT });
    expect(active.of("hub")?.detail).toBe(
      `${HF_ENDPOINT} (HF_ENDPOINT), token from ${HF_HOME}/token ("laptop", expired on 2023-11-14: run hf auth whoami to renew it), account me`,
    );
    const named = await doctor(["--token", "laptop"], { HF_HOME, HF_ENDPOINT });
    expect(named.of("hub")).toMatchObject({
      status: "ok",
      detail: expect.stringContaining('--token ("laptop"'),
    });
    const other = await doctor(["--token", "other"], { HF_HOME, HF_ENDPOINT });
    expect(other.of("hub")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("Invalid credentials in Authorization header"),
    });
    hub.child.kill("SIGTERM");
    await hub.ended;
  });

  it("sees a running receiver and hub, and that an open one is open", async () => {
    const receiver = startCli(["receive", "--port", "0", "--route", "train"], { home: at.home });
    const hub = startCli(["hub", "--port", "0"], { home: at.home });
    const [url, hubUrl] = [await listeningUrl(receiver), await listeningUrl(hub)];
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of("receiver")).toEqual({
      check: "receiver",
      status: "warn",
      detail: `${url} (process ${receiver.child.pid}), routes train, newest delivery 0, open to everyone`,
      fix: expect.stringContaining("WEBHOOK_SECRET"),
    });
    expect(of("hub")?.detail).toContain(`running at ${hubUrl}, account `);
    expect(of("port of receiver")).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("the running receiver"),
    });
    for (const running of [receiver, hub]) {
      running.child.kill("SIGTERM");
      await running.ended;
    }
  });

  it("reports the state of the running receiver rather than the configuration", async () => {
    const receiver = startCli(["receive", "--port", "0", "--route", "train"], { home: at.home });
    const url = await listeningUrl(receiver);
    writeConfig(
      "receiver: {port: 1234, secret: s, handlers: gone}\ntunnel: {provider: 'ssh://me@h'}\ndeliveries: {keepDays: 1, keepBytes: 0}\n",
    );
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of("receiver")).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(/, open to everyone$/),
      fix: `Restart it to use the secret of ${at.configFile}`,
    });
    expect(of("handlers")).toMatchObject({ status: "ok", detail: "none" });
    expect(of("tunnel")?.detail).toMatch(/^ngrok is not open/);
    expect(of("retention")?.detail).toBe("deliveries are kept for 30 d, up to 2 GiB");
    expect(of("port of receiver")).toMatchObject({
      status: "ok",
      detail: `${new URL(url).host}, in use by the running receiver; 1234 is configured (${at.configFile})`,
    });
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    expect((await doctor()).of("retention")?.detail).toBe("deliveries are kept for 1 d, without limit");
  });

  it("says that a role missed its port, and has it again at its next start", async () => {
    const { server, port } = await takenPort();
    mkdirSync(at.dataDir, { recursive: true });
    writeFileSync(join(at.dataDir, "receiver-port"), `${port}\n`);
    const receiver = startCli(["receive"], { home: at.home });
    const url = await listeningUrl(receiver);
    expect((await doctor()).of("port of receiver")).toEqual({
      check: "port of receiver",
      status: "warn",
      detail: `${new URL(url).host}, in use by the running receiver, because ${port} was taken`,
      fix: `Restart the receiver when port ${port} is free`,
    });
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    server.close();
    const again = startCli(["receive"], { home: at.home });
    expect(await listeningUrl(again)).toBe(`http://127.0.0.1:${port}`);
    again.child.kill("SIGTERM");
    await again.ended;
  });

  it("fails on a port that was asked for and is taken", async () => {
    const { port } = await takenPort();
    writeConfig(`hub: {port: ${port}}\n`);
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("port of hub")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining(`127.0.0.1:${port}`),
    });
  });

  it("looks at the port a role had last, which its next start would take", async () => {
    const { port } = await takenPort();
    mkdirSync(at.dataDir, { recursive: true });
    writeFileSync(join(at.dataDir, "receiver-port"), `${port}\n`);
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of("port of receiver")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining(`127.0.0.1:${port} is taken`),
    });
  });

  it("is a line for each to a person, with the fix behind an arrow", async () => {
    const { stdout } = await runCli(["doctor"], { home: at.home });
    expect(stdout.trimEnd().split("\n")).toHaveLength(17);
    expect(stdout).toMatch(/^ok {4}node +\d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(
      /^warn {2}terminal +none on stdin or stdout {2}→ Run the app in a terminal; commands need none$/m,
    );
  });
});

describe("a wrong config file", () => {
  it.each([["webhooks", "ls"], ["deliveries", "ls"], ["receive"]])(
    "stops %s %s with one line and 2",
    async (...args) => {
      writeConfig("receiver:\n  prot: 1\n");
      expect(await runInProcess(args.filter(Boolean), { home: at.home })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: `error: ${at.configFile}:2 has an unknown key "receiver.prot". Perhaps you mean port.\n`,
      });
    },
  );

  it("reports problems of the configured handlers, forward target and tunnel", async () => {
    writeConfig("receiver: {handlers: hooks, forward: '9'}\ntunnel: {provider: ngrok}\n");
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("handlers")).toMatchObject({ status: "fail", fix: expect.stringContaining("Create it") });
    expect(of("forward")).toMatchObject({
      status: "warn",
      detail: "http://127.0.0.1:9/ cannot be reached: connection refused",
    });
    expect(of("tunnel")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("no authtoken for ngrok is set"),
    });
  });

  it("checks the target of each configured rule", async () => {
    writeConfig(
      "receiver: {forwardRules: [{where: 'repo:me/*', to: '9'}, {where: 'scope:repo', to: 'localhost:9/a'}]}\n",
    );
    const { all } = await doctor();
    expect(all.filter(({ check }) => check === "forward").map(({ detail }) => detail)).toEqual([
      "deliveries that match no rule are not forwarded",
      "http://127.0.0.1:9/ cannot be reached: connection refused (deliveries that match repo:me/*)",
      expect.stringMatching(
        /^http:\/\/localhost:9\/a cannot be reached: .* \(deliveries that match scope:repo\)$/,
      ),
    ]);
  });

  it("says that the traffic policy which is configured cannot be read", async () => {
    writeConfig("tunnel: {provider: ngrok, authtoken: 2abcTheConfiguredToken, trafficPolicy: gone.yml}\n");
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("tunnel")).toMatchObject({
      status: "fail",
      detail: expect.stringMatching(/^the traffic policy \/.*\/gone\.yml cannot be read/),
    });
  });

  it("prints the source of an authtoken, never its value", async () => {
    writeConfig("tunnel: {provider: ngrok, authtoken: 2abcTheConfiguredToken}\n");
    const configured = await runInProcess(["doctor"], { home: at.home });
    expect(configured.stdout).toMatch(
      /tunnel +ngrok can be opened: SDK installed, authtoken from the configuration/,
    );
    expect(configured.stdout).toContain(`tunnel.authtoken by ${at.configFile}`);
    expect(configured.stdout).not.toContain("2abcTheConfiguredToken");
    const ofEnv = await runInProcess(["doctor"], {
      home: at.home,
      env: { NGROK_AUTHTOKEN: "2abcOfTheEnvironment" },
    });
    expect(ofEnv.stdout).toMatch(
      /tunnel +ngrok can be opened: SDK installed, authtoken from NGROK_AUTHTOKEN/,
    );
    expect(ofEnv.stdout).not.toContain("2abc");
  });

  it("names the handlers of a running receiver, and the one that is broken", async () => {
    const directory = join(at.home, "hooks");
    mkdirSync(directory);
    writeFileSync(join(directory, "train.ts"), "export default () => 'done';");
    const receiver = startCli(["receive", "--port", "0", "--handlers", directory], { home: at.home });
    try {
      await listeningUrl(receiver);
      expect((await doctor()).of("handlers")).toMatchObject({
        status: "ok",
        detail: `train.ts in ${directory}`,
      });
      writeFileSync(join(directory, "labels.ts"), "export default (");
      await receiver.waitForLine(/labels.ts is broken/, "stderr");
      expect((await doctor()).of("handlers")).toMatchObject({
        status: "warn",
        detail: expect.stringMatching(/^labels\.ts is broken: SyntaxError.*labels\.ts:1/),
      });
    } finally {
      receiver.child.kill("SIGKILL");
      await receiver.ended;
    }
  });
});
