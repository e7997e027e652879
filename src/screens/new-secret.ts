/** Returns a random secret of 32 hex digits. */
export function makeSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}
