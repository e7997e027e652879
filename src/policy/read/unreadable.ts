import type { Fault } from "./parse-finding.ts";

/** Thrown within this room where a text breaks off; its readers turn it into the one finding. */
export class Unreadable extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** @throws {Unreadable} */
export function breakOff(start: number, end: number, message: string, hint: string | null = null): never {
  throw new Unreadable({ start, end, message, hint });
}
