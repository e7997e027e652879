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

export const bareName = "node:http, secret check, JSON.parse, nothing kept";
export const appendName = "node:http that appends the bodies of a turn to a file, then fdatasync";

export interface ReceiveServers {
  /** Port of the server of `receive-limit.ts`. */
  readonly bare: number;
  /** Port of the server of `receive-append.ts`. */
  readonly append: number;
  readonly ports: Readonly<Record<ReceiverKind, number>>;
}

const warmUp = { connections: 64, seconds: 1 };

/** Starts both limits and a receiver of each kind, warms them up, and ends them after the work. */
export async function withReceivers<T>(work: (servers: ReceiveServers) => Promise<T>): Promise<T> {
  const kinds = Object.keys(receiverKinds) as ReceiverKind[];
  const directories = await Promise.all(["append", ...kinds].map((kind) => makeBenchDir(`receive-${kind}`)));
  const [ofAppend = "", ...ofKinds] = directories.map(({ path }) => path);
  const servers = [
    start("receive-limit.ts"),
    start("receive-append.ts", ofAppend),
    ...kinds.map((kind, index) => start("receive-server.ts", ofKinds[index] ?? "", kind)),
  ];
  try {
    const [bare = 0, append = 0, inbox = 0, handler = 0, module = 0] = await Promise.all(servers.map(portOf));
    for (const port of [bare, append, inbox, handler, module]) await load(port, warmUp);
    return await work({ bare, append, ports: { inbox, handler, module } });
  } finally {
    await Promise.all(servers.map(stop));
    await Promise.all(directories.map(({ remove }) => remove()));
  }
}
