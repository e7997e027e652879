import { enableCompileCache, getCompileCacheDir } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWorkerCalls } from "../../../src/async/worker-calls.ts";

test("a thread keeps compiled code where its process does", async () => {
  enableCompileCache();
  vi.stubEnv("NODE_COMPILE_CACHE", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const thread = createWorkerCalls({
    name: "compiled code",
    file: new URL("compiled-code-thread.ts", import.meta.url),
    data: null,
    goneError: (why, cause) => new Error(why, { cause }),
  });
  onTestFinished(() => thread.close());
  expect(await thread.call("cacheDir", [])).toBe(getCompileCacheDir());
});
