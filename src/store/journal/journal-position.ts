/** A place between two frames of the journal. */
export interface JournalPosition {
  /** Of the file. */
  readonly generation: number;
  /** In bytes. */
  readonly offset: number;
}

export function isBehind(one: JournalPosition, other: JournalPosition): boolean {
  return one.generation === other.generation ? one.offset < other.offset : one.generation < other.generation;
}
