import { join } from "node:path";

/** Setting chosen in the app, and its source. */
interface ChosenInApp {
  readonly value: string;
  readonly source: "app";
  readonly from: string;
}

/** Returns the columns chosen in the app; they override the settings of the same names. */
export async function columnsInApp(dataDir: string): Promise<ReadonlyMap<string, ChosenInApp>> {
  const { fileName, readRemembered } = await import("../../../screens/ui-state-file.ts");
  const path = join(dataDir, fileName);
  return new Map(
    Object.entries(readRemembered(path)?.columns ?? {}).map(([list, names]) => [
      `interface.columns.${list}`,
      { value: names.join(", "), source: "app", from: path },
    ]),
  );
}
