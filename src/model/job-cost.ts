import { duration } from "../text/duration.ts";
import { type Visible, v } from "../text/visible.ts";
import type { JobFlavor } from "./job.ts";

/** Hub's default time limit of a run (https://huggingface.co/docs/hub/jobs-configuration). */
export const hubTimeoutSeconds = 1800;

/** Price of a run. */
export interface JobCost {
  /** False if the run costs nothing, as on a local hub. */
  readonly costs: boolean;
  /** Price in words: `Nvidia T4 - small, $0.0067 a minute, at most $0.20 in 30 min`. */
  readonly text: Visible;
}

/**
 * Returns the cost of a run.
 * @param flavors hardware of the hub; null if unknown
 */
export function jobCost(
  flavors: readonly JobFlavor[] | null,
  name: string,
  timeoutSeconds: number = hubTimeoutSeconds,
): JobCost {
  const flavor = flavors?.find((one) => one.name === name);
  if (flavor === undefined) {
    return { costs: true, text: v`${name}, whose price is not known` };
  }
  const { title, usdPerMinute } = flavor;
  if (usdPerMinute === 0) return { costs: false, text: v`${title}, free of charge` };
  const most = (usdPerMinute * timeoutSeconds) / 60;
  return {
    costs: true,
    text: v`${title}, ${usd(usdPerMinute)} a minute, at most ${usd(most)} in ${duration(timeoutSeconds * 1000)}`,
  };
}

/** Formats an amount with enough digits for prices per minute. */
function usd(amount: number): Visible {
  return v`$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}
