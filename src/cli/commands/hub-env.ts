import { findRole } from "../../engine/roles/find-role.ts";
import { readLastPort, usualPorts } from "../../engine/roles/last-port.ts";
import { version } from "../../engine/version.ts";
import { readOrMakeToken } from "../../localhub/token.ts";
import { makeDataDir } from "../../store/sqlite/data-file.ts";
import { shellWord } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";
import type { Invocation } from "../program/launch.ts";

/** `hub env`: for `eval` in a shell; with `--format json` the two as an object. */
export async function printHubEnvironment({ settings, output }: Invocation): Promise<void> {
  const dataDir = settings.dataDir.value;
  const running = await findRole(dataDir, "hub", version);
  const endpoint =
    running?.url ??
    httpUrl(
      settings.hub.host.value,
      settings.hub.port.value || (readLastPort(dataDir, "hub") ?? usualPorts.hub),
    );
  const token = running?.token ?? settings.hub.token.value ?? keptToken(dataDir);
  await output.answer({
    lines: () => [v`export HF_ENDPOINT=${shellWord(endpoint)} HF_TOKEN=${shellWord(token)}`],
    json: () => ({ HF_ENDPOINT: endpoint, HF_TOKEN: token, running: running !== null }),
    ids: () => [endpoint],
  });
}

/** The next hub of this directory will accept the token that is kept there, so it is made here if it has to be. */
function keptToken(dataDir: string): string {
  makeDataDir(dataDir);
  return readOrMakeToken(dataDir).token;
}

function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
