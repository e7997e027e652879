import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import {
  natsServerFile,
  type NatsServer,
  startNatsCluster,
  startNatsServer,
} from "../support/nats-server.ts";

/** Returns the first line that the server sends to a client, or null if it sends none within a second. */
async function greeting({ port }: NatsServer): Promise<string | null> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    const [data] = await once(socket, "data", { signal: AbortSignal.timeout(1_000) });
    return String(data);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/** Returns the name of the leader of the cluster as a server sees it. */
async function leaderOf({ monitorUrl }: NatsServer): Promise<string | undefined> {
  const answer = await fetch(`${monitorUrl}/jsz`);
  const { meta_cluster: cluster } = (await answer.json()) as { meta_cluster?: { leader?: string } };
  return cluster?.leader;
}

describe.skipIf(natsServerFile === null)("a real nats-server", () => {
  test("accepts clients with JetStream, and again on the same port after kill -9", async () => {
    const server = await startNatsServer();
    expect(await greeting(server)).toMatch(/^INFO \{.*"jetstream":true/);
    await server.kill();
    expect(await greeting(server)).toBeNull();
    await server.restart();
    expect(await greeting(server)).toMatch(/^INFO \{.*"server_name":"n1"/);
  });

  test("is silent while it is paused", async () => {
    const server = await startNatsServer();
    await server.pause();
    await expect.poll(() => greeting(server)).toBeNull();
    server.resume();
    await expect.poll(() => greeting(server)).toMatch(/^INFO /);
  });

  test("takes more configuration", async () => {
    const server = await startNatsServer({ config: "authorization { user: ann, password: secret }" });
    expect(await greeting(server)).toMatch(/"auth_required":true/);
  });

  test("elects another leader in a cluster of three when the leader is killed", async () => {
    const { servers, url } = await startNatsCluster();
    expect(url).toBe(`nats://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`);
    const first = await leaderOf(servers[0] as NatsServer);
    const killed = servers.find(({ name }) => name === first) as NatsServer;
    const [other] = servers.filter((server) => server !== killed) as [NatsServer];
    await killed.kill();
    await expect.poll(() => leaderOf(other), { timeout: 20_000 }).not.toBe(first);
    await killed.restart();
    await expect.poll(async () => (await leaderOf(killed)) === (await leaderOf(other))).toBe(true);
  });
});
