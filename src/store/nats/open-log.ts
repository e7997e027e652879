import { randomUUID } from "node:crypto";
import { type Logger, lineLogger } from "../../model/logger.ts";
import type { DeliveryLog } from "../delivery-log.ts";
import { openBookmarks } from "../sqlite/deliveries/bookmarks.ts";
import type { StoreLocation } from "../store.ts";
import type { NatsAddress } from "./address.ts";
import { createAppends } from "./appends.ts";
import { connectNats } from "./connect.ts";
import { createNatsLog } from "./delivery-log.ts";
import { createEvents } from "./events.ts";
import { openForwards } from "./forwards/forwards.ts";
import { createLogImport } from "./import-log.ts";
import { createInsertion } from "./insertion.ts";
import { namesOf } from "./names.ts";
import { createOriginals } from "./original.ts";
import { projectionDir } from "./projection/directory.ts";
import { createLogReads } from "./projection/reads.ts";
import { createPublisher } from "./publisher.ts";
import { watchStatus } from "./status.ts";
import { readStreams } from "./streams.ts";

/**
 * Opens a log for writing. Any number of processes may open it.
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError | UsageError}
 */
export async function openNatsLog(
  { dataDir, store, historyMs }: StoreLocation,
  address: NatsAddress,
  logger: Logger = lineLogger(() => undefined),
): Promise<DeliveryLog> {
  await using undo = new AsyncDisposableStack();
  const connection = await connectNats(address);
  undo.defer(() => connection.close());
  const names = namesOf(address.name);
  const { deliveries: stream } = await readStreams(connection, names);
  const receiver = randomUUID();
  const publisher = createPublisher(connection);
  const { publish: publishEvent, published } = createEvents(names, publisher);
  const read = createOriginals(connection, names);
  const appends = await createAppends(connection, names, publisher, { receiver, read, published });
  undo.defer(async () => appends.close());
  const dir = projectionDir(dataDir, address);
  const reads = createLogReads({ store, connection, dataDir, historyMs, dir, logger });
  undo.defer(() => reads.close());
  const isWritable = (): boolean => !appends.isDenied();
  const { verify } = appends;
  const status = await watchStatus({
    connection,
    names,
    stream,
    isWritable,
    verify,
    progress: reads.progress,
  });
  undo.defer(async () => status.close());
  const forwards = await openForwards({ connection, names, publisher, publishEvent, published });
  const bookmarks = openBookmarks(dir);
  const insert = createInsertion({ names, publisher, publishEvent, reads, bookmarks, receiver });
  undo.move();
  return createNatsLog({
    connection,
    names,
    receiver,
    publisher,
    publishEvent,
    read,
    appends,
    status,
    reads,
    forwards,
    insert,
    import: createLogImport(dataDir, insert),
  });
}
