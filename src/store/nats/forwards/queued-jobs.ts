import { jetstreamManager } from "@nats-io/jetstream";
import type { Connection } from "../connect.ts";
import { type LogNames, subjects } from "../names.ts";
import { natsError } from "../nats-error.ts";
import { decodeJob, placeOf, type StoredJob } from "./job-message.ts";

/** Job in the stream of forwards. */
export interface QueuedJob {
  readonly job: StoredJob;
  /** Seq of its message. */
  readonly seq: number;
}

/** Number of messages that are read at once. */
const readsAtOnce = 64;

/**
 * Yields the jobs of the stream in groups, in the order of their deliveries.
 * @param lanes null for all lanes
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function* queuedJobs(
  { nats, address }: Connection,
  names: LogNames,
  lanes: readonly string[] | null,
): AsyncGenerator<readonly QueuedJob[]> {
  try {
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const wanted = lanes === null ? null : new Set(lanes);
    const { state } = await streams.info(names.forwards, {
      // One listing of all subjects costs less than one for each of many lanes.
      subjects_filter:
        lanes?.length === 1 ? subjects.forwardsOf(names.log, lanes[0] ?? "") : subjects.forwards(names.log),
    });
    const listed = Object.keys(state.subjects ?? {})
      .map((subject) => ({ subject, lane: placeOf(subject)?.lane ?? null }))
      .filter(({ lane }) => lane !== null && (wanted === null || wanted.has(lane)))
      .toSorted((one, other) => Number(one.lane) - Number(other.lane));
    for (let from = 0; from < listed.length; from += readsAtOnce) {
      const read = listed
        .slice(from, from + readsAtOnce)
        .map(async ({ subject }): Promise<QueuedJob | null> => {
          // There is none if the job was completed after the listing.
          const message = await streams.getMessage(names.forwards, { last_by_subj: subject });
          const job = message === null ? null : decodeJob(subject, message.data);
          return message === null || job === null ? null : { job, seq: message.seq };
        });
      yield (await Promise.all(read)).filter((job) => job !== null);
    }
  } catch (error) {
    throw natsError(error, address);
  }
}
