import { once } from "node:events";
import { createServer } from "node:net";
import { connectReceiver } from "../../../engine/control/client.ts";
import { readLastPort, defaultPorts } from "../../../engine/free-port.ts";
import type { ReceiverState } from "../../../engine/receiver-state.ts";
import type { Role, RunningRole } from "../../../engine/role.ts";
import { findRole } from "../../../engine/roles/find-role.ts";
import { version } from "../../../engine/version.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { isShort, shortSecret } from "../../../model/secret.ts";
import { limitNames, limitTable, showLimit, withDefaultLimits } from "../../../receiver/limits.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { readLimits } from "../../settings/receiver-parts.ts";
import type { Setting } from "../../settings/setting.ts";
import { type Settings, allSecrets } from "../../settings/settings.ts";
import { type Finding, fail, failure, ok, warn } from "./finding.ts";
import { checkReceiverParts } from "./receiver-parts.ts";

/**
 * Checks the receiver, its limits and parts, and the ports of the receiver and the hub.
 * @param location null if the data directory does not exist or cannot be used
 */
export async function checkReceiver(
  settings: Settings,
  location: StoreLocation | null,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const role of ["receiver", "hub"] as const) {
    let running: RunningRole | null = null;
    try {
      running = location === null ? null : await findRole(location, role, version);
      if (role === "receiver") {
        const state = running === null ? null : await connectReceiver(running).state();
        findings.push(
          receiverFinding(state, settings),
          limitsFinding(state, settings),
          ...(await checkReceiverParts(settings, state, location)),
        );
      }
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      if (role === "receiver") findings.push(failure(role, error));
    }
    findings.push(await checkPort(role, settings[role], running, location?.dataDir ?? null));
  }
  return findings;
}

function receiverFinding(state: ReceiverState | null, settings: Settings): Finding {
  const check = "receiver";
  if (state === null) {
    const isWeak = allSecrets(settings.receiver).some(isShort);
    if (isWeak) {
      return warn(
        check,
        `not running; a secret is weak: ${shortSecret}`,
        "Set a longer one in the configuration or WEBHOOK_SECRET",
      );
    }
    const secret = settings.receiver.secret.value === null ? ", and has no secret yet" : "";
    return ok(check, `not running${secret}: run hooklens receive, or open the app`);
  }
  const { url, pid, routes, secretSet, position, storing } = state;
  if (!storing.ok) {
    return fail(
      check,
      `${url} (process ${pid}) stores no deliveries: ${storing.reason}`,
      "Fix the cause; the receiver then resumes by itself",
    );
  }
  const detail = `${url} (process ${pid}), routes ${routes.join(", ")}, newest delivery ${position.seq}`;
  if (secretSet) {
    return allSecrets(settings.receiver).some(isShort)
      ? warn(
          check,
          `${detail}; a secret is weak: ${shortSecret}`,
          "Set a longer one with --secret or WEBHOOK_SECRET",
        )
      : ok(check, detail);
  }
  const { value, from } = settings.receiver.secret;
  return warn(
    check,
    `${detail}, open to everyone`,
    value === null
      ? "Set a secret with --secret or WEBHOOK_SECRET"
      : `Restart it to use the secret of ${from}`,
  );
}

/** Lists the limits of the running receiver, or the configured ones if none runs. */
function limitsFinding(state: ReceiverState | null, settings: Settings): Finding {
  const configured = withDefaultLimits(readLimits(settings));
  const limits = state?.limits ?? configured;
  const shown = limitNames.map((name) => `${limitTable[name].setting} ${showLimit(name, limits[name])}`);
  const isLowered = (state?.store ?? null) !== null && limits.maxBodyBytes < configured.maxBodyBytes;
  return isLowered
    ? warn(
        "limits",
        `${shown.join(", ")}: the store takes no larger bodies`,
        "Raise max_payload of the NATS servers, or lower receiver.maxBody",
      )
    : ok("limits", shown.join(", "));
}

async function checkPort(
  role: Role,
  { host, port }: Settings[Role],
  running: RunningRole | null,
  dataDir: string | null,
): Promise<Finding> {
  const check = `port of ${role}`;
  const wanted = port.value ?? (dataDir === null ? null : readLastPort(dataDir, role)) ?? defaultPorts[role];
  const place = `${host.value}:${wanted}`;
  if (running !== null) return portInForce(check, running, port);
  const code = await listenError(host.value, wanted);
  if (code === null) return ok(check, `${place} is free`);
  if (code !== "EADDRINUSE") {
    return fail(check, `cannot listen on ${place} (${code})`, "Choose another with --host and --port");
  }
  return port.value === null
    ? warn(
        check,
        `${place} is taken by another program`,
        `Run hooklens ${role === "hub" ? "hub" : "receive"}: it takes the next free port`,
      )
    : fail(
        check,
        `${place} (${port.from}) is taken by another program`,
        "Stop that program, or choose another port",
      );
}

/** Describes the port of a running role; a different configured port is not an error. */
function portInForce(
  check: string,
  { role, url, missedPort }: RunningRole,
  port: Setting<number | null>,
): Finding {
  const detail = `${url.replace(/^https?:\/\//, "")}, in use by the running ${role}`;
  if (missedPort !== null) {
    return warn(
      check,
      `${detail}, because ${missedPort} was taken`,
      `Restart the ${role} when port ${missedPort} is free`,
    );
  }
  const isOther = port.value !== null && port.value !== 0 && port.value !== Number(new URL(url).port);
  return ok(check, isOther ? `${detail}; ${port.value} is configured (${port.from})` : detail);
}

/** Listens on a port for a moment. Returns the error code, or null if that works. */
async function listenError(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    server.close();
  }
}
