/** After a try of a forward without an answer, how long until the next one, in milliseconds; after the last try there is none. */
export const forwardDelaysMs: readonly number[] = [200, 1_000, 5_000, 30_000];

/** How often a delivery is tried to be forwarded at most. */
export const mostForwardTries = forwardDelaysMs.length + 1;
