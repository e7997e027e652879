/**
 * Times of the response to a sender: `result` is that of the action's response, at most 9.5 s later; `first` is that of
 * a 202 once the delivery is on disk.
 */
export const answers = ["result", "first"] as const;
export type Answer = (typeof answers)[number];

export const orders = ["repo"] as const;

/** Settings of the runs of a route. */
export interface RunSettings {
  readonly answer: Answer;
  /**
   * Delays between the tries of a delivery, in milliseconds; it is dead after the last one. Null without retries of the
   * receiver, except for those of a forward without a response.
   */
  readonly retriesMs: readonly number[] | null;
  /** `repo`: the events of a repo run one at a time, in order of arrival; null for no order. */
  readonly order: (typeof orders)[number] | null;
  /** Longest time for which a run that waits for a retry holds the later ones of its repo, in milliseconds. */
  readonly orderWaitMs: number;
  /** True if a push that waits ends when a newer one of its refs arrives. */
  readonly latest: boolean;
  /** Maximum number of deliveries of the route that are tried at the same time; null without a limit of its own. */
  readonly atOnce: number | null;
}

export const runDefaults: RunSettings = {
  answer: "result",
  retriesMs: null,
  order: null,
  orderWaitMs: 60_000,
  latest: false,
  atOnce: null,
};

/** Settings by route name. Absent ones are those of other routes. */
export type RouteRuns = Readonly<
  Record<string, { readonly [name in keyof RunSettings]?: RunSettings[name] | undefined }>
>;

/** Returns the settings of a route. */
export function runSettingsOf(route: string, defaults: RunSettings, runs: RouteRuns): RunSettings {
  const own = Object.hasOwn(runs, route) ? runs[route] : undefined;
  return {
    answer: own?.answer ?? defaults.answer,
    retriesMs: own?.retriesMs ?? defaults.retriesMs,
    order: own?.order ?? defaults.order,
    orderWaitMs: own?.orderWaitMs ?? defaults.orderWaitMs,
    latest: own?.latest ?? defaults.latest,
    atOnce: own?.atOnce ?? defaults.atOnce,
  };
}

/** `skip` runs nothing for a delivery whose event is handled or under way; `run` runs each delivery. */
export const repeatChoices = ["skip", "run"] as const;
export type RepeatChoice = (typeof repeatChoices)[number];
export const defaultRepeats: RepeatChoice = "skip";
