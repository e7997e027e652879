import { describeStore, openStore } from "../../../engine/stores.ts";
import { exitCodes } from "../../../model/errors.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readCount, readSize } from "../../command-line/number-argument.ts";
import { part } from "../../output/detail.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { signalExitCodes } from "../../signals.ts";

/** A signal ends it early; its writes are removed then, too. */
export const bench = command("store bench", {
  description:
    "Measure how many deliveries a second this store takes, and how long each one waits. Writes to a log of its own, which is removed afterwards",
  options: {
    "--seconds <n>": "duration (default 5)",
    "--in-flight <n>": "deliveries that wait at the same time (default 64)",
    "--bytes <size>": "size of a body (default 2kB)",
  },
  async run({ settings, output, print, nextStopSignal }, { seconds = "5", inFlight = "64", bytes = "2kB" }) {
    const location = storeLocation(settings);
    const plan = {
      forMs: readCount(seconds, "--seconds") * 1000,
      inFlight: readCount(inFlight, "--in-flight"),
      bodyBytes: readSize(bytes, "--bytes"),
    };
    const stop = new AbortController();
    let exitCode: number = exitCodes.done;
    void nextStopSignal().then((signal) => {
      exitCode = signalExitCodes[signal];
      stop.abort();
    });
    const { benchLog } = await import("../../../engine/bench-log.ts");
    const admin = await (await openStore(location)).openAdmin();
    try {
      const scratch = await admin.openScratch();
      try {
        const result = await benchLog(scratch.log, plan, stop.signal, (done) =>
          output.progress(v`stored ${count(done)}`),
        );
        output.progress(null);
        const { deliveries, failures, perSecond, p50Ms, p99Ms, maxMs } = result;
        await print({
          table: () => [
            part("store", describeStore(location.store).shown, "strong"),
            part(
              "rate",
              `${count(perSecond)} deliveries/s of ${bytes}, ${count(plan.inFlight)} at the same time`,
            ),
            part("latency", `${p50Ms} ms median, ${p99Ms} ms at 99 %, at most ${maxMs} ms`),
            part("stored", `${count(deliveries)}, not stored ${count(failures)}`),
          ],
          json: () => ({ store: describeStore(location.store).shown, ...plan, ...result }),
          quiet: () => [perSecond],
        });
      } finally {
        await scratch.close();
      }
    } finally {
      await admin.close();
    }
    return exitCode;
  },
});
