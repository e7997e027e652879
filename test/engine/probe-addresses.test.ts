import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ReceiverFacts } from "../../src/checks/facts.ts";
import { answeringOf, probeAddresses } from "../../src/engine/probe-addresses.ts";
import { aWebhook } from "../support/a-webhook.ts";
import { httpTarget } from "../support/http-target.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { freePort } from "../support/tunnel/free-port.ts";

const here = { reachesLoopback: true };

function factsOf({ id, url }: { readonly id: string; readonly url: string }): ReceiverFacts {
  return {
    stopped: null,
    id,
    startedAt: null,
    url,
    publicUrl: null,
    tunnelUrls: [],
    routes: ["inbox"],
    brokenHandlers: [],
  };
}

/** Returns what answers at an address. */
async function answering(url: string | null, receiver: ReceiverFacts, hub = here) {
  const webhook = aWebhook({ id: "1", url });
  return answeringOf(await probeAddresses([webhook], receiver, hub), webhook);
}

test("tells this receiver from another one, another program and nobody", async () => {
  const [own, other] = [await openReceiver(), await openReceiver()];
  const target = await httpTarget((_request, response) => void response.writeHead(200).end("{}"));
  const facts = factsOf(own);
  expect(await answering(`${own.url}/webhooks/inbox`, facts)).toBe("receiver");
  expect(await answering(`${other.url}/webhooks/inbox`, facts)).toBe("other-receiver");
  expect(await answering(`${target.url}/webhooks/inbox`, facts)).toBe("program");
  expect(target.seen).toMatchObject([{ method: "GET", path: "/healthz" }]);
  expect(await answering(`http://127.0.0.1:${await freePort()}/webhooks/inbox`, facts)).toBe("nothing");
  // Nothing of it is a delivery.
  expect([await own.rows(), await other.rows()]).toEqual([[], []]);
});

test("connects to a program elsewhere on this machine without a request", async () => {
  const own = await openReceiver();
  const target = await httpTarget((_request, response) => void response.end());
  expect(await answering(`${target.url}/hook`, factsOf(own))).toBe("program");
  expect(target.seen).toEqual([]);
});

test("recognizes a program that does not speak HTTP", async () => {
  const server = createServer((socket) => void socket.end("220 mail.example\r\n"));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const own = await openReceiver();
  expect(await answering(`http://127.0.0.1:${port}/webhooks/inbox`, factsOf(own))).toBe("program");
});

test("recognizes a program that has no valid certificate", async () => {
  const own = await openReceiver();
  const target = await httpTarget((_request, response) => void response.end());
  expect(await answering(`${target.url.replace("http:", "https:")}/hook`, factsOf(own))).toBe("program");
});

test("does not look at other machines, at Jobs, or for a hub that does not reach this machine", async () => {
  const own = await openReceiver();
  const facts = factsOf(own);
  expect(await answering("https://hooks.example/webhooks/inbox", facts)).toBeUndefined();
  expect(await answering(null, facts)).toBeUndefined();
  expect(await answering(`${own.url}/webhooks/inbox`, facts, { reachesLoopback: false })).toBeUndefined();
});
