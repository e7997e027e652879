import { type Visible, v } from "../../../text/visible.ts";

/** Maximum rows of a hex dump, without the row that counts the omitted bytes. */
const maxRows = 4_096;

/** Columns of a hex dump row besides the bytes. */
const otherColumns = 9;
/** Columns of a byte, as a number and as a character. */
const byteColumns = 4;

/** Returns the bytes per row of a hex dump: the largest of 16, 8 and 4 that fits. */
export function bytesPerRow(width: number): number {
  return [16, 8].find((bytes) => width >= otherColumns + bytes * byteColumns) ?? 4;
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
