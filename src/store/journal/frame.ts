import { crc32 } from "node:zlib";
import type { PackedEntries } from "./entries.ts";

/**
 * What was written at once, in a file of the journal, all numbers little-endian:
 * CRC-32 of what follows it, generation of the file, salt, bytes of the text, bytes of the bodies (each 4 bytes), the text (UTF-8), the bodies.
 * A file is used again, so what follows the last frame can be an older one: its generation tells. A frame that was cut off has another sum.
 * What follows can be from the middle of a body, too, which a sender may have made to look like a frame: the salt, a number nobody else
 * knows, tells. All frames of a file have that of its first one.
 */
export const headBytes = 20;

/** Where the salt is in a head. */
export const saltAt = 8;

/** What all frames of a file have in common. */
export interface FrameMark {
  readonly generation: number;
  /** 32 bits. */
  readonly salt: number;
}

/** A frame that was read, and where the next one begins. */
export interface Frame {
  readonly text: string;
  readonly bodies: Uint8Array;
  readonly end: number;
}

export function frameBytes({ generation, salt }: FrameMark, { text, bodies }: PackedEntries): Buffer {
  const textBytes = Buffer.byteLength(text);
  const bodyBytes = bodies.reduce((sum, { length }) => sum + length, 0);
  const frame = Buffer.allocUnsafe(headBytes + textBytes + bodyBytes);
  frame.writeUInt32LE(generation, 4);
  frame.writeUInt32LE(salt, saltAt);
  frame.writeUInt32LE(textBytes, 12);
  frame.writeUInt32LE(bodyBytes, 16);
  frame.write(text, headBytes, "utf8");
  let end = headBytes + textBytes;
  for (const body of bodies) {
    frame.set(body, end);
    end += body.length;
  }
  frame.writeUInt32LE(crc32(frame.subarray(4)), 0);
  return frame;
}

/** Of the frame that begins with this head, in bytes; null: none of this generation does. */
export function lengthOf(head: Buffer, generation: number, start = 0): number | null {
  if (head.readUInt32LE(start + 4) !== generation) return null;
  return headBytes + head.readUInt32LE(start + 12) + head.readUInt32LE(start + 16);
}

/** Reads the frame that begins there; null: none does, or not all of it is in the bytes. */
export function frameAt(bytes: Buffer, start: number, { generation, salt }: FrameMark): Frame | null {
  const length = start + headBytes > bytes.length ? null : lengthOf(bytes, generation, start);
  if (length === null || bytes.readUInt32LE(start + saltAt) !== salt) return null;
  const textEnd = start + headBytes + bytes.readUInt32LE(start + 12);
  const end = start + length;
  if (end > bytes.length || bytes.readUInt32LE(start) !== crc32(bytes.subarray(start + 4, end))) return null;
  return {
    text: bytes.toString("utf8", start + headBytes, textEnd),
    bodies: bytes.subarray(textEnd, end),
    end,
  };
}
