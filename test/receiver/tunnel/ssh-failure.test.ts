import { onTestFinished, expect, test } from "vitest";
import { sshArguments } from "../../../src/receiver/tunnel/ssh/connect-ssh.ts";
import { lostReason, sshFailure } from "../../../src/receiver/tunnel/ssh/errors.ts";
import { makeSshTunnel } from "../../../src/receiver/tunnel/ssh/provider.ts";

const target = { user: "me", host: "box.example.org", port: null, remotePort: null };

test("a machine without ssh is reported", async () => {
  const tunnel = makeSshTunnel(target, { env: { PATH: import.meta.dirname } });
  onTestFinished(() => tunnel.close());
  expect(await tunnel.open("http://127.0.0.1:9")).toEqual({
    kind: "failed",
    what: "ssh is not installed",
    why: "the SSH tunnel needs the system's ssh client",
    hint: "Install OpenSSH's client (the package openssh-client on Debian), or use the tunnel ngrok",
  });
});

test.each([
  [
    "ssh: Could not resolve hostname box.example.org: Name or service not known",
    'the SSH host "box.example.org" does not exist',
    true,
  ],
  [
    "ssh: connect to host box.example.org port 22: Connection timed out",
    "the SSH server box.example.org cannot be reached (Connection timed out)",
    true,
  ],
  [
    "kex_exchange_identification: Connection closed by remote host",
    "the SSH server box.example.org cannot be reached (Connection closed by remote host)",
    true,
  ],
  [
    "me@box.example.org: Permission denied (publickey,password).",
    "box.example.org denies access to me (none of the offered keys is accepted; it accepts publickey, password)",
    false,
  ],
  [
    "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures",
    "box.example.org denies access to me (too many keys were offered)",
    false,
  ],
  ["Host key verification failed.", "Run `ssh me@box.example.org` once", false],
  [
    "Bad owner or permissions on /home/me/.ssh/config",
    "(Bad owner or permissions on /home/me/.ssh/config)",
    true,
  ],
])("%s", (line, sentence, passing) => {
  const failure = sshFailure(target, ["debug1: Connecting to box.example.org", line, ""], 255);
  expect(failure.message).toContain(sentence);
  expect(failure.isTransient).toBe(passing);
});

test("an exit without output has its status", () => {
  expect(sshFailure(target, ["debug1: nothing"], 255).why).toBe("it exited with code 255");
  expect(sshFailure(target, [], null).why).toBe("it was killed");
});

test("the reason of a lost connection is in plain words", () => {
  expect(lostReason(["Timeout, server box.example.org not responding."])).toBe(
    "the SSH server stopped responding",
  );
  expect(lostReason(["debug1: x", "client_loop: send disconnect: Broken pipe"])).toBe(
    "the SSH server closed the connection",
  );
  expect(lostReason(["debug1: x"])).toBe("ssh ended");
});

test("the host cannot be an option and comes last", () => {
  const forward = { name: null, remotePort: 0, local: "127.0.0.1:7860", session: false };
  const args = sshArguments({ ...target, port: 2222 }, forward, ["-F", "file"]);
  expect(args.slice(-8)).toEqual(["-F", "file", "-p", "2222", "-l", "me", "--", "box.example.org"]);
  expect(args).toContain("*:0:127.0.0.1:7860");
  expect(args).toContain("-N");
  expect(sshArguments(target, { ...forward, session: true }, [])).not.toContain("-N");
});
