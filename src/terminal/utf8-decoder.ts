/** Incremental decoder of UTF-8 that reports an incomplete character, which `TextDecoder` does not. */
export interface Utf8Decoder {
  /** Decodes bytes; an incomplete character at their end waits for the next ones. */
  push(bytes: Uint8Array): string;
  /** Returns the replacement character for an incomplete one; otherwise nothing. */
  flush(): string;
  /** True if a character is incomplete. */
  readonly isPending: boolean;
}

export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let tail: readonly number[] = [];
  return {
    push(bytes) {
      tail = incompleteCharacter([...tail, ...bytes.subarray(-3)]);
      return decoder.decode(bytes, { stream: true });
    },
    flush() {
      tail = [];
      return decoder.decode();
    },
    get isPending() {
      return tail.length > 0;
    },
  };
}

/** Returns the bytes at the end that begin a character and do not complete it; at most 3. */
function incompleteCharacter(bytes: readonly number[]): readonly number[] {
  const end = bytes.slice(-3);
  const first = end.findLastIndex((byte) => byte >= 0xc0);
  const lead = end[first] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const isWhole =
    first === -1 || end.length - first >= length || end.slice(first + 1).some((byte) => byte < 0x80);
  return isWhole ? [] : end.slice(first);
}
