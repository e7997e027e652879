import { createServer } from "node:https";
import { createServer as createPlainServer, type AddressInfo } from "node:net";
import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { selfSigned } from "../../support/tunnel/self-signed.ts";
import { until } from "../../support/until.ts";

const certificate = selfSigned("localhost");

interface SecureTarget {
  readonly port: number;
  readonly errors: readonly Error[];
  readonly names: readonly (string | undefined)[];
}

async function secureTarget(): Promise<SecureTarget> {
  const errors: Error[] = [];
  const names: (string | undefined)[] = [];
  const server = createServer(certificate, (request, response) => {
    names.push((request.socket as tls.TLSSocket).servername || undefined);
    request.resume().on("end", () => response.end("secure"));
  });
  server.on("clientError", (error, socket) => {
    errors.push(error);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, errors, names };
}

function trust(): void {
  const before = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...before, certificate.cert]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
}

test("the probe does the handshake, and deliveries go through it", async () => {
  trust();
  const { port, errors, names } = await secureTarget();
  const { deliver, state } = await forwarding(`https://localhost:${port}/hook`);
  await until(() => state().health.kind !== "unknown");
  expect(state().health.kind).toBe("up");
  for (let n = 0; n < 3; n += 1) {
    expect(await deliver().answer).toMatchObject({ status: 200, text: "secure" });
  }
  expect(names).toEqual(["localhost", "localhost", "localhost"]);
  // A probe that disconnects leaves nothing in the target's log.
  expect(errors).toEqual([]);
});

test("a certificate nobody knows is told in words, by probe and by attempt, and nothing is sent", async () => {
  const { port, names } = await secureTarget();
  const { deliver, state } = await forwarding(`https://localhost:${port}/`);
  const reason = "its certificate is self-signed and not trusted";
  await until(() => state().health.kind === "down");
  expect(state().health).toMatchObject({ reason });
  const { attempts } = deliver();
  await until(() => attempts.length === 1);
  expect(attempts).toMatchObject([{ status: null, error: reason }]);
  expect(names).toEqual([]);
});

test("a certificate for another host is told as such", async () => {
  trust();
  const { port } = await secureTarget();
  const { state } = await forwarding(`https://127.0.0.1:${port}/`);
  await until(() => state().health.kind === "down");
  expect(state().health).toMatchObject({ reason: "its certificate is for another host" });
});

test("what speaks no TLS is told as such", async () => {
  const server = createPlainServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { state } = await forwarding(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await until(() => state().health.kind === "down");
  expect(state().health).toMatchObject({ reason: "it does not speak TLS" });
});
