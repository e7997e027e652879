/**
 * How long a forward waits after a try that got no response, in milliseconds: after the first, the second and so on. After the try that
 * follows the last one it is given up, about 3 h 43 min after the first.
 */
export const forwardRetryDelaysMs: readonly number[] = [
  200, 1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000,
];
