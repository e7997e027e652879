import type { Duplex } from "node:stream";

/** Stream of a muxado session. */
export interface MuxadoStream {
  onData: (data: Buffer) => void;
  onEnd: () => void;
  write(data: Uint8Array): void;
  /** Ends the sending side. */
  end(): void;
}

export interface MuxadoSession {
  /** Opens a stream from this side. */
  open(): MuxadoStream;
}

const frames = { reset: 0, data: 1, window: 2 } as const;
const fin = 1;
const syn = 2;

/**
 * The server's side of a muxado session, ngrok's multiplexing of streams over one connection, as its client library speaks it
 * (https://github.com/ngrok/ngrok-rust, muxado/PROTOCOL.md): a header of 24 bits of length, 4 of type, 4 of flags, 32 of stream id.
 */
export function muxado(socket: Duplex, onStream: (stream: MuxadoStream) => void): MuxadoSession {
  const streams = new Map<number, MuxadoStream>();
  let nextId = 2;
  let unread: Buffer = Buffer.alloc(0);

  function send(type: number, flags: number, id: number, body: Uint8Array): void {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(((body.length << 8) | (type << 4) | flags) >>> 0, 0);
    header.writeUInt32BE(id, 4);
    if (!socket.destroyed) socket.write(Buffer.concat([header, body]));
  }

  function makeStream(id: number, firstFlags: number): MuxadoStream {
    let flags = firstFlags;
    const stream: MuxadoStream = {
      onData: () => {},
      onEnd: () => {},
      write(data) {
        send(frames.data, flags, id, data);
        flags = 0;
      },
      end() {
        send(frames.data, flags | fin, id, new Uint8Array());
      },
    };
    streams.set(id, stream);
    return stream;
  }

  function take(type: number, flags: number, id: number, body: Buffer): void {
    if (type === frames.reset) streams.get(id)?.onEnd();
    if (type !== frames.data) return;
    if ((flags & syn) !== 0) onStream(makeStream(id, 0));
    const stream = streams.get(id);
    if (body.length > 0) {
      stream?.onData(body);
      const more = Buffer.alloc(4);
      more.writeUInt32BE(body.length);
      send(frames.window, 0, id, more);
    }
    if ((flags & fin) !== 0) stream?.onEnd();
  }

  socket.on("data", (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= 8) {
      const first = unread.readUInt32BE(0);
      const length = first >>> 8;
      if (unread.length < 8 + length) return;
      const id = unread.readUInt32BE(4);
      const body = unread.subarray(8, 8 + length);
      unread = unread.subarray(8 + length);
      take((first >>> 4) & 0xf, first & 0xf, id, body);
    }
  });

  return {
    open() {
      const id = nextId;
      nextId += 2;
      return makeStream(id, syn);
    },
  };
}
