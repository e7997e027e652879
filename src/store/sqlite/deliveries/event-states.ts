import { outcomes } from "../../../model/delivery.ts";

/** States of the jobs that wait for a later attempt, as a list of SQL. */
export const waitingStates = "'later', 'ready', 'held'";

/** SQL condition that a row of `deliveries AS d` waits for a later attempt. */
export const hasWaitingJob = `EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(d.seq AS TEXT) AND state IN (${waitingStates}))`;

/** First try of the event of a row of `deliveries AS d`. */
const event = "ifnull(d.event_of, d.seq)";

/** SQL condition that the event of a row has a try for which a condition on `deliveries AS t` holds. */
const hasTry = (condition: string): string =>
  `(EXISTS (SELECT 1 FROM deliveries AS t WHERE t.seq = ${event} AND ${condition})
    OR EXISTS (SELECT 1 FROM deliveries AS t WHERE t.event_of = ${event} AND ${condition}))`;

const isHandled = hasTry("t.outcome = 'handled'");
const isPending = hasTry("t.outcome = 'pending'");
const isWaiting = hasTry(`t.outcome = 'pending'
  AND EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(t.seq AS TEXT) AND state IN (${waitingStates}))`);
const isSuperseded = hasTry("t.outcome = 'superseded'");
const hasFailed = hasTry("t.outcome IN ('failed', 'interrupted')");

/** SQL condition for a failed row of `deliveries AS d` of which another try was handled. */
export const isRecovered = `(+d.outcome IN ('failed', 'interrupted') AND ${isHandled})`;

/**
 * SQL condition for the row of `deliveries AS d` that stands for an open event, which waits or has failed: its latest
 * try without a success.
 */
export const isOpen = `(+d.outcome IN ('failed', 'interrupted', 'pending') AND NOT ${isHandled}
  AND (${isWaiting} OR NOT ${isPending} AND NOT ${isSuperseded})
  AND NOT EXISTS (SELECT 1 FROM deliveries AS t WHERE t.event_of = ${event} AND t.seq > d.seq
    AND t.outcome IN ('failed', 'interrupted', 'pending')))`;

/** SQL for the state of the event of a row of `deliveries AS d`. */
const eventState = `CASE WHEN ${isHandled} THEN 'handled' WHEN ${isWaiting} THEN 'waiting'
    WHEN ${isPending} THEN 'running' WHEN ${isSuperseded} THEN 'superseded' WHEN ${hasFailed} THEN 'failed' ELSE 'received' END`;

/** SQL for the number of handled tries of the event of a row of `deliveries AS d`. */
const handledTries = `((SELECT count(*) FROM deliveries AS t WHERE t.seq = ${event} AND t.outcome = 'handled')
    + (SELECT count(*) FROM deliveries AS t WHERE t.event_of = ${event} AND t.outcome = 'handled'))`;

/** SQL condition for a handled row of `deliveries AS d` whose event has other handled tries. */
export const isTwice = `(+d.outcome = 'handled' AND ${handledTries} > 1)`;

/**
 * SQL condition for the row of `deliveries AS d` that is the latest try of its event. Most events have one try. The index
 * of tries has the outcome before the seq: naming all outcomes finds a later try without reading all of the event.
 */
export const isLatest = `(NOT EXISTS (SELECT 1 FROM deliveries AS t WHERE t.event_of = ${event})
  OR NOT EXISTS (SELECT 1 FROM deliveries AS t WHERE t.event_of = ${event} AND t.seq > d.seq
    AND t.outcome IN (${outcomes.map((outcome) => `'${outcome}'`).join(", ")})))`;

/** Columns for the counts of events: the state of the event of a row of `deliveries AS d`, and results of its tries. */
export const countedFields = `${eventState} AS event_state, ${handledTries} AS handled_tries,
  ${hasTry("t.outcome = 'interrupted'")} AS interrupted`;

/** Columns that describe the event of a row of `deliveries AS d`. */
export const eventFields = `
  (SELECT count(*) FROM deliveries AS t WHERE t.event_of = ${event})
    + EXISTS (SELECT 1 FROM deliveries AS t WHERE t.seq = ${event}) AS tries,
  ${handledTries} AS handled_tries,
  ifnull((SELECT max(t.seq) FROM deliveries AS t WHERE t.event_of = ${event}), d.seq) AS latest_try,
  ifnull((SELECT t.seq FROM deliveries AS t WHERE t.seq = ${event} AND t.outcome = 'handled'),
    (SELECT min(t.seq) FROM deliveries AS t WHERE t.event_of = ${event} AND t.outcome = 'handled')) AS settled_by,
  ${eventState} AS event_state,
  ${isOpen} AS open`;
