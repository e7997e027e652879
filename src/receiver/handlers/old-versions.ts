import type { ModuleVersion } from "./module-version.ts";

/** Of versions that have nothing to answer any more but still run something (a timer, work they go on with) so many are let be. */
const mostIdle = 4;

export interface OldVersions {
  add(version: ModuleVersion): void;
  /** Its thread has ended. */
  remove(version: ModuleVersion): void;
  /** Ends all of them. @param why for the rows of their calls */
  end(why: string): Promise<void>;
}

/**
 * The versions of a module that a later one took over from: each ends by itself when nothing of it runs any more, or is ended
 * `graceMs` after.
 * @param onCutOff told how many calls had not been answered by then
 */
export function keepOldVersions(
  graceMs: number,
  why: string,
  onCutOff: (calls: number) => void,
): OldVersions {
  const timers = new Map<ModuleVersion, NodeJS.Timeout>();

  function cutOff(version: ModuleVersion): void {
    if (version.pending > 0) onCutOff(version.pending);
    void version.end(why);
  }

  return {
    add(version) {
      timers.set(version, setTimeout(cutOff, graceMs, version).unref());
      const idle = [...timers.keys()].filter(({ pending }) => pending === 0);
      for (const old of idle.slice(0, -mostIdle)) void old.end(why);
    },
    remove(version) {
      clearTimeout(timers.get(version));
      timers.delete(version);
    },
    async end(reason) {
      await Promise.all([...timers.keys()].map((version) => version.end(reason)));
    },
  };
}
