import { describeStore } from "../../../engine/stores.ts";
import { exitCodes, UsageError } from "../../../model/errors.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { part } from "../../output/detail.ts";
import { storeLocation } from "../../settings/store-location.ts";

/** Exits with code 1 if the copies are not equal to their deliveries. */
export const migrate = command("store migrate", {
  description:
    "Copy all deliveries from this store to another one, or from there to here, and compare the copies. What is there already is skipped, so that an interrupted migration is resumed by the same command",
  options: {
    "--to <store>": "store to copy to: sqlite, or nats://HOST:PORT",
    "--from <store>": { about: "store to copy from", conflicts: "to" },
  },
  help: `
Examples:
  hooklens store migrate --to nats://10.0.0.1:4222
  hooklens store migrate --from nats://10.0.0.1:4222     back to SQLite`,
  async run({ settings, output, print }, { to, from }) {
    const here = storeLocation(settings);
    const other = to ?? from;
    if (other === undefined) {
      throw new UsageError({ what: "there is no other store", hint: "Give --to STORE or --from STORE" });
    }
    const there = { ...here, store: other };
    const [source, target] = to === undefined ? [there, here] : [here, there];
    const [shownSource, shownTarget] = [source, target].map(({ store }) => describeStore(store).shown);
    if (shownSource === shownTarget) {
      throw new UsageError({ what: `${shownSource} is this store`, hint: "Choose another one" });
    }
    const { migrateStore } = await import("../../../engine/migrate/migrate-store.ts");
    const result = await migrateStore({ source, target, logger: output.logger }, (stage, deliveries) =>
      output.progress(v`${stage} ${count(deliveries)}`),
    );
    output.progress(null);
    const { copied, skipped, completed, waiting } = result;
    const isEqual = result.source.digest === result.target.digest;
    if (waiting > 0) {
      output.note(
        v`${plural(waiting, "delivery waits", "deliveries wait")} in ${shownSource ?? ""} to be forwarded, and not in the copy.`,
      );
    }
    await print({
      table: () => [
        v`copied ${count(copied)}, completed ${count(completed)}, there already ${count(skipped)}`,
        part("source", digestText(shownSource, result.source)),
        part("copy", digestText(shownTarget, result.target)),
        isEqual ? v`The copy is complete.` : v`The copy is not equal: run the command again.`,
      ],
      json: () => ({ ...result, isEqual }),
      quiet: () => [],
    });
    return isEqual ? exitCodes.done : exitCodes.failed;
  },
});

function digestText(
  store: string | undefined,
  { deliveries, digest }: { readonly deliveries: number; readonly digest: string },
): string {
  return `${store}: ${plural(deliveries, "delivery", "deliveries")}, digest ${digest}`;
}
