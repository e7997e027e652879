import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readForward, readTunnel } from "../../../src/cli/settings/receiver-parts.ts";
import { secretOfRoute } from "../../../src/cli/settings/receiver-parts.ts";
import { resolveSettings, type Settings } from "../../../src/cli/settings/settings.ts";
import type { ConfigValues } from "../../../src/cli/settings/table.ts";
import { UsageError } from "../../../src/model/errors.ts";

const config = mkdtempSync(join(tmpdir(), "hooklens-config-"));
afterAll(() => rmSync(config, { recursive: true }));

function settings(file: ConfigValues, env: Readonly<Record<string, string>> = {}): Settings {
  return resolveSettings({
    flags: {},
    env: { HOME: "/home/me", XDG_CONFIG_HOME: config, ...env },
    profile: null,
    config: file,
  });
}

describe("the tunnel of a receiver", () => {
  test("is ngrok if requested without configuration", () => {
    expect(readTunnel(settings({}))).toEqual({
      settings: { choice: null, domain: null, options: { authtoken: null, trafficPolicy: null } },
      isAsked: false,
    });
  });

  test("is the configured one, with the token of the environment before that of the file", () => {
    const file = { tunnel: { provider: "ngrok", domain: "hooks.example.org", authtoken: "of the file" } };
    expect(readTunnel(settings(file, { NGROK_AUTHTOKEN: "of the environment" }))).toEqual({
      settings: {
        choice: "ngrok",
        domain: "hooks.example.org",
        options: { authtoken: "of the environment", trafficPolicy: null },
      },
      isAsked: true,
    });
  });

  test("on the command line takes no settings of another configured tunnel", () => {
    const file = { tunnel: { provider: "ngrok", domain: "hooks.example.org" } };
    const { settings: other } = readTunnel(settings(file), { tunnel: "ssh://me@example.org" });
    expect(other).toMatchObject({ choice: "ssh://me@example.org", domain: null });
    const same = readTunnel(settings(file), { tunnel: "ngrok", domain: "other.example.org" });
    expect(same.settings.domain).toBe("other.example.org");
    expect(readTunnel(settings(file), { tunnel: "none" }).isAsked).toBe(false);
  });

  test("has a traffic policy beside the config file, which is not read before it is opened", () => {
    const read = readTunnel(settings({ tunnel: { trafficPolicy: "policy.yml" } }));
    expect(read.settings.options?.["trafficPolicy"]).toBe(join(config, "hooklens", "policy.yml"));
  });

  test("has the traffic policy that the command line names, if that can be read", () => {
    const file = { tunnel: { provider: "ngrok", trafficPolicy: "policy.yml" } };
    expect(() => readTunnel(settings(file), { trafficPolicy: join(config, "gone.yml") })).toThrow(UsageError);
    const policy = join(config, "policy.yml");
    writeFileSync(policy, "on_http_request: []\n");
    const read = readTunnel(settings(file), { trafficPolicy: policy });
    expect(read.settings.options?.["trafficPolicy"]).toBe(policy);
  });
});

test("a forward target on the command line overrides the configured one", () => {
  const file = { receiver: { forward: ":3000" } };
  expect(readForward(settings(file))).toBe("http://127.0.0.1:3000/");
  expect(readForward(settings(file), "4000/hook")).toBe("http://127.0.0.1:4000/hook");
  expect(readForward(settings({}))).toBeNull();
  expect(() => readForward(settings({ receiver: { forward: "ftp://x" } }))).toThrow(
    "is not a forward target",
  );
});

test("the secret put in on replay is the first of the route's own, else the first of the receiver's", () => {
  const { receiver } = settings({
    receiver: { secret: ["new", "old"], routeSecrets: { train: ["t1", "t2"] } },
  });
  expect(secretOfRoute(receiver, "train")).toBe("t1");
  expect(secretOfRoute(receiver, "inbox")).toBe("new");
  expect(secretOfRoute(receiver, null)).toBe("new");
  expect(secretOfRoute(settings({}).receiver, "train")).toBeNull();
});

test("a directory of handlers is relative to the config file", () => {
  expect(settings({ receiver: { handlers: "hooks" } }).receiver.handlers).toMatchObject({
    value: join(config, "hooklens", "hooks"),
    source: "file",
  });
  expect(settings({ receiver: { handlers: "~/hooks" } }).receiver.handlers.value).toBe("/home/me/hooks");
});
