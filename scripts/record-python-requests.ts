// Writes fixtures/requests/*.json: the requests of the real Python client for the scripts of test/hub/python,
// and the responses of a hub. Needs a Python that has huggingface_hub (HOOKLENS_PYTHON). Run it when a script
// or the client changes; test/hub/python-requests.test.ts sends the same bytes without Python.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { listeningUrl, makeCliHome, startCli } from "../test/support/cli.ts";
import { findPython, pythonEnvironment, pythonScripts } from "../test/support/python.ts";
import {
  type Exchange,
  recordedTarget,
  recordedToken,
  type Recording,
  requestsFolder,
  withPlaces,
} from "../test/support/recorded-requests.ts";

const { python, missing } = findPython();
if (python === null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
mkdirSync(requestsFolder, { recursive: true });
const only = process.argv.slice(2);
for (const { name, file } of pythonScripts) {
  if (only.length > 0 && !only.includes(name)) continue;
  const recording = await record(python, file);
  writeFileSync(join(requestsFolder, `${name}.json`), `${JSON.stringify(recording, null, 1)}\n`);
  process.stderr.write(`${name}: ${recording.exchanges.length} requests\n`);
}

/** Runs a script against a hub of its own, through a proxy that records the traffic. */
async function record(program: string, script: string): Promise<Recording> {
  const { home, remove } = makeCliHome();
  const hub = startCli(["hub", "--port", "0", "--token", recordedToken], { home });
  const exchanges: Exchange[] = [];
  const events: string[] = [];
  const seen = { push: false, pushInStep: false };
  const hubUrl = new URL(await listeningUrl(hub));
  const proxy = createServer(
    (incoming, outgoing) => void passOn(hubUrl, incoming, outgoing, exchanges, seen),
  );
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = {
    ...pythonEnvironment({ endpoint, token: recordedToken, target: recordedTarget, home }),
    HOOKLENS_RECORDING: "1",
  };
  const child = spawn(program, [script], { env, cwd: home, stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", (line) => {
    // A step prints its name at its end, so the requests since the previous step belong to it.
    if (!line.startsWith("{")) return;
    const { step, events: fired } = JSON.parse(line) as { step: string; events: string[] };
    for (const exchange of exchanges) if (exchange.step === "") Object.assign(exchange, { step });
    if (!seen.pushInStep) events.push(...fired);
    seen.pushInStep = false;
  });
  const [code] = await once(child, "close");
  proxy.close();
  hub.child.kill("SIGTERM");
  await hub.ended;
  remove();
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return { events, exchanges };
}

async function passOn(
  hub: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  exchanges: Exchange[],
  seen: { push: boolean; pushInStep: boolean },
): Promise<void> {
  const body = await buffer(incoming);
  const passed = request({
    host: hub.hostname,
    port: hub.port,
    method: incoming.method,
    path: incoming.url,
    // Also the Host header, so that URLs in responses lead through the proxy again.
    headers: incoming.rawHeaders,
  });
  passed.end(body);
  const [answer] = (await once(passed, "response")) as [IncomingMessage];
  const type = answer.headers["content-type"]?.split(";")[0] ?? null;
  const isJson = type === "application/json";
  if (incoming.method === "POST" && incoming.url?.endsWith("/git-receive-pack")) {
    seen.push = true;
    seen.pushInStep = true;
  }
  // Git's protocol and followed logs belong to other clients, or vary in time.
  if (!isJson || !incoming.url?.startsWith("/api/")) {
    outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    answer.pipe(outgoing);
    return;
  }
  const text = (await buffer(answer)).toString();
  const answers = exchanges.map((exchange) => exchange.answer.body);
  exchanges.push({
    step: "",
    method: incoming.method ?? "",
    path: withPlaces(incoming.url, answers),
    headers: pairs(incoming.rawHeaders).map(([name, value]) => [name, isHost(name) ? "{{host}}" : value]),
    body: withPlaces(body.toString(), answers),
    afterPush: seen.push,
    answer: { status: answer.statusCode ?? 0, type, body: JSON.parse(text) },
  });
  outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
  outgoing.end(text);
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[index * 2] ?? "",
    rawHeaders[index * 2 + 1] ?? "",
  ]);
}

function isHost(name: string): boolean {
  return name.toLowerCase() === "host";
}
