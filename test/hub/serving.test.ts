import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ListenError, PortTakenError } from "../../src/http/listen.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub, testToken } from "../support/local-hub.ts";

async function listening(host = "127.0.0.1", options: Parameters<typeof testHub>[0] = {}) {
  const test = await testHub(options);
  const server = await test.hub.listen({ host, port: 0 });
  return { ...test, server };
}

/** Sends a request with headers that fetch forbids. */
async function ask(
  port: number,
  headers: Record<string, string>,
  options: { method?: string; body?: string } = {},
) {
  const sent = request({
    host: "127.0.0.1",
    port,
    path: "/api/settings/webhooks",
    method: options.method ?? "GET",
    headers: { authorization: `Bearer ${testToken}`, ...headers },
  });
  sent.end(options.body);
  const [response] = await once(sent, "response");
  const answer: { status: number; headers: IncomingHttpHeaders; body: string } = {
    status: response.statusCode,
    headers: response.headers,
    body: await text(response),
  };
  return answer;
}

test("listening returns the URL", async () => {
  const { server } = await listening();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const answer = await fetch(`${server.url}/hooklens/v1/health`);
  expect(answer.headers.get("x-request-id")).toMatch(/^req-/);
  expect(await answer.json()).toEqual({ name: "hooklens", version: "9.9.9" });
});

test("one connection serves many requests", async () => {
  const { server } = await listening();
  const socket = connect(server.port, "127.0.0.1");
  const line = "GET /hooklens/v1/health HTTP/1.1\r\nhost: localhost\r\n";
  socket.write(`${line}\r\n${line}connection: close\r\n\r\n`);
  expect((await text(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test.for(["127.0.0.1", "localhost", "127.0.0.2", "LOCALHOST:80"])(
  "a hub on loopback accepts the host %s",
  async (host) => {
    const { server } = await listening();
    expect((await ask(server.port, { host })).status).toBe(200);
  },
);

test.for([
  "evil.example",
  "evil.example:7870",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "169.254.1.1",
])("a hub on loopback refuses the host %s, which may be DNS rebinding", async (host) => {
  const { server } = await listening();
  const answer = await ask(server.port, { host });
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.body)).toEqual({
    error: `This hub does not accept the host ${host}: use localhost or 127.0.0.1`,
  });
  expect(answer.headers["x-request-id"]).toMatch(/^req-/);
});

test("a hub that others can reach accepts any host", async () => {
  const { server } = await listening("0.0.0.0");
  expect((await ask(server.port, { host: "hub.example" })).status).toBe(200);
});

test("a public hub on loopback accepts any host, as a proxy sends it, but no pages of other sites", async () => {
  const { server } = await listening("127.0.0.1", { public: true });
  expect((await ask(server.port, { host: "hub.example" })).status).toBe(200);
  const origin = { host: "hub.example", origin: "https://evil.example" };
  expect((await ask(server.port, origin)).status).toBe(403);
  expect((await ask(server.port, { host: "hub.example", authorization: "Bearer x" })).status).toBe(401);
});

test("requests of other sites' pages are refused, those of its own are accepted", async () => {
  const { server } = await listening();
  const host = `127.0.0.1:${server.port}`;
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    const answer = await ask(server.port, { host, ...headers });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toEqual({ error: "Requests from other sites are refused" });
  }
  expect((await ask(server.port, { host, origin: `http://${host}` })).status).toBe(200);
});

test("the token is checked before the body is read", async () => {
  const { server } = await listening();
  const socket = connect(server.port, "127.0.0.1");
  socket.write(
    "POST /api/settings/webhooks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer wrong\r\ncontent-length: 1000000\r\n\r\n{",
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
});

test("a wrong token gets a delayed response if others can reach the hub; too many get a 429", async () => {
  const { server } = await listening("0.0.0.0");
  const timed = async (headers: Record<string, string>) => {
    const askedMs = performance.now();
    const { status } = await ask(server.port, { connection: "close", ...headers });
    return { status, ms: performance.now() - askedMs };
  };
  const guesses = await Promise.all(
    Array.from({ length: 80 }, () => timed({ authorization: "Bearer wrong" })),
  );
  const sentAway = guesses.filter(({ status }) => status === 429);
  const late = guesses.filter(({ status, ms }) => status === 401 && ms > 900);
  expect(sentAway.length).toBeGreaterThan(0);
  expect(sentAway.length + late.length).toBe(guesses.length);
  const waiting = timed({ authorization: "Bearer wrong" });
  const right = await timed({});
  expect(right.status).toBe(200);
  const waited = await waiting;
  expect(waited.status).toBe(401);
  expect(right.ms).toBeLessThan(waited.ms);
});

test("a body over 1 MiB is refused, announced or not, without effect", async () => {
  const { server, client } = await listening();
  const body = JSON.stringify({
    url: "https://example.org",
    watched: [{ type: "model", name: `me/${"m".repeat(1024 * 1024)}` }],
  });
  const type = { "content-type": "application/json" };
  const announced = await ask(
    server.port,
    { ...type, "content-length": String(body.length) },
    { method: "POST", body },
  );
  expect(announced.status).toBe(413);
  const chunked = await ask(
    server.port,
    { ...type, "transfer-encoding": "chunked" },
    { method: "POST", body },
  );
  expect(chunked.status).toBe(413);
  expect(chunked.headers["connection"]).toBe("close");
  expect(await client.listWebhooks()).toEqual([]);
});

test("an unparsable request gets a 400", async () => {
  const { server } = await listening();
  const send = async (data: string) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(data);
    return text(socket);
  };
  expect(await send("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send("GET / HTTP/1.1\r\nhost: [\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send("TRACE / HTTP/1.1\r\nhost: localhost\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send("GET http://[ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 4\d\d /,
  );
});

test("a taken port is an error with a hint", async () => {
  const other = await httpTarget(always(200));
  const { hub } = await testHub();
  const port = Number(new URL(other.url).port);
  const taken = hub.listen({ host: "127.0.0.1", port });
  await expect(taken).rejects.toThrow(PortTakenError);
  // Only Linux names the program.
  await expect(taken).rejects.toThrow(
    process.platform === "linux" ? `process ${process.pid}, ` : "another program",
  );
  await expect(taken).rejects.toThrow(
    `listens on 127.0.0.1:${port}). Stop it, or choose another port; for 0 the system picks one.`,
  );
});

test("an address of another machine has its own error", async () => {
  const { hub } = await testHub();
  await expect(hub.listen({ host: "192.0.2.1", port: 0 })).rejects.toThrow(ListenError);
});

test("closing refuses new connections and cuts the idle ones", async () => {
  const { hub, server } = await listening();
  const idle = connect(server.port, "127.0.0.1");
  await once(idle, "connect");
  const closed = once(idle, "close");
  await hub.close(50);
  await closed;
  const refused = connect(server.port, "127.0.0.1");
  const [error] = await once(refused, "error");
  expect(error.code).toBe("ECONNREFUSED");
});
