/** For an option that can be given several times. */
export function repeated(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
