import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { PortTakenError } from "../../src/http/listen.ts";
import { UsageError } from "../../src/model/errors.ts";
import { openReceiver } from "../support/open-receiver.ts";

test("a taken port is an error with the port and a hint", async () => {
  const first = await openReceiver();
  const failure = await openReceiver({ port: first.port }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PortTakenError);
  expect(failure).toMatchObject({ exitCode: 1 });
  expect((failure as Error).message).toMatch(
    new RegExp(`^port ${first.port} is taken \\(.*\\)\\. Stop it, or choose another port`),
  );
});

test.each([
  ["an address of another machine", { host: "192.0.2.1" }, "not an address of this machine"],
  ["a name without an address", { host: `${"x".repeat(64)}.invalid` }, "name has no address"],
  ["a port that is no port", { port: 99_999 }, "from 0 to 65535"],
])("%s is reported in one line", async (_, options, words) => {
  const failure = await openReceiver({ open: true, ...options }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "listen-failed", exitCode: 1 });
  expect((failure as Error).message).toContain(words);
});

test("the URL of a receiver on an IPv6 address works", async () => {
  const receiver = await openReceiver({ host: "::1" });
  expect(receiver.url).toBe(`http://[::1]:${receiver.port}`);
  const probe = connect({ host: "::1", port: receiver.port });
  await once(probe, "connect");
  probe.destroy();
  expect((await fetch(receiver.url)).status).toBe(200);
});

test("duplicate routes and unsendable secrets are refused before listening", async () => {
  await expect(openReceiver({ routes: ["inbox", "inbox"] })).rejects.toThrow(UsageError);
  await expect(openReceiver({ secret: "" })).rejects.toThrow(UsageError);
});
