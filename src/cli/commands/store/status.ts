import { describeStore, openStore } from "../../../engine/stores.ts";
import { version } from "../../../engine/version.ts";
import { exitCodes } from "../../../model/errors.ts";
import type {
  ReportedPeer,
  ReportedReceiver,
  StorePart,
  StoreReport,
  UnreadableMessages,
} from "../../../store/admin.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { byteSize, count, plural } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { part, section } from "../../output/detail.ts";
import { type Column, tableLines } from "../../output/table.ts";
import { storeLocation } from "../../settings/store-location.ts";

export const status = command("store status", {
  description:
    "Print the streams with their replicas and limits, the waiting forwards, the running receivers, the copy in this data directory, and what a 2xx survives. Exits with 1 if a stream has too few servers, with 3 if the store cannot be reached",
  options: {
    "--monitor <url>":
      "monitoring address of a NATS server, such as http://10.0.0.1:8222, to learn how often the server syncs its disk",
  },
  async run({ settings, output, print }, { monitor }) {
    const location = storeLocation(settings);
    const admin = await (await openStore(location)).openAdmin();
    let report: StoreReport;
    try {
      report = await admin.report(monitor ?? null);
    } finally {
      await admin.close();
    }
    const store = describeStore(location.store).shown;
    const receivers = report.receivers ?? (await receiverHere(location));
    await print({
      table: () => statusLines({ ...report, store, receivers }, output.columns),
      json: () => ({ store, ...report, receivers }),
      quiet: () => report.problems,
    });
    return report.problems.length === 0 ? exitCodes.done : exitCodes.failed;
  },
});

/** Returns the receiver of this data directory, for a store that does not know its receivers. */
async function receiverHere(location: StoreLocation): Promise<readonly ReportedReceiver[]> {
  const { findRole } = await import("../../../engine/roles/find-role.ts");
  const running = await findRole(location, "receiver", version);
  if (running === null) return [];
  const { pid, url, startedAt } = running;
  return [{ host: "this machine", pid, url, version: running.version, startedAt }];
}

interface ShownReport extends StoreReport {
  readonly store: string;
  readonly receivers: readonly ReportedReceiver[];
}

function statusLines(report: ShownReport, width: number | null): readonly (Line | Visible)[] {
  const { store, server, guarantee, forwards, parts, receivers, projection, problems } = report;
  const { waiting, leased, limit } = forwards;
  const peers = parts.flatMap(({ name, replicas }) =>
    (replicas?.peers ?? []).filter((peer) => !peer.isCurrent).map((peer) => lagging(name, peer)),
  );
  return [
    part("store", store, "strong"),
    ...(server === null ? [] : [part("server", serverText(server))]),
    part("2xx", guarantee),
    part(
      "forwards",
      `${count(waiting)} wait${leased === null ? " or are under way" : `, ${count(leased)} under way`}${limit === null ? "" : `; the queue stalls at ${count(limit)}`}`,
    ),
    part(
      "copy here",
      projection === null
        ? "none"
        : `${projection.path}, up to delivery ${projection.seq}, ${count(projection.lag)} behind`,
    ),
    ...(projection?.unreadable ?? []).map((some) => part("left out", unreadableText(some), "warn")),
    ...(forwards.unreadable === null || forwards.unreadable === 0
      ? []
      : [part("given up", `${plural(forwards.unreadable, "forward")} with an unreadable job`, "warn")]),
    line(),
    ...tableLines(columnsOf(parts), parts, width),
    ...peers,
    ...section(`Running receivers: ${receivers.length}`),
    ...receivers.map(
      ({ host, pid, url, version, startedAt }) =>
        v`  ${url}  ${host}, process ${pid}, version ${version}, since ${startedAt}`,
    ),
    ...problems.map((problem) => line(span(v`✗ ${problem}`, "error"))),
  ];
}

/** Describes messages that the copy of a log has left out. */
export function unreadableText({ stream, count: messages, last }: UnreadableMessages): string {
  return `${plural(messages, "message")} in the stream of ${stream} cannot be read, the last is ${last}`;
}

function serverText({ name, cluster, version }: NonNullable<StoreReport["server"]>): string {
  return `${name}${cluster === null ? ", not clustered" : ` of cluster ${cluster}`}, nats-server ${version}`;
}

function lagging(stream: string, { name, isOffline, lag }: ReportedPeer): Line {
  const behind = lag === 0 ? v`not up to date` : v`${plural(lag, "operation")} behind`;
  const state = isOffline ? v`offline` : behind;
  return line(span(v`  ${stream}: replica on ${name} is ${state}`, "warn"));
}

/** Returns the columns of files, or of streams, which have replicas. */
function columnsOf(parts: readonly StorePart[]): readonly Column<StorePart>[] {
  const text = (title: string, cell: (part: StorePart) => Visible, right = true): Column<StorePart> => ({
    title: visible(title),
    cell: (each) => span(cell(each)),
    align: right ? "right" : "left",
  });
  const own = [
    text("name", ({ name }) => visible(name), false),
    text("messages", ({ messages }) => (messages === null ? v`-` : count(messages))),
    text("bytes", ({ bytes }) => (bytes === null ? v`-` : byteSize(bytes))),
  ];
  if (parts.every(({ replicas }) => replicas === null)) return own;
  return [
    ...own,
    text("kept for", ({ maxAgeMs }) => (maxAgeMs === null ? v`-` : duration(maxAgeMs))),
    text("max size", ({ maxBytes }) => (maxBytes === null ? v`-` : byteSize(maxBytes))),
    text("consumers", ({ consumers }) => (consumers === null ? v`-` : count(consumers))),
    text("replicas", ({ replicas }) => (replicas === null ? v`-` : replicasText(replicas))),
    text("leader", ({ replicas }) => visible(replicas?.leader ?? "-"), false),
  ];
}

function replicasText({ of, leader, peers }: NonNullable<StorePart["replicas"]>): Visible {
  const current = (leader === null ? 0 : 1) + peers.filter(({ isCurrent }) => isCurrent).length;
  return v`${current}/${of}`;
}
