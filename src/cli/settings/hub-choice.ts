import { homedir } from "node:os";
import { resolveEndpoint } from "../../hub/endpoint.ts";
import { resolveToken, type StoredToken } from "../../hub/token.ts";
import { hideSecrets } from "../../text/redact.ts";
import { SettingError } from "../errors.ts";
import type { Setting } from "./setting.ts";
import type { Environment } from "./setting.ts";
import type { Settings } from "./settings.ts";

/** Hub that a command uses. */
type HubChoice =
  | {
      readonly kind: "local";
      /** Reason for the local hub, for a person. */
      readonly because: string;
    }
  | { readonly kind: "remote"; readonly endpoint: Setting<string>; readonly token: Setting<string> };

/**
 * Chooses the endpoint if there is a token for it, else the local hub. An endpoint or token on the command
 * line overrides `local` of the config file, but not the flag `--local`.
 * @throws {SettingError} the command line has an endpoint, but there is no token
 * @throws {UsageError} the endpoint is not a URL of a hub
 * @throws {TokenFileError} a token file cannot be read
 */
export function chooseHub(
  settings: Pick<Settings, "endpoint" | "token" | "local">,
  env: Environment,
): HubChoice {
  const { endpoint, local } = settings;
  const askedFor = endpoint.source === "flag" || settings.token.source === "flag";
  if (local.value && (local.source === "flag" || !askedFor)) {
    return { kind: "local", because: `local is set by ${local.from}` };
  }
  const token = findToken(settings.token, env);
  if (token !== null) return { kind: "remote", endpoint: checkEndpoint(endpoint), token };
  if (endpoint.source === "flag") {
    throw new SettingError({
      what: `there is no token for ${endpoint.value}`,
      hint: "Give one with --token or HF_TOKEN, or use the local hub with --local",
    });
  }
  return { kind: "local", because: "no token was found" };
}

function findToken(token: Setting<string | null>, env: Environment): Setting<string> | null {
  const { value, source, from } = token;
  if (value !== null && source === "env") return { value, source, from };
  const found = resolveToken({ flag: value ?? undefined, env, home: env["HOME"] || homedir() });
  if (found === null) return null;
  hideSecrets([found.token]);
  // Without a setting, the token comes from a file of the Hub's tools.
  return { value: found.token, source, from: sourceText(value === null ? found.source : from, found.stored) };
}

/** Returns the source of a token for a person: `/home/me/.cache/huggingface/token ("work")`. */
function sourceText(source: string, stored: StoredToken | null): string {
  if (stored === null) return source;
  const { name, expiresAtMs } = stored;
  const ended = expiresAtMs !== null && expiresAtMs < Date.now();
  return `${source} ("${name}"${ended ? `, expired on ${isoDay(expiresAtMs)}: run hf auth whoami to renew it` : ""})`;
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function checkEndpoint(endpoint: Setting<string>): Setting<string> {
  const sources =
    endpoint.source === "env" ? { env: { HF_ENDPOINT: endpoint.value } } : { flag: endpoint.value, env: {} };
  return { ...endpoint, value: resolveEndpoint(sources) };
}
