import { describe, expect, it } from "vitest";
import { chooseHub } from "../../../src/cli/settings/hub-choice.ts";
import type { Environment } from "../../../src/cli/settings/setting.ts";
import { resolveSettings, type Settings } from "../../../src/cli/settings/settings.ts";
import type { Config, ConfigValues } from "../../../src/cli/settings/table.ts";

interface Given {
  readonly flags?: ConfigValues;
  readonly env?: Environment;
  readonly profile?: string;
  readonly config?: Config;
}

const file = "/home/me/.config/hooklens/config.yaml";

function resolved({ flags = {}, env = {}, profile, config }: Given): Settings {
  return resolveSettings({
    flags,
    env: { HOME: "/home/me", ...env },
    profile: profile ?? null,
    config: config ?? null,
  });
}

describe("where a setting comes from", () => {
  const config: Config = { dataDir: "/from-file", profiles: { work: { dataDir: "/from-profile" } } };
  const env = { HOOKLENS_DATA_DIR: "/from-env" };
  const flags = { dataDir: "/from-flag" };

  it.each([
    [{ flags, env, profile: "work", config }, "/from-flag", "flag", "--data-dir"],
    [{ env, profile: "work", config }, "/from-env", "env", "HOOKLENS_DATA_DIR"],
    [{ profile: "work", config }, "/from-profile", "profile", `profile work in ${file}`],
    [{ config }, "/from-file", "file", file],
    [{}, "/home/me/.local/share/hooklens", "default", "default"],
  ])("%j gives %s by %s", (given, value, source, from) => {
    expect(resolved(given).dataDir).toEqual({ value, source, from });
  });

  it("falls through a profile that says nothing about it", () => {
    const settings = resolved({ profile: "work", config: { noColor: true, profiles: { work: {} } } });
    expect(settings.noColor).toMatchObject({ value: true, source: "file" });
  });

  it("takes an empty variable for one that is not set", () => {
    expect(resolved({ env: { HOOKLENS_DATA_DIR: "", NO_COLOR: "", WEBHOOK_SECRET: "" } })).toMatchObject({
      dataDir: { source: "default" },
      noColor: { value: false, source: "default" },
      receiver: { secret: { value: null } },
    });
  });

  it("follows XDG_DATA_HOME, unless it is relative", () => {
    expect(resolved({ env: { XDG_DATA_HOME: "/data" } }).dataDir.value).toBe("/data/hooklens");
    expect(resolved({ env: { XDG_DATA_HOME: "data" } }).dataDir.value).toBe("/home/me/.local/share/hooklens");
  });

  it("reads a path of the file from beside the file, and ~ as home", () => {
    expect(resolved({ config: { dataDir: "data" } }).dataDir.value).toBe("/home/me/.config/hooklens/data");
    expect(resolved({ config: { dataDir: "~/data" } }).dataDir.value).toBe("/home/me/data");
    expect(resolved({ flags: { dataDir: "data" } }).dataDir.value).toBe(`${process.cwd()}/data`);
  });

  it("keeps a secret of the environment as it is, blanks too", () => {
    expect(resolved({ env: { WEBHOOK_SECRET: "\uFEFFs\r\n" } }).receiver.secret.value).toBe("s");
    expect(resolved({ env: { WEBHOOK_SECRET_A: "s\n" } }).receiver.routeSecrets.value).toEqual({ a: "s" });
    expect(resolved({ env: { WEBHOOK_SECRET: " s " } }).receiver.secret).toEqual({
      value: " s ",
      source: "env",
      from: "WEBHOOK_SECRET",
    });
  });

  it("takes the hub's token from the environment, then the file", () => {
    const config = { hub: { token: "of-the-file" } };
    const env = { HOOKLENS_HUB_TOKEN: " of-the-environment\n", HF_TOKEN: "another" };
    expect(resolved({ config, env }).hub.token).toEqual({
      value: "of-the-environment",
      source: "env",
      from: "HOOKLENS_HUB_TOKEN",
    });
    expect(resolved({ config }).hub.token).toEqual({ value: "of-the-file", source: "file", from: file });
    expect(resolved({}).hub.token.value).toBeNull();
  });

  it("lays the variables of single routes over what the file says of others", () => {
    const config = { receiver: { routeSecrets: { train: "t", labels: ["l1", "l2"] } } };
    const env = {
      WEBHOOK_SECRET: "all",
      WEBHOOK_SECRET_TRAIN: "t2",
      WEBHOOK_SECRET_NEW_DATA: " n ",
      WEBHOOK_SECRET_NONE: "",
    };
    const { secret, routeSecrets } = resolved({ config, env }).receiver;
    expect(secret.value).toBe("all");
    expect(routeSecrets).toEqual({
      value: { train: "t2", labels: ["l1", "l2"], "new-data": " n " },
      source: "env",
      from: `WEBHOOK_SECRET_TRAIN and WEBHOOK_SECRET_NEW_DATA and ${file}`,
    });
  });

  it("knows the older name of the token's variable, and prefers the newer", () => {
    expect(resolved({ env: { HUGGING_FACE_HUB_TOKEN: "old" } }).token).toMatchObject({
      value: "old",
      from: "HUGGING_FACE_HUB_TOKEN",
    });
    expect(resolved({ env: { HUGGING_FACE_HUB_TOKEN: "old", HF_TOKEN: "new" } }).token).toMatchObject({
      value: "new",
      from: "HF_TOKEN",
    });
  });

  it("names the profiles there are when one is asked for that is not there", () => {
    const profiles = { work: {}, home: {} };
    expect(() => resolved({ profile: "wrok", config: { profiles } })).toThrow("Perhaps you mean work");
    expect(() => resolved({ profile: "zzz", config: { profiles } })).toThrow("Use one of work, home");
    expect(() => resolved({ profile: "constructor", config: { profiles } })).toThrow("there is no profile");
  });

  it("refuses a store there is none of, and says who asked for it", () => {
    expect(() => resolved({ env: { HOOKLENS_STORE: "mysql://me:password@x" } })).toThrow(
      'there is no store "mysql" (HOOKLENS_STORE)',
    );
    expect(resolved({ flags: { store: "sqlite" } }).store.value).toBe("sqlite");
  });
});

describe("which hub is used", () => {
  function choice(given: Given) {
    const env = { HOME: "/nonexistent", ...given.env };
    return chooseHub(resolved({ ...given, env }), env);
  }

  it("is the local one without a token", () => {
    expect(choice({})).toEqual({ kind: "local", because: "no token was found" });
    expect(choice({ env: { HF_ENDPOINT: "https://hub.example" } }).kind).toBe("local");
  });

  it("is the real one with a token, and the endpoint's where one is set", () => {
    expect(choice({ env: { HF_TOKEN: "t" } })).toMatchObject({
      kind: "remote",
      endpoint: { value: "https://huggingface.co", source: "default" },
      token: { value: "t", from: "HF_TOKEN" },
    });
    expect(choice({ env: { HF_TOKEN: "t", HF_ENDPOINT: "http://127.0.0.1:7870/" } })).toMatchObject({
      endpoint: { value: "http://127.0.0.1:7870", source: "env" },
    });
  });

  it("is the local one with --local, whatever the token", () => {
    expect(choice({ flags: { local: true }, env: { HF_TOKEN: "t" } })).toEqual({
      kind: "local",
      because: "local is set by --local",
    });
  });

  it("overrides local of the config file only on the command line", () => {
    const config = { local: true };
    expect(choice({ config, env: { HF_TOKEN: "t" } }).kind).toBe("local");
    expect(choice({ config, flags: { token: "t" } }).kind).toBe("remote");
  });

  it("is an error when an endpoint is asked for on the command line without a token", () => {
    expect(() => choice({ flags: { endpoint: "https://hub.example" } })).toThrow(
      "there is no token for https://hub.example",
    );
  });

  it("says where a bad endpoint came from", () => {
    expect(() => choice({ env: { HF_TOKEN: "t", HF_ENDPOINT: "nonsense" } })).toThrow("HF_ENDPOINT");
  });
});

describe("how long deliveries are kept", () => {
  it("is 30 days and 2 GiB unless the file or a profile says otherwise", () => {
    expect(resolved({}).deliveries).toMatchObject({
      keepDays: { value: 30, source: "default" },
      keepBytes: { value: 2_147_483_648, source: "default" },
    });
    const config: Config = {
      deliveries: { keepDays: 7, keepBytes: "500 MB" },
      profiles: { big: { deliveries: { keepBytes: 0 } } },
    };
    expect(resolved({ config, profile: "big" }).deliveries).toMatchObject({
      keepDays: { value: 7, source: "file" },
      keepBytes: { value: 0, source: "profile" },
    });
    expect(resolved({ config }).deliveries.keepBytes.value).toBe(500_000_000);
  });
});
