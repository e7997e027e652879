import { expect, test } from "vitest";
import { describeStore, openStore } from "../../../src/engine/stores.ts";
import { UsageError } from "../../../src/model/errors.ts";

test.each(["", "mysql", "toString"])(
  "the unknown store %j is a usage error with the known ones",
  async (store) => {
    const opening = openStore({ dataDir: "/nowhere", store });
    await expect(opening).rejects.toBeInstanceOf(UsageError);
    await expect(opening).rejects.toThrow(
      `there is no store "${store}". Use sqlite, nats://HOST:PORT, tls://HOST:PORT.`,
    );
  },
);

test("sqlite accepts no address", async () => {
  await expect(openStore({ dataDir: "/nowhere", store: "sqlite:///tmp/x.db" })).rejects.toThrow("--data-dir");
});

test.each(["nats://me:hunter2@one/team", "tls://me:hunter2@one/team"])(
  "%s is shown without its password",
  (store) => {
    const { shown, secrets } = describeStore(store);
    expect(shown).toMatch(/^(?:nats|tls):\/\/one:4222\/team$/);
    expect(secrets).toEqual(["hunter2"]);
  },
);
