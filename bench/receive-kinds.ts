import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { portOf, start, stop } from "./server-process.ts";

/** Modes of `receive-server.ts`. */
export const receiverKinds = {
  inbox: "without a handler",
  handler: "a handler of the library",
  module: "a handler of --handlers, in its thread",
} as const;

export type ReceiverKind = keyof typeof receiverKinds;

export const limitName = "node:http, secret check, JSON.parse, nothing kept";

export interface ReceiveServers {
  /** Port of the server of `receive-limit.ts`. */
  readonly limit: number;
  readonly ports: Readonly<Record<ReceiverKind, number>>;
}

const warmUp = { connections: 64, seconds: 1 };

/** Starts the limit and a receiver of each kind, warms them up, and ends them after the work. */
export async function withReceivers<T>(work: (servers: ReceiveServers) => Promise<T>): Promise<T> {
  const kinds = Object.keys(receiverKinds) as ReceiverKind[];
  const directories = await Promise.all(kinds.map((kind) => makeBenchDir(`receive-${kind}`)));
  const servers = [
    start("receive-limit.ts"),
    ...kinds.map((kind, index) => start("receive-server.ts", directories[index]?.path ?? "", kind)),
  ];
  try {
    const [limit = 0, inbox = 0, handler = 0, module = 0] = await Promise.all(servers.map(portOf));
    for (const port of [limit, inbox, handler, module]) await load(port, warmUp);
    return await work({ limit, ports: { inbox, handler, module } });
  } finally {
    await Promise.all(servers.map(stop));
    await Promise.all(directories.map(({ remove }) => remove()));
  }
}
