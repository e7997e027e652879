import process from "node:process";
import { HubTokenNeededError } from "../../localhub/errors.ts";
import { createLocalHub } from "../../localhub/local-hub.ts";
import { readOrMakeToken } from "../../localhub/token.ts";
import { isLoopback } from "../../model/loopback.ts";
import { openHubStore } from "../../store/sqlite/hub-store.ts";
import type { HubRoleOptions, RunningHub } from "../engine.ts";
import { listenOnFreePort } from "../free-port.ts";
import type { HeldRole } from "./hold-role.ts";
import type { RoleStart, StartedRole } from "./role-start.ts";

const usualPort = 7870;

/**
 * Serves the local hub of the data directory and sends its dispatches.
 * @param held given back by `close`, and when the start fails
 * @throws {HubTokenNeededError} another host than loopback, and no token given
 */
export async function startHubRole(
  held: HeldRole,
  { dataDir, version, onNote, graceMs }: RoleStart,
  { host = "127.0.0.1", port, token: given, public: isPublic = false }: HubRoleOptions,
): Promise<StartedRole<RunningHub>> {
  await using undo = new AsyncDisposableStack();
  undo.defer(() => held.release());
  if (!isLoopback(host) && given === undefined) {
    throw new HubTokenNeededError({
      what: `the local hub does not listen on ${host} without a token of your choice`,
      why: "others than you can reach it there",
      hint: "Add --token TOKEN, or leave --host at 127.0.0.1",
    });
  }
  const token = given ?? readOrMakeToken(dataDir).token;
  const store = await openHubStore(dataDir);
  undo.defer(() => store.close());
  const hub = createLocalHub({
    ...store,
    dataDir,
    token,
    version,
    public: isPublic,
    log: onNote,
  });
  undo.defer(() => hub.close(graceMs));
  const { url } = await listenOnFreePort(
    { dataDir, role: "hub", given: port, usual: usualPort, onNote },
    (free) => hub.listen({ host, port: free }),
  );
  hub.startDispatching();

  const { pid } = process;
  const startedAt = new Date().toISOString();
  const running: RunningHub = { role: "hub", pid, version, url, socket: null, token, startedAt };
  held.announce(running);
  const started = undo.move();
  return { running, close: () => started.disposeAsync() };
}
