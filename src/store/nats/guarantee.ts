/**
 * Returns the losses that a 2xx survives, and why: a sentence without its period. Servers acknowledge a message before
 * it is synced, unless their configuration says otherwise.
 * @param isSynced true if the servers sync each message first (`sync_interval: always`); null if that is unknown, since
 * clients do not learn it
 */
export function guaranteeOf(replicas: number, isSynced: boolean | null): string {
  if (replicas === 1) return ofOne[String(isSynced)] ?? "";
  const majority = Math.floor(replicas / 2) + 1;
  const loss = `a 2xx survives the loss of ${replicas - majority} of ${replicas} servers, because ${majority} of them store it before`;
  return isSynced === true ? `${loss}, and a power cut of all, because each of them syncs it` : loss;
}

/** Guarantees of one replica, by `isSynced`. */
const ofOne: Readonly<Record<string, string>> = {
  true: "a 2xx survives a crash and a power cut of the server, because it syncs each message (sync_interval: always), but not the loss of its disk, because no other server stores it",
  false:
    "a 2xx survives a crash of the server, but not a power cut, because the server syncs its disk later (sync_interval is not always), and no other server stores it",
  null: "a 2xx survives a crash of the server, and a power cut only if the server has sync_interval: always, because one server stores it",
};
