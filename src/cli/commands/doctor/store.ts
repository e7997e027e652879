import { describeStore, openStore } from "../../../engine/stores.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { ReportedProjection, StoreReport } from "../../../store/admin.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { count } from "../../../text/numbers.ts";
import { unreadableText } from "../store/status.ts";
import { type Finding, fail, failure, ok, warn } from "./finding.ts";

const check = "store";

/** Checks a store on other machines: server, streams, guarantee and copy. A store on this machine has its files. */
export async function checkStore(location: StoreLocation): Promise<readonly Finding[]> {
  const { shown, isElsewhere } = describeStore(location.store);
  if (!isElsewhere) return [];
  try {
    const admin = await (await openStore(location)).openAdmin();
    try {
      return findingsOf(await admin.report(null), shown);
    } finally {
      await admin.close();
    }
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return [failure(check, error)];
  }
}

function findingsOf(report: StoreReport, shown: string): readonly Finding[] {
  const { server, guarantee, receivers, projection, problems, parts } = report;
  const place = server === null || server.cluster === null ? "" : ` of cluster ${server.cluster}`;
  const late = parts.flatMap(({ name, replicas }) =>
    (replicas?.peers ?? []).filter(({ isCurrent }) => !isCurrent).map((peer) => `${name} on ${peer.name}`),
  );
  const streams = `${parts.length}, with ${parts[0]?.replicas?.of ?? 1} replicas, used by ${count(receivers?.length ?? 0)} running receivers`;
  return [
    ok(check, `${shown}, server ${server?.name}${place}, nats-server ${server?.version}`),
    problems.length > 0
      ? fail("streams", problems.join("; "), "Run hooklens store status")
      : late.length > 0
        ? warn("streams", `not up to date: ${late.join(", ")}`, "Run hooklens store status")
        : ok("streams", streams),
    ok("guarantee", guarantee),
    copyFinding(projection),
  ];
}

function copyFinding(projection: ReportedProjection | null): Finding {
  const copy = "copy here";
  if (projection === null) return ok(copy, "none yet; the app and the commands make it");
  const { path, seq, lag, unreadable } = projection;
  const place = `${path}, up to delivery ${seq}, ${count(lag)} behind`;
  if (unreadable.length === 0) return ok(copy, place);
  return warn(
    copy,
    `${place}; ${unreadable.map(unreadableText).join(", ")}`,
    "Find the program that publishes to these streams, and take its credentials",
  );
}
