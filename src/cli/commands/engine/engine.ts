import { retentionOf } from "../../../engine/retention.ts";
import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import { runDefaults } from "../../../receiver/runs/run-settings.ts";
import { command } from "../../command-line/command-record.ts";
import { readForwardRules, readLimits, readPrograms, readTunnel } from "../../settings/receiver-parts.ts";
import { storeLocation } from "../../settings/store-location.ts";

/** Runs as a child process of the app. */
export const engine = command("engine", {
  options: {
    "--roles <roles>": { about: "hub, receiver, or both, separated by a comma", required: true },
  },
  guardsItself: true,
  async run({ settings }, { roles: text }) {
    const { roles } = await import("../../../engine/role.ts");
    const chosen = text.split(",").map((name) => {
      const role = roles.find((known) => known === name);
      if (role === undefined) {
        throw new UsageError({ what: `"${name}" is not a role`, hint: `Use ${roles.join(" or ")}` });
      }
      return role;
    });
    const { deliveries, hub, receiver } = settings;
    const { runEngineChild } = await import("../../../engine/child/run-child.ts");
    return runEngineChild({
      ...storeLocation(settings),
      roles: chosen,
      version,
      hub: { host: hub.host.value, port: hub.port.value, token: hub.token.value },
      receiver: {
        host: receiver.host.value,
        port: receiver.port.value,
        retention: retentionOf(deliveries.keepDays.value, deliveries.keepBytes.value),
        forwardRules: readForwardRules(settings),
        forwardRetriesMs: receiver.forwardRetries.value,
        runDefaults: { ...runDefaults, answer: receiver.answer.value },
        repeats: receiver.repeats.value,
        runs: receiver.runs.value,
        work: receiver.work.value ?? "unless shared",
        tunnel: readTunnel(settings).settings,
        routeSecrets: receiver.routeSecrets.value,
        programs: readPrograms(settings),
        programEnv: receiver.execEnv.value,
        limits: readLimits(settings),
        open: receiver.open.value,
        acceptQuerySecret: receiver.acceptQuerySecret.value,
        trustedProxies: receiver.trustedProxies.value,
        metricsToken: receiver.metricsToken.value,
      },
    });
  },
});
