/** Preloaded with `--import`: the clock of this process is 40 days ahead, as after a start without a battery or in the wrong virtual machine. */
const aheadMs = 40 * 86_400_000;
const trueNow = Date.now.bind(Date);

globalThis.Date = class extends Date {
  constructor(...args: readonly unknown[]) {
    // Called with nothing it means now; with anything else it means what it says.
    super(...((args.length === 0 ? [trueNow() + aheadMs] : args) as [number]));
  }
  static override now(): number {
    return trueNow() + aheadMs;
  }
} as DateConstructor;
