import { jetstreamManager } from "@nats-io/jetstream";
import { describe, expect, test, vi } from "vitest";
import { decodeDelivery } from "../../../../src/store/nats/messages/delivery.ts";
import { defaultStreamSettings } from "../../../../src/store/nats/streams.ts";
import { freshLog, initLog, openParts, readStream, type WritingParts } from "../../../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";
import { shared } from "../../../support/shared.ts";

const waitLong = { timeout: 20_000 };

/** Returns the paths of the deliveries of a stream, in its order. */
async function pathsIn({ connection, names }: WritingParts): Promise<string[]> {
  const messages = await readStream(connection, names.deliveries);
  return messages.map(({ header, data }) => decodeDelivery({ headers: header, data })?.delivery.path ?? "");
}

describe.skipIf(natsServerFile === null)("appends", () => {
  const server = shared(startNatsServer);

  test("a delivery is stored under its subject, with its body as the data", async () => {
    const store = freshLog(server().url);
    await initLog(store);
    const parts = await openParts(store);
    const delivery = newDelivery({ repo: { type: "model", name: "me/m" }, outcome: "pending" });
    expect(await parts.appends.append(delivery)).toMatchObject({ seq: 1 });
    expect(await parts.appends.append(newDelivery({ route: "other" }))).toMatchObject({ seq: 2 });
    const [first] = await readStream(parts.connection, parts.names.deliveries);
    expect(first?.subject).toBe(`${parts.names.log}.d.inbox.model.me.m.repo_content.update`);
    expect(Buffer.from(first?.data ?? [])).toEqual(Buffer.from(delivery.body));
    expect(decodeDelivery({ headers: first?.header, data: delivery.body })).toEqual({
      receiver: "receiver-1",
      delivery,
    });
    expect(parts.appends.storing()).toEqual({ ok: true });
    expect(parts.appends.maxBytes).toBe(8 * 1_048_576 - 128 * 1_024);
  });

  test("a server killed during 1,000 appends loses no acknowledged delivery, and has none twice", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const parts = await openParts(store);
    const acknowledged: { readonly seq: number; readonly path: string }[] = [];
    const appends: Promise<unknown>[] = [];
    let down: Promise<void> | null = null;
    for (let index = 0; index < 1_000; index += 1) {
      const path = `/webhooks/inbox?${index}`;
      appends.push(
        parts.appends.append(newDelivery({ path })).then(
          ({ seq }) => acknowledged.push({ seq, path }),
          () => null,
        ),
      );
      if (index % 10 === 0) await new Promise(setImmediate);
      if (index === 500) down = server.kill().then(() => server.restart());
    }
    await Promise.all([...appends, down]);
    const stored = await pathsIn(parts);
    expect(stored.length).toBe(new Set(stored).size);
    expect(acknowledged.length).toBe(1_000);
    for (const { seq, path } of acknowledged) expect(stored[seq - 1]).toBe(path);
  });

  test("two receivers share one order", async () => {
    const store = freshLog(server().url);
    await initLog(store);
    const receivers = [await openParts(store, "one"), await openParts(store, "two")] as const;
    const appended = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        receivers[index % 2 === 0 ? 0 : 1].appends.append(newDelivery()),
      ),
    );
    const seqs = appended.map(({ seq }) => seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  });

  test("more appends than may wait are rejected at once", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { appends } = await openParts(store);
    const body = new Uint8Array(5 * 1_048_576);
    await server.pause();
    const waiting = Array.from({ length: 12 }, () => appends.append(newDelivery({ body })));
    await expect(appends.append(newDelivery({ body }))).rejects.toMatchObject({ code: "store-busy" });
    const small = appends.append(newDelivery());
    server.resume();
    await Promise.all([...waiting, small]);
    expect(appends.storing()).toEqual({ ok: true });
  });

  test("a body larger than messages may be is refused, and others are stored", async () => {
    const store = freshLog(server().url);
    await initLog(store);
    const { appends } = await openParts(store);
    const body = new Uint8Array(8 * 1_048_576);
    await expect(appends.append(newDelivery({ body }))).rejects.toMatchObject({ code: "delivery-too-large" });
    const repo = { type: "model", name: "x".repeat(3_000_000) };
    const fits = new Uint8Array(5_000_000);
    await expect(appends.append(newDelivery({ body: fits, repo }))).resolves.toMatchObject({ seq: 1 });
    const tooLarge = newDelivery({ body: new Uint8Array(6_000_000), repo });
    await expect(appends.append(tooLarge)).rejects.toMatchObject({ code: "delivery-too-large" });
    expect(await appends.append(newDelivery({ body: new Uint8Array(appends.maxBytes) }))).toMatchObject({
      seq: 2,
    });
    expect(appends.storing()).toEqual({ ok: true });
  });

  test("a full stream removes its oldest deliveries", async () => {
    const store = freshLog(server().url);
    await initLog(store, { ...defaultStreamSettings, maxBytes: 100_000 });
    const { appends, connection, names } = await openParts(store);
    const body = new Uint8Array(10_000);
    for (let index = 1; index <= 20; index += 1) {
      expect(await appends.append(newDelivery({ body }))).toMatchObject({ seq: index });
    }
    const { streams } = await jetstreamManager(connection.nats);
    const { state } = await streams.info(names.deliveries);
    expect(state.last_seq).toBe(20);
    expect(state.first_seq).toBeGreaterThan(10);
  });

  test("an account that may not publish does not store, and says so", async () => {
    const permissions = `permissions { publish: { deny: "*.d.>" } }`;
    const server = await startNatsServer({
      config: `authorization { users: [{ user: all, password: p }, { user: read, password: p, ${permissions} }] }`,
    });
    const as = (user: string, store: string) => store.replace("nats://", `nats://${user}:p@`);
    const store = freshLog(server.url);
    await initLog(as("all", store));
    const { appends } = await openParts(as("read", store));
    expect(appends.storing()).toMatchObject({
      ok: false,
      isFinal: false,
      reason: expect.stringMatching(/permissions? violation for publish/i),
    });
    await expect(appends.append(newDelivery())).rejects.toMatchObject({ code: "store-denied", exitCode: 3 });
  });
});

describe.skipIf(natsServerFile === null)("appends that are given up", () => {
  /** Appends to a server that was killed, a silent one, and a removed log: they are given up in the same 9 s. */
  const cases = shared(() => Promise.all([appendToKilled(), appendToSilent(), appendToRemoved()]));

  test("without a connection nothing is stored, until the server is back", async () => {
    const [{ server, parts, changes, refused, tookMs, error }] = cases();
    const { appends } = parts;
    expect(refused).toEqual({
      ok: false,
      isFinal: false,
      reason: expect.stringContaining("no connection to nats://"),
    });
    expect(error).toMatchObject({ code: "store-unreachable" });
    expect(tookMs).toBeGreaterThan(4_000);
    // The next ones are rejected at once, until a probe succeeds.
    const startedMs = performance.now();
    await expect(appends.append(newDelivery())).rejects.toMatchObject({ code: "store-unreachable" });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await server.restart();
    await expect.poll(() => appends.storing(), waitLong).toEqual({ ok: true });
    expect(await appends.append(newDelivery())).toMatchObject({ seq: 1 });
    expect(changes()).toBeGreaterThanOrEqual(2);
  });

  test("a server that stops responding is given up, and continues with all appends", async () => {
    const [, { server, parts, refused, error }] = cases();
    expect(error).toMatchObject({ code: "store-unreachable" });
    expect(refused).toMatchObject({ ok: false, reason: expect.any(String) });
    server.resume();
    await expect.poll(() => parts.appends.storing(), waitLong).toEqual({ ok: true });
    await parts.appends.append(newDelivery({ path: "/after" }));
    // The rejected one may have been stored, but not twice.
    const paths = await pathsIn(parts);
    expect(paths.at(-1)).toBe("/after");
    expect(paths.length).toBeLessThanOrEqual(2);
  });

  test("a log that is removed does not store, until it is there again", async () => {
    const [, , { store, parts, refused, error }] = cases();
    expect(error).toMatchObject({ what: expect.stringContaining("does not respond for the log") });
    expect(refused).toMatchObject({ ok: false });
    await initLog(store);
    await expect.poll(() => parts.appends.storing(), waitLong).toEqual({ ok: true });
  });
});

/** Opens a log on a server of its own. */
async function openOwn() {
  const server = await startNatsServer();
  const store = freshLog(server.url);
  await initLog(store);
  return { server, store, parts: await openParts(store) };
}

/** Appends a delivery that is rejected. */
async function rejected({ appends }: WritingParts): Promise<unknown> {
  return appends.append(newDelivery()).then(
    () => null,
    (error: unknown) => error,
  );
}

async function appendToKilled() {
  const opened = await openOwn();
  const { server, parts } = opened;
  let changes = 0;
  parts.appends.onStoring(() => (changes += 1));
  await server.kill();
  await vi.waitFor(() => expect(parts.appends.storing()).toMatchObject({ ok: false }), waitLong);
  const refused = parts.appends.storing();
  const startedMs = performance.now();
  const error = await rejected(parts);
  return { ...opened, refused, error, tookMs: performance.now() - startedMs, changes: () => changes };
}

async function appendToSilent() {
  const opened = await openOwn();
  await opened.server.pause();
  const error = await rejected(opened.parts);
  return { ...opened, error, refused: opened.parts.appends.storing() };
}

async function appendToRemoved() {
  const opened = await openOwn();
  const { connection, names, appends } = opened.parts;
  await (await jetstreamManager(connection.nats)).streams.delete(names.deliveries);
  const error = await rejected(opened.parts);
  return { ...opened, error, refused: appends.storing() };
}
