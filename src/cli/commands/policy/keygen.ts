import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { makeKey } from "../../../policy-files/keys.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";

/** Options of `policy keygen`, as typed. */
interface KeygenOptions {
  readonly node: string;
  readonly keys?: string;
  readonly force?: true;
}

/** Runs `policy keygen --node NAME`. @throws {KeyExistsError | KeyUnusableError | UsageError} */
export async function makeNodeKey({ print }: Invocation, options: KeygenOptions): Promise<void> {
  const keys = options.keys ?? defaultKeysDir(process.env);
  const made = makeKey(keys, options.node, { replace: options.force === true });
  await print({
    table: () => [
      v`Created a key for ${made.node}, fingerprint ${made.fingerprint}`,
      v`  private  ${made.privateFile}`,
      v`  public   ${made.publicFile}`,
    ],
    json: () => made,
    quiet: () => [made.fingerprint],
  });
}
