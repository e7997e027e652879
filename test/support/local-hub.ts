import { mkdirSync, readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { openApiFile } from "../../scripts/write-openapi.ts";
import type { HubClient } from "../../src/hub/client.ts";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import type { AttemptReport } from "../../src/localhub/dispatching/run-dispatch.ts";
import { createLocalHub, type LocalHub, type LocalHubOptions } from "../../src/localhub/local-hub.ts";
import type { HubStore } from "../../src/store/hub-store.ts";
import { openHubStore } from "../../src/store/sqlite/hub/hub-store.ts";
import { freshDataDir } from "./fresh-data-dir.ts";
import { growingList } from "./growing-list.ts";
import { type AnswerCheck, openApiCheck } from "./openapi-check.ts";

export const testToken = "hf_local_test";

export interface TestHub {
  readonly hub: LocalHub;
  readonly store: HubStore;
  /** Client that calls the hub in this process. */
  readonly client: HubClient;
  /** Sends a request in this process, with the token unless `headers` has another. */
  readonly call: (
    path: string,
    init?: { method?: string; body?: string; headers?: Record<string, string> },
  ) => Promise<Response>;
  /** All attempts so far. */
  readonly attempts: readonly AttemptReport[];
  /** Resolves when there were `n` attempts and their results are stored. */
  readonly attempted: (n: number) => Promise<void>;
  /** Lines that the hub logged. */
  readonly lines: string[];
}

/**
 * Creates a local hub on a real database, closed after the test. It sends nothing before
 * `hub.startDispatching()`. Its responses in this process are checked against its OpenAPI description.
 */
export async function testHub(
  options: Partial<LocalHubOptions> & { readonly dataDir?: string } = {},
): Promise<TestHub> {
  const { dataDir = freshDataDir(), ...rest } = options;
  mkdirSync(dataDir, { recursive: true });
  const store = await openHubStore(dataDir);
  const attempts = growingList<AttemptReport>();
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const unchecked = createLocalHub({
    ...store,
    dataDir,
    token: testToken,
    version: "9.9.9",
    jitter: () => 0.5,
    logger: { info: note, warn: note, error: note },
    onAttempt: attempts.add,
    ...rest,
  });
  const hub = { ...unchecked, fetch: checked(unchecked) };
  onTestFinished(async () => {
    await hub.close(0);
    await store.close();
  });
  const endpoint = "http://hub.local";
  return {
    hub,
    store,
    attempts: attempts.items,
    attempted: attempts.reached,
    lines,
    client: createHubClient({ endpoint, token: testToken, fetch: hub.fetch }),
    call: (path, init = {}) =>
      hub.fetch(
        new Request(`${endpoint}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${testToken}`, ...init.headers },
        }),
      ),
  };
}

/** Checks responses against the OpenAPI document, which a test holds to be that of every hub. Compiles each schema once. */
export const checkAnswer: AnswerCheck = openApiCheck(readFileSync(openApiFile, "utf8"));

function checked({ fetch }: LocalHub): LocalHub["fetch"] {
  return async (request) => {
    const answer = await fetch(request);
    const wrong = await checkAnswer(request, answer);
    if (wrong !== null) throw new Error(`not as the OpenAPI document describes: ${wrong}`);
    return answer;
  };
}
