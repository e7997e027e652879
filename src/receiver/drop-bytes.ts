/**
 * Gives the memory of a piece of a body back at once. Left to the garbage collector, which does not hurry for what lies outside its heap,
 * dropping a body of 2 GB took some eighty megabytes.
 * @param chunk nobody else may look at it any more
 */
export function dropBytes(chunk: Buffer): void {
  const { buffer } = chunk;
  // A small one may share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
