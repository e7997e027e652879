import process from "node:process";
import { createLocalHub } from "../../localhub/local-hub.ts";
import { readOrMakeToken } from "../../localhub/token.ts";
import { UsageError } from "../../model/errors.ts";
import { isLoopback } from "../../model/url.ts";
import type { HubRoleOptions, RunningHub } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import type { RoleStart, StartedRole } from "../role.ts";
import type { HeldRole } from "./hold-role.ts";

/** Minimum length of a token that other machines can try. */
const minTokenLength = 16;

/**
 * Serves the local hub of the data directory and sends its dispatches.
 * @param held released by `close`, and if the start fails
 * @throws {UsageError} the token is missing, invalid or too short for a hub that others can reach
 * @throws {UsageError} the hub is public and is to run Jobs
 */
export async function startHubRole(
  held: HeldRole,
  { dataDir, store, version, logger, graceMs }: RoleStart,
  options: HubRoleOptions,
): Promise<StartedRole<RunningHub>> {
  const { host = "127.0.0.1", port, anyPort, token: given = null } = options;
  const { public: isPublic = false, jobs = false } = options;
  await using undo = new AsyncDisposableStack();
  undo.defer(() => held.release());
  const isOurs = isLoopback(host);
  if (!isOurs && given === null) {
    throw new UsageError({
      what: `the local hub needs a token to listen on ${host}`,
      why: "other machines can reach it there",
      hint: "Add --token @FILE or set HOOKLENS_HUB_TOKEN, or leave --host at 127.0.0.1",
    });
  }
  if (given !== null) refuseToken(given, isOurs && !isPublic);
  if (isPublic && jobs) {
    throw new UsageError({
      what: "a public hub cannot run Jobs",
      why: "everyone with the token could run programs on this machine",
      hint: "Omit --jobs or --public",
    });
  }
  const token = given ?? readOrMakeToken(dataDir).token;
  const records = await store.openHub(logger);
  undo.defer(() => records.close());
  const hub = createLocalHub({
    ...records,
    dataDir,
    token,
    version,
    public: isPublic,
    runsJobs: isOurs || jobs,
    logger,
  });
  undo.defer(() => hub.close(graceMs));
  const { listening, missedPort } = await listenOnFreePort(
    { dataDir, role: "hub", given: port, anyPort, logger },
    (free) => hub.listen({ host, port: free }),
  );
  const { url } = listening;
  hub.startDispatching();

  const { pid } = process;
  const startedAt = new Date().toISOString();
  const running: RunningHub = { role: "hub", pid, version, url, missedPort, socket: null, token, startedAt };
  held.announce(running);
  const started = undo.move();
  return { running, close: () => started.disposeAsync() };
}

function refuseToken(token: string, isOurs: boolean): void {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError({
      what: "the token of the local hub is empty, or has characters that are not allowed in a header",
      why: "clients could not send it",
      hint: "Choose another, or omit it to have one generated",
    });
  }
  if (isOurs || token.length >= minTokenLength) return;
  throw new UsageError({
    what: `the token of the local hub has fewer than ${minTokenLength} characters`,
    why: "other machines can reach it there",
    hint: "Choose a longer one, for example with openssl rand -hex 24",
  });
}
