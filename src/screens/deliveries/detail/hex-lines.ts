import { type Visible, v } from "../../../text/visible.ts";

/** Maximum rows of a hex dump, without the row that counts the omitted bytes. */
const maxRows = 4_096;

/** Returns the bytes of a row of a hex dump: 16 from 73 columns on, otherwise 8. */
export function bytesPerRow(width: number): number {
  return width >= 9 + 16 * 4 ? 16 : 8;
}

/** Formats bytes as a hex dump. */
export function hexLines(body: Uint8Array, perRow: number): readonly Visible[] {
  const rows = Math.ceil(body.length / perRow);
  const shown = Array.from({ length: Math.min(rows, maxRows) }, (_, row) => {
    const bytes = body.subarray(row * perRow, (row + 1) * perRow);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = Array.from(bytes, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·",
    ).join("");
    return v`${(row * perRow).toString(16).padStart(6, "0")}  ${hex.padEnd(perRow * 3 - 1)}  ${text}`;
  });
  const left = body.length - maxRows * perRow;
  return left > 0 ? [...shown, v`${left} more bytes not shown`] : shown;
}
