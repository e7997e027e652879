import { closeSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";

/** Of the file and of each frame (https://www.sqlite.org/walformat.html). */
const headerBytes = 32;
const frameHeaderBytes = 24;

/** A WAL is a few dozen MiB; one that somebody read from for hours is not checked. */
const largestBytes = 1024 ** 3;

/** Checksums are of little-endian words. */
const magic = 0x377f0682;
const formatVersion = 3007000;

type Sums = readonly [number, number];

/**
 * SQLite reads a WAL up to the first frame that is damaged and takes the rest for a write that was never finished. When whole frames of the
 * same WAL come behind it, up to the end of a transaction, that is not so: commits behind the damage are hidden.
 * @returns null: nothing is hidden; otherwise the WAL again without the damaged frames, which SQLite reads to its end
 */
export function mendWal(file: string): Uint8Array | null {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (endianness() !== "LE" || size <= headerBytes + frameHeaderBytes || size > largestBytes) return null;
  const bytes = readAll(file, size);
  const pageBytes = pageSizeOf(bytes);
  const words = (offset: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer, offset, length / Uint32Array.BYTES_PER_ELEMENT);
  const frameBytes = frameHeaderBytes + pageBytes;
  const count = Math.floor((bytes.length - headerBytes) / frameBytes);
  const startOf = (frame: number): number => headerBytes + frame * frameBytes;
  const isHeaderWhole = same(sumsIn(bytes, 24), addUp([0, 0], words(0, 24)));
  // Those of frames from before the WAL was begun anew are others.
  const salts = sumsIn(bytes, isHeaderWhole ? 16 : startOf(0) + 8);

  const whole: number[] = [];
  let lastCommit = -1;
  for (let frame = 0; frame < count; frame += 1) {
    const start = startOf(frame);
    if (!same(sumsIn(bytes, start + 8), salts)) continue;
    const before = frame === 0 ? sumsIn(bytes, 24) : sumsIn(bytes, startOf(frame - 1) + 16);
    if (!same(sumsIn(bytes, start + 16), sumsOf(before, start))) continue;
    whole.push(frame);
    if (wordIn(bytes, start + 4) !== 0) lastCommit = frame;
  }
  const kept = whole.filter((frame) => frame <= lastCommit);
  if (isHeaderWhole && kept.length === lastCommit + 1) return null;
  return kept.length === 0 ? null : written(kept);

  function sumsOf(before: Sums, start: number): Sums {
    return addUp(addUp(before, words(start, 8)), words(start + frameHeaderBytes, pageBytes));
  }

  function written(frames: readonly number[]): Uint8Array {
    const mended = new Uint8Array(headerBytes + frames.length * frameBytes);
    const view = new DataView(mended.buffer);
    [magic, formatVersion, pageBytes, 0].forEach((value, index) => {
      view.setUint32(index * 4, value);
    });
    put(view, 16, salts);
    let sums = addUp([0, 0], new Uint32Array(mended.buffer, 0, 6));
    put(view, 24, sums);
    frames.forEach((frame, index) => {
      const start = startOf(frame);
      const to = startOf(index);
      mended.set(bytes.subarray(start, start + frameBytes), to);
      sums = sumsOf(sums, start);
      put(view, to + 16, sums);
    });
    return mended;
  }
}

/** At a multiple of eight in memory, as words need it, which a Buffer need not be. */
function readAll(file: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  const handle = openSync(file, "r");
  try {
    for (let read = 0; read < size;) {
      const more = readSync(handle, bytes, read, size - read, read);
      if (more === 0) break;
      read += more;
    }
  } finally {
    closeSync(handle);
  }
  return bytes;
}

/** In the header, where that is whole; else the one we make files with. */
function pageSizeOf(bytes: Uint8Array): number {
  const size = wordIn(bytes, 8);
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0 ? size : 8192;
}

function addUp([first, second]: Sums, words: Uint32Array): Sums {
  let [s0, s1] = [first, second];
  for (let index = 0; index + 1 < words.length; index += 2) {
    s0 = (s0 + (words[index] ?? 0) + s1) >>> 0;
    s1 = (s1 + (words[index + 1] ?? 0) + s0) >>> 0;
  }
  return [s0, s1];
}

/** Numbers in headers are big-endian, whatever the words of the checksums are. */
function wordIn(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer).getUint32(offset);
}

function sumsIn(bytes: Uint8Array, offset: number): Sums {
  return [wordIn(bytes, offset), wordIn(bytes, offset + 4)];
}

function put(view: DataView, offset: number, [first, second]: Sums): void {
  view.setUint32(offset, first);
  view.setUint32(offset + 4, second);
}

function same([a, b]: Sums, [c, d]: Sums): boolean {
  return a === c && b === d;
}
