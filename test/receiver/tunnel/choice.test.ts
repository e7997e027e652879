import { expect, test } from "vitest";
import { parseTunnelChoice } from "../../../src/receiver/tunnel/choice.ts";
import { TunnelChoiceError } from "../../../src/receiver/tunnel/errors.ts";
import { makeTunnel } from "../../../src/receiver/tunnel/make-tunnel.ts";

test("none is no tunnel", () => {
  expect(parseTunnelChoice("none")).toBeNull();
});

test("ngrok is the one by ngrok", () => {
  expect(parseTunnelChoice(" ngrok ")).toEqual({ kind: "ngrok" });
});

test.each([
  ["ssh://me@example.org", { user: "me", host: "example.org", port: null, remotePort: null }],
  ["ssh://example.org", { user: null, host: "example.org", port: null, remotePort: null }],
  ["ssh://me@example.org:2222", { user: "me", host: "example.org", port: 2222, remotePort: null }],
  ["SSH://me@box/?port=8080", { user: "me", host: "box", port: null, remotePort: 8080 }],
  ["ssh://me@[::1]:22", { user: "me", host: "::1", port: 22, remotePort: null }],
  ["ssh://me%40corp@10.0.0.7/", { user: "me@corp", host: "10.0.0.7", port: null, remotePort: null }],
])("%s", (text, target) => {
  expect(parseTunnelChoice(text)).toEqual({ kind: "ssh", target });
});

test.each([
  ["", '"" is no tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["cloudflare", '"cloudflare" is no tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["me@example.org", '"me@example.org" is no tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["ssh://", "(this is no name of a host)"],
  ["ssh://-oProxyCommand=id", "(this is no name of a host)"],
  ["ssh://me@a%20b", "(this is no name of a host)"],
  ["ssh://-l@example.org", "(this is no name of a user)"],
  ["ssh://me@example.org/path", "(only ?port=N can follow the host)"],
  ["ssh://me@example.org/#x", "(only ?port=N can follow the host)"],
  ["ssh://me@example.org?prot=1", '("prot" is not known; only ?port=N is)'],
  ["ssh://me@example.org?port=0", '("0" is no port)'],
  ["ssh://me@example.org?port=65536", '("65536" is no port)'],
  ["ssh://me@example.org:99999", "is no address of a tunnel"],
])("%j is refused in one line", (text, message) => {
  expect(() => parseTunnelChoice(text)).toThrow(TunnelChoiceError);
  expect(() => parseTunnelChoice(text)).toThrow(message);
});

test("a password is refused and not repeated", () => {
  const parse = (): unknown => parseTunnelChoice("ssh://me:hunter2@example.org");
  expect(parse).toThrow("the tunnel's address has a password in it");
  expect(parse).not.toThrow("hunter2");
});

test("a choice becomes a tunnel that is off", () => {
  for (const text of ["ngrok", "ssh://me@example.org"]) {
    const choice = parseTunnelChoice(text);
    if (choice === null) throw new Error("no choice");
    const tunnel = makeTunnel(choice);
    expect(tunnel.provider).toBe(choice.kind);
    expect(tunnel.state()).toEqual({ kind: "off" });
  }
});
