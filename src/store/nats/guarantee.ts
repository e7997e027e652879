/**
 * Returns the losses that a 2xx survives, and why: a sentence without its period. Servers acknowledge a message before
 * it is synced, unless their configuration says otherwise, which their clients do not learn.
 */
export function guaranteeOf(replicas: number): string {
  if (replicas === 1) {
    return "a 2xx survives a crash of the server, and a power cut only if the server has sync_interval: always, because one server stores it";
  }
  const majority = Math.floor(replicas / 2) + 1;
  return `a 2xx survives the loss of ${replicas - majority} of ${replicas} servers, because ${majority} of them store it before`;
}
