import { answers, orders, type RouteRuns } from "../../receiver/runs/run-settings.ts";
import { duration } from "../../text/duration.ts";
import { delay, delays, readDelay, readDelays } from "./setting-values.ts";
import { setting } from "./setting.ts";

const noRuns: RouteRuns = {};

/** Setting of the runs of single routes. */
export const runsSetting = setting({
  about:
    "Settings of single routes, by route name, such as {train: {answer: first, retries: [10s, 1min]}}. With retries hooklens repeats what fails after these delays, also after a restart, and the sender does not: it gets 202. With order: repo the events of a repo run one at a time, in order of arrival; one that waits for a retry holds the later ones for at most orderWait, by default 60s. With latest: true a push that waits ends when a newer push of its refs arrives. With atOnce: 2 two of its deliveries are tried at a time, the others wait.",
  schema: (z) =>
    z.record(
      z.string().min(1),
      z.strictObject({
        answer: z.enum(answers).optional(),
        retries: delays(z).optional(),
        order: z.enum(orders).optional(),
        orderWait: delay(z).optional(),
        latest: z.boolean().optional(),
        atOnce: z.int().min(1).optional(),
      }),
    ),
  read: (runs): RouteRuns =>
    Object.fromEntries(
      Object.entries(runs).map(([route, { answer, retries, order, orderWait, latest, atOnce }]) => [
        route,
        {
          answer,
          retriesMs: retries && readDelays(retries),
          order,
          orderWaitMs: orderWait === undefined ? undefined : readDelay(orderWait),
          latest,
          atOnce,
        },
      ]),
    ),
  default: noRuns,
  show: (runs) =>
    Object.entries(runs)
      .map(([route, { answer, retriesMs, order, orderWaitMs, latest, atOnce }]) =>
        [
          `${route}:`,
          answer ?? [],
          retriesMs?.map(duration) ?? [],
          order === undefined ? [] : `order by ${order}`,
          orderWaitMs === undefined ? [] : `wait ${duration(orderWaitMs)}`,
          latest === true ? "latest push" : [],
          atOnce === undefined ? [] : `${atOnce} at once`,
        ]
          .flat()
          .join(" "),
      )
      .join(", "),
});
