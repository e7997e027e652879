import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  listeningUrl,
  makeCliHome,
  runCli,
  runInProcess,
  type RunningCli,
  startCli,
} from "../support/cli.ts";

const { home, dataDir, remove } = makeCliHome();
const started: RunningCli[] = [];

afterEach(async () => {
  for (const running of started.splice(0)) {
    running.child.kill("SIGKILL");
    await running.ended;
  }
});
afterAll(remove);

function start(...args: readonly string[]): RunningCli {
  const running = startCli(args, { home });
  started.push(running);
  return running;
}

function listWebhooks(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/settings/webhooks`, { headers: { authorization: `Bearer ${token}` } });
}

describe("hooklens hub", () => {
  it("accepts the token it keeps in a file only its owner can read, and names that file", async () => {
    const hub = start("hub", "--port", "0");
    const url = await listeningUrl(hub);
    const [, file = ""] = await hub.waitForLine(/^The token this hub accepts is in (.+)$/, "stderr");
    expect(file).toBe(join(dataDir, "hub-token"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, "utf8").trim();
    expect((await listWebhooks(url, token)).status).toBe(200);
    expect((await listWebhooks(url, "another")).status).toBe(401);
    expect(hub.stdout()).toBe(`listening on ${url}\n`);
  });

  it("takes --token for the token it accepts, and does not read HF_TOKEN", async () => {
    const hub = startCli(["hub", "--port", "0", "--token", "given"], {
      home,
      env: { HF_TOKEN: "of-the-real-hub" },
    });
    started.push(hub);
    const url = await listeningUrl(hub);
    expect((await listWebhooks(url, "given")).status).toBe(200);
    expect((await listWebhooks(url, "of-the-real-hub")).status).toBe(401);
  });

  it("listens where others can reach it only with a token of one's choice", async () => {
    const refused = await runCli(["hub", "--port", "0", "--host", "0.0.0.0"], { home });
    expect(refused).toEqual({
      code: 2,
      signal: null,
      stdout: "",
      stderr:
        "error: the local hub needs a token to listen on 0.0.0.0 (other machines can reach it there). Add --token @FILE or set HOOKLENS_HUB_TOKEN, or leave --host at 127.0.0.1.\n",
    });
    const short = await runInProcess(
      ["hub", "--port", "0", "--host", "0.0.0.0", "--token", "fifteen-letters"],
      {
        home,
      },
    );
    expect(short).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("fewer than 16 characters"),
    });
    const token = "sixteen-letters-";
    const hub = start("hub", "--port", "0", "--host", "0.0.0.0", "--token", token);
    const { port } = new URL(await listeningUrl(hub));
    const url = `http://127.0.0.1:${port}`;
    expect((await listWebhooks(url, token)).status).toBe(200);
    const askedMs = performance.now();
    expect((await listWebhooks(url, "another")).status).toBe(401);
    expect(performance.now() - askedMs).toBeGreaterThan(900);
    const jobs = await fetch(`${url}/api/jobs/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(jobs.status).toBe(403);
    expect(await jobs.text()).toContain("without --jobs");
  });

  it("runs Jobs beyond loopback only with --jobs, and never with --public", async () => {
    const refused = await runInProcess(["hub", "--port", "0", "--public", "--jobs"], { home });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a public hub cannot run Jobs"),
    });
    const token = "sixteen-letters-";
    const hub = start("hub", "--port", "0", "--host", "0.0.0.0", "--token", token, "--jobs");
    const { port } = new URL(await listeningUrl(hub));
    const jobs = await fetch(`http://127.0.0.1:${port}/api/jobs/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(jobs.status).toBe(200);
  });

  it("takes the token from a file and from the environment; a file that is not there is wrong usage", async () => {
    const file = join(home, "token.txt");
    writeFileSync(file, "of-the-file\n");
    const fromFile = start("hub", "--port", "0", "--token", `@${file}`);
    const url = await listeningUrl(fromFile);
    expect((await listWebhooks(url, "of-the-file")).status).toBe(200);
    expect((await listWebhooks(url, `@${file}`)).status).toBe(401);
    const client = await runInProcess(["webhooks", "ls", "--endpoint", url, "--token", `@${file}`], { home });
    expect(client).toMatchObject({ code: 0, stderr: "" });
    for (const args of [
      ["hub", "--port", "0"],
      ["webhooks", "ls", "--endpoint", url],
    ]) {
      const refused = await runInProcess([...args, "--token", `@${file}.missing`], { home });
      expect(refused).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("token.txt.missing cannot be read"),
      });
    }
    fromFile.child.kill("SIGTERM");
    await fromFile.ended;

    const env = { HOOKLENS_HUB_TOKEN: "of-the-environment" };
    const next = await runInProcess(["hub", "env"], { home, env });
    expect(next.stdout).toContain("HF_TOKEN=of-the-environment");
    const fromEnv = startCli(["hub", "--port", "0"], { home, env });
    started.push(fromEnv);
    expect((await listWebhooks(await listeningUrl(fromEnv), "of-the-environment")).status).toBe(200);
  });

  it.each(["", "two words", "schlüssel"])("refuses the token %j, which cannot be sent", async (token) => {
    const refused = await runInProcess(["hub", "--port", "0", "--token", token], { home });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("clients could not send it"),
    });
  });

  it("with --public sends nothing to this machine", async () => {
    const hub = start("hub", "--port", "0", "--public");
    const url = await listeningUrl(hub);
    const target = createServer();
    const reached: unknown[] = [];
    target.on("connection", (socket) => reached.push(socket.destroy()));
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const { port } = target.address() as AddressInfo;
    const made = ["--url", `http://localhost:${port}/`, "--watch", "user:me", "--format", "quiet"];
    const id = (await runInProcess(["webhooks", "create", ...made], { home })).stdout.trim();
    await runInProcess(["trigger", "repo.content.update", "--repo", "model:me/m"], { home });
    const token = readFileSync(join(dataDir, "hub-token"), "utf8").trim();
    const headers = { authorization: `Bearer ${token}` };
    await expect
      .poll(async () => (await fetch(`${url}/hooklens/v1/webhooks/${id}/activity`, { headers })).text())
      .toMatch(/localhost is refused as a target \((?:127\.0\.0\.1|::1) is not/);
    expect(reached).toEqual([]);
    target.close();
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends with 0 on %s", async (signal) => {
    const hub = start("hub", "--port", "0");
    await listeningUrl(hub);
    hub.child.kill(signal);
    expect(await hub.ended).toMatchObject({ code: 0, signal: null });
  });

  it("is found by commands on the same data directory, and by a second one", async () => {
    const hub = start("hub", "--port", "0");
    const url = await listeningUrl(hub);
    const { stdout } = await runInProcess(
      ["webhooks", "create", "--url", "https://example.org/hook", "--watch", "org:acme", "--format", "quiet"],
      { home },
    );
    const token = readFileSync(join(dataDir, "hub-token"), "utf8").trim();
    expect(JSON.stringify(await (await listWebhooks(url, token)).json())).toContain(stdout.trim());

    const second = await runInProcess(["hub", "--port", "0"], { home });
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(/^error: [^\n]+\n$/);
    expect(second.stderr).toContain(String(hub.child.pid));
  });
});

describe("hooklens hub env", () => {
  it("prints variables that a shell takes, for the running hub", async () => {
    const hub = start("hub", "--port", "0");
    const url = await listeningUrl(hub);
    const { code, stdout } = await runInProcess(["hub", "env"], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^export HF_ENDPOINT=\S+ HF_TOKEN=\S+\n$/);
    const script = `eval "$1"; printf '%s\\n%s' "$HF_ENDPOINT" "$HF_TOKEN"`;
    const variables = execFileSync("sh", ["-c", script, "sh", stdout], { encoding: "utf8" });
    const [endpoint, token = ""] = variables.split("\n");
    expect(endpoint).toBe(url);
    expect((await listWebhooks(url, token)).status).toBe(200);
  });

  it("prints those of the next one when none runs, and that one accepts them", async () => {
    const { stdout } = await runInProcess(["hub", "env", "--format", "json"], { home });
    const answer = JSON.parse(stdout) as { HF_ENDPOINT: string; HF_TOKEN: string; running: boolean };
    expect(answer).toEqual({
      HF_ENDPOINT: "http://127.0.0.1:7870",
      HF_TOKEN: expect.stringMatching(/^\S+$/),
      running: false,
    });
    const url = await listeningUrl(start("hub", "--port", "0"));
    expect((await listWebhooks(url, answer.HF_TOKEN)).status).toBe(200);
  });
});
