import type { LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { post } from "../../src/http/post.ts";
import { openSockets } from "../../src/localhub/dispatching/open-sockets.ts";
import { PrivateTargetError } from "../../src/localhub/errors.ts";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const event = { scope: "repo.content", action: "update", repo };

/** Creates a lookup that returns these lists in turn for every name, and counts its calls. */
function lookupOf(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  return { asked, lookup };
}

/** Returns the first attempt to send to this URL. */
async function attemptAt(url: string, options: Parameters<typeof testHub>[0]) {
  const test = await testHub({ clock: handClock(), ...options });
  await test.client.createWebhook({ url, watched: [repo] });
  test.hub.startDispatching();
  await test.client.trigger(event);
  await test.attempted(1);
  return { ...test, attempt: test.attempts[0] };
}

test.for([
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "0.0.0.0",
  "0",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "127。0。0。1",
])("a public hub sends nothing to this machine, spelt %s", async (host) => {
  const target = await httpTarget(always(200));
  const url = `http://${host}:${new URL(target.url).port}/hook`;
  const { attempt } = await attemptAt(url, { public: true });
  expect(attempt?.error).toMatch(/ is refused as a target \(.* is not an address of the public Internet/);
  expect(attempt).toMatchObject({ status: null, timedOut: false, next: { kind: "retry" } });
  expect(target.seen).toEqual([]);
});

test.for([
  ["169.254.169.254", ["169.254.169.254"]],
  ["a private network", ["10.0.0.7"]],
  ["IPv6 of this machine", ["::1"]],
  ["a private IPv6 network", ["fd00::7"]],
  ["NAT64 of a private address", ["64:ff9b::a9fe:a9fe"]],
  ["a public address and a private one", ["93.184.215.14", "127.0.0.1"]],
] as const)("a name that means %s is refused after it was looked up", async ([, addresses]) => {
  const { lookup, asked } = lookupOf(addresses);
  const { attempt } = await attemptAt("http://hook.example:9/", { public: true, lookup });
  expect(attempt?.error).toBe(
    `hook.example is refused as a target (${addresses.at(-1)} is not an address of the public Internet, and this hub is public)`,
  );
  expect(asked).toEqual(["hook.example"]);
});

test("the same for https, where the certificate is for the name", async () => {
  const { lookup } = lookupOf(["192.168.0.1"]);
  const { attempt } = await attemptAt("https://hook.example/", { public: true, lookup });
  expect(attempt?.error).toContain("192.168.0.1 is not an address of the public Internet");
});

test("the connection uses the checked address: the name is not looked up again", async () => {
  const target = await httpTarget(always(200));
  const { lookup, asked } = lookupOf(["127.0.0.1"], ["127.0.0.66"]);
  const checked: string[] = [];
  const accepts = (address: string) => checked.push(address) > 0 && address === "127.0.0.1";
  const sockets = openSockets({ lookup, accepts });
  onTestFinished(() => sockets.close());
  const url = `http://rebinding.example:${new URL(target.url).port}/`;
  const sent = { target: url, headers: [], body: Buffer.from("{}") };
  const first = await post(sent, { timeoutMs: 5_000, ...sockets.optionsFor(url) });
  expect(first.response?.status).toBe(200);
  expect({ asked, checked }).toEqual({ asked: ["rebinding.example"], checked: ["127.0.0.1"] });
  expect(target.seen).toHaveLength(1);

  // A new connection is looked up and checked again.
  const others = openSockets({ lookup, accepts });
  onTestFinished(() => others.close());
  const second = await post(sent, { timeoutMs: 5_000, ...others.optionsFor(url) });
  expect(second.cause).toBeInstanceOf(PrivateTargetError);
  expect(checked).toEqual(["127.0.0.1", "127.0.0.66"]);
  expect(target.seen).toHaveLength(1);
});

test("a request that is resent after a closed keep-alive connection is looked up and checked again", async () => {
  let answered = 0;
  const target = await httpTarget((request, response) => {
    if (++answered === 1) response.end();
    else request.socket.destroy();
  });
  const { lookup, asked } = lookupOf(["127.0.0.1"], ["127.0.0.66"]);
  const sockets = openSockets({ lookup, accepts: (address) => address === "127.0.0.1" });
  onTestFinished(() => sockets.close());
  const url = `http://rebinding.example:${new URL(target.url).port}/`;
  const send = () =>
    post(
      { target: url, headers: [], body: Buffer.from("{}") },
      { timeoutMs: 5_000, ...sockets.optionsFor(url) },
    );
  expect((await send()).response?.status).toBe(200);
  expect((await send()).cause).toBeInstanceOf(PrivateTargetError);
  expect(asked).toHaveLength(2);
  expect(target.seen).toHaveLength(2);
});

test("a private hub sends to this machine and uses the given lookup", async () => {
  const target = await httpTarget(always(200));
  const { port } = new URL(target.url);
  const { lookup, asked } = lookupOf(["127.0.0.1"]);
  const { attempt } = await attemptAt(`http://hook.example:${port}/`, { lookup });
  expect(attempt).toMatchObject({ status: 200, error: null });
  expect(asked).toEqual(["hook.example"]);
  expect(target.seen[0]?.headers.host).toBe(`hook.example:${port}`);
});

test("an unknown name is that error, also on a public hub", async () => {
  const lookup: LookupFunction = (hostname, _options, callback) =>
    callback(Object.assign(new Error(`no ${hostname}`), { code: "ENOTFOUND" }), "");
  const { attempt } = await attemptAt("http://hook.example/", { public: true, lookup });
  expect(attempt?.error).toBe("ENOTFOUND");
});
