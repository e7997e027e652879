/** Returns the entries on disk with those that changed here, so that the changes of two apps both remain. */
export function mergedEntries<T>(
  onDisk: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const hasChanged = (name: string) => before[name] !== now[name];
  return Object.fromEntries([
    ...Object.entries(onDisk).filter(([name]) => !hasChanged(name)),
    ...Object.entries(now).filter(([name]) => hasChanged(name)),
  ]);
}

/** Returns the texts of this app before the others on disk, if its own changed. */
export function mergedTexts(
  onDisk: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  return before === now ? onDisk : [...now, ...onDisk.filter((text) => !now.includes(text))];
}
