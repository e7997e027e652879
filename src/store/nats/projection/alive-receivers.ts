import { Kvm } from "@nats-io/kv";
import type { Connection } from "../connect.ts";
import { namesOf } from "../names.ts";
import { natsError } from "../nats-error.ts";

/**
 * Returns the instance IDs of the receivers of a log that run.
 * @throws {StoreUnreachableError | StoreMissingError | StoreDeniedError}
 */
export async function aliveReceivers({ nats, address }: Connection): Promise<readonly string[]> {
  try {
    const bucket = await new Kvm(nats).open(namesOf(address.name).receivers);
    const ids: string[] = [];
    for await (const id of await bucket.keys()) ids.push(id);
    return ids;
  } catch (error) {
    throw natsError(error, address);
  }
}
