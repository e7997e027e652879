import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";

type Release = () => unknown;

/** Releases of the value that `shared` is creating, the last one first. */
let releasesOfShared: Release[] = [];

/** Calls a function after the current test, or after the tests that share what is being created. */
export function onRelease(release: Release): void {
  if (TestRunner.getCurrentTest() === undefined) releasesOfShared.unshift(release);
  else onTestFinished(async () => void (await release()));
}

/**
 * Creates something once for all tests of the file or `describe` block that calls this, before the first of them.
 * Support functions release it with `onRelease` after the last one.
 */
export function shared<T>(create: () => T | Promise<T>): () => T {
  const releases: Release[] = [];
  let created: { readonly value: T } | null = null;
  beforeAll(async () => {
    releasesOfShared = releases;
    created = { value: await create() };
  });
  afterAll(async () => {
    for (const release of releases) await release();
  });
  return () => {
    if (created === null) throw new Error("it is shared by tests, and none has begun");
    return created.value;
  };
}
