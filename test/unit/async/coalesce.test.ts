import { expect, it } from "vitest";
import { coalesce } from "../../../src/async/coalesce.ts";

/** Creates work whose runs the test ends. */
function byHand() {
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const ask = coalesce(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    (error) => void errors.push(error),
  );
  return { ask, runs, errors };
}

/** Waits until all consequences of resolved promises have happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it("runs one at a time, and once more for all that was asked meanwhile", async () => {
  const { ask, runs } = byHand();
  ask();
  ask();
  ask();
  await settled();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await settled();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await settled();
  expect(runs).toHaveLength(2);
  ask();
  expect(runs).toHaveLength(3);
});

it("runs again for what was asked during a run that failed", async () => {
  const { ask, runs, errors } = byHand();
  ask();
  ask();
  runs[0]?.reject(new Error("cancelled"));
  await settled();
  expect(errors).toEqual([new Error("cancelled")]);
  expect(runs).toHaveLength(2);
});

it("reports a failure and can be asked again", async () => {
  const { ask, runs, errors } = byHand();
  ask();
  runs[0]?.reject(new Error("gone"));
  await settled();
  expect(errors).toHaveLength(1);
  expect(runs).toHaveLength(1);
  ask();
  runs[1]?.resolve();
  await settled();
  expect(errors).toHaveLength(1);
});
