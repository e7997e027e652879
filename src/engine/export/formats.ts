import type { DeliveryDetail } from "../../model/delivery.ts";
import { version } from "../version.ts";

type Deliveries = AsyncIterable<DeliveryDetail>;

/** Format of an export. */
type ExportFormat = {
  /** Name in the form of the app. */
  readonly label: string;
  /** Description for the help of the command. */
  readonly about: string;
  /** End of the proposed path, after `deliveries`. */
  readonly extension: string;
} & (
  | {
      readonly output: "file";
      /** Yields the text of the file. */
      readonly write: (deliveries: Deliveries) => AsyncIterable<string>;
    }
  | {
      readonly output: "directory";
      /** Writes the files of one delivery. */
      readonly write: (directory: string, delivery: DeliveryDetail) => Promise<void>;
    }
);

/** A writer loads on use, since the help of each command needs only the names. */
const formats = {
  ndjson: {
    label: "NDJSON",
    about: "as lines of JSON that import reads",
    extension: ".ndjson",
    output: "file",
    write: ndjson,
  },
  har: { label: "HAR", about: "as HAR 1.2", extension: ".har", output: "file", write: har },
  curl: {
    label: "curl scripts",
    about: "as a directory of curl scripts",
    extension: "-curl",
    output: "directory",
    write: async (directory, delivery) =>
      (await import("./curl-script.ts")).writeCurlScript(directory, delivery),
  },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type ExportKind = keyof typeof formats;

/** Formats of an export, in the offered order. */
export const exportFormats: Readonly<Record<ExportKind, ExportFormat>> = formats;
export const exportKinds = Object.keys(formats) as readonly ExportKind[];

async function* ndjson(deliveries: Deliveries): AsyncGenerator<string> {
  const { deliveryLine } = await import("../../exports/delivery-line.ts");
  for await (const delivery of deliveries) yield `${deliveryLine(delivery)}\n`;
}

async function* har(deliveries: Deliveries): AsyncGenerator<string> {
  const { harEnd, harEntry, harStart } = await import("../../exports/har.ts");
  const { machineJson } = await import("../../text/machine-json.ts");
  yield harStart(version);
  let separator = "\n";
  for await (const delivery of deliveries) {
    yield separator + machineJson(harEntry(delivery));
    separator = ",\n";
  }
  yield `\n${harEnd}\n`;
}
