/** Limits for the stored output of a call, in lines and in UTF-16 units. */
const maxLines = 200;
const maxText = 20_000;

/** Output of a running call of a handler or a program. */
export class CallConsole {
  #text = "";
  #isCut = false;

  /** Adds output. Returns the part that is kept. */
  write(text: string): string {
    const room = maxText - this.#text.length;
    this.#isCut ||= text.length > room;
    const kept = text.length > room ? text.slice(0, room) : text;
    this.#text += kept;
    return kept;
  }

  /**
   * Returns the lines of the output, which are untrusted text, with a note in place of what exceeds the
   * limits.
   */
  lines(): readonly string[] {
    if (this.#text === "") return [];
    const lines = this.#text
      .toWellFormed()
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    return this.#isCut || lines.length > maxLines
      ? [...lines.slice(0, maxLines - 1), "… the rest is not kept"]
      : lines;
  }
}
