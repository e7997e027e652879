import { command } from "../../command-line/command-record.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { readTries } from "./log.ts";

export const show = command("deliveries show <seq>", {
  arguments: { "<seq>": "number of the delivery" },
  options: { "--raw": "print only the bytes of the body" },
  async run({ settings, output, print }, { seq, raw }) {
    const { detailJson, detailLines, writeRawBody } = await import("./delivery-detail.ts");
    const { delivery, tries } = await readTries({ settings, output }, readSeq(seq));
    if (raw) return writeRawBody(delivery, output);
    await print({
      table: () => detailLines(delivery, tries, output.columns),
      json: () => detailJson(delivery),
      quiet: () => [delivery.seq],
    });
  },
});
