/** Returns the name of the part that is a clause. No clause ID has a colon. */
export function clausePartName(clauseId: string): string {
  return `clause:${clauseId}`;
}
