import { AsyncLocalStorage } from "node:async_hooks";

/** More is not kept of what one call prints, in lines and in UTF-16 units. */
const mostLines = 200;
const mostText = 20_000;

/** Prints of a call that runs. */
export class CallConsole {
  #text = "";
  #isCut = false;

  write(text: string): void {
    const room = mostText - this.#text.length;
    this.#isCut ||= text.length > room;
    this.#text += text.length > room ? text.slice(0, room) : text;
  }

  /** As they were printed: they are foreign text. */
  lines(): readonly string[] {
    if (this.#text === "") return [];
    const lines = this.#text
      .toWellFormed()
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    return this.#isCut || lines.length > mostLines
      ? [...lines.slice(0, mostLines - 1), "… the rest is not kept"]
      : lines;
  }
}

const running = new AsyncLocalStorage<CallConsole>();

/** Runs a call; what it prints meanwhile, on a stream of `keepPrints`, is in `printed` too. */
export function withConsole<Result>(printed: CallConsole, call: () => Result): Result {
  return running.run(printed, call);
}

/** Has what is printed on a stream, by `console.log` too, go also to the call that prints it, however many run at once. */
export function keepPrints(stream: NodeJS.WriteStream): void {
  stream.write = new Proxy(stream.write, {
    apply(write, self, args: unknown[]) {
      const [chunk] = args;
      if (typeof chunk === "string") running.getStore()?.write(chunk);
      else if (chunk instanceof Uint8Array) running.getStore()?.write(Buffer.from(chunk).toString("utf8"));
      return Reflect.apply(write, self, args);
    },
  });
}
