import { homedir } from "node:os";
import { resolveEndpoint } from "../../hub/endpoint.ts";
import { resolveToken, type StoredToken } from "../../hub/token.ts";
import { SettingError } from "../errors.ts";
import type { Setting } from "./layers.ts";
import type { Environment, Settings } from "./settings.ts";

/** Hub that a command uses. */
type HubChoice =
  | {
      readonly kind: "local";
      /** Reason for the local hub, for a person. */
      readonly because: string;
    }
  | { readonly kind: "remote"; readonly endpoint: Setting<string>; readonly token: Setting<string> };

/**
 * Chooses the endpoint if there is a token for it, else the local hub. A token or endpoint on the command line overrides `local` in the
 * config file.
 * @throws {SettingError} an endpoint on the command line without a token
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
  // Without a setting, the token comes from the Hub CLI's own file.
  return { value: found.token, source, from: sourceText(value === null ? found.source : from, found.stored) };
}

/** Names the source of a token: `/home/me/.cache/huggingface/token ("work")`. */
function sourceText(source: string, stored: StoredToken | null): string {
  if (stored === null) return source;
  const { name, expiresAtMs } = stored;
  const ended = expiresAtMs !== null && expiresAtMs < Date.now();
  return `${source} ("${name}"${ended ? `, which ended on ${isoDay(expiresAtMs)}: hf auth whoami renews it` : ""})`;
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function checkEndpoint(endpoint: Setting<string>): Setting<string> {
  const sources =
    endpoint.source === "env" ? { env: { HF_ENDPOINT: endpoint.value } } : { flag: endpoint.value, env: {} };
  return { ...endpoint, value: resolveEndpoint(sources) };
}
