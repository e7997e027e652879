import { getEventListeners } from "node:events";
import process from "node:process";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Connection } from "../../../src/receiver/tunnel/provider.ts";
import { connectSsh } from "../../../src/receiver/tunnel/ssh/connect-ssh.ts";
import { serviceOf, type SshService } from "../../../src/receiver/tunnel/ssh/target.ts";
import { freePort } from "../../support/tunnel/free-port.ts";
import { startSshd, sshdIsInstalled, type Sshd } from "../../support/tunnel/sshd.ts";

const lost = vi.fn<(reason: string) => void>();
const anyTarget = { user: null, port: null, remotePort: null };

/** Connects to a server that runs a command in each session, as a service does. */
async function connectAs(
  service: SshService,
  command: string,
  { signal } = new AbortController(),
): Promise<{ connection: Connection; sshd: Sshd }> {
  const sshd = await startSshd({ config: [`ForceCommand ${command}`] });
  const remotePort = await freePort();
  const { connection } = await connectSsh(
    {
      target: sshd.target,
      service,
      domain: null,
      remotePort,
      localUrl: "http://127.0.0.1:9",
      env: process.env,
      extra: sshd.arguments,
    },
    { interrupted: () => {}, resumed: () => {}, lost },
    signal,
  );
  onTestFinished(() => connection.close());
  return { connection, sshd };
}

test("a service is recognized by its host name", () => {
  expect(serviceOf({ ...anyTarget, host: "localhost.run" })).toMatchObject({ remotePort: 80 });
  expect(serviceOf({ ...anyTarget, host: "Serveo.net" })).toMatchObject({ remotePort: 80 });
  expect(serviceOf({ ...anyTarget, host: "example.org" })).toBeNull();
});

describe.skipIf(!sshdIsInstalled)("a service that announces the address in the session", () => {
  const announcements = [
    {
      host: "localhost.run",
      text: "Follow us at https://example.org/news ;a1b2.lhr.life tunneled with tls termination, https://a1b2.lhr.life",
      url: "https://a1b2.lhr.life",
    },
    {
      host: "serveo.net",
      text: "Forwarding HTTP traffic from https://c3d4.serveousercontent.com",
      url: "https://c3d4.serveousercontent.com",
    },
  ];

  test.each(announcements)(
    "the address of $host is read from its announcement",
    async ({ host, text, url }) => {
      const service = serviceOf({ ...anyTarget, host });
      if (service === null) throw new Error("no service");
      const { connection } = await connectAs(service, `echo '${text.replace(";", "\\n")}'; cat`);
      expect(connection).toMatchObject({ url, endsAtMs: null });
      expect(lost).not.toHaveBeenCalled();
    },
  );

  test("an open connection leaves no listener on its abort signal", async () => {
    const service = { remotePort: 80, announcement: /the address is (\S+)/ };
    const giveUp = new AbortController();
    await connectAs(service, "echo 'the address is https://e5f6.example.org'; cat", giveUp);
    expect(getEventListeners(giveUp.signal, "abort")).toEqual([]);
  });

  test("a session that ends without an address has failed", async () => {
    const service = { remotePort: 80, announcement: /never said (\S+)/ };
    await expect(connectAs(service, "echo 'we are closed'; exit 3")).rejects.toThrow(
      expect.objectContaining({ code: "ssh-ended" }),
    );
  });
});
