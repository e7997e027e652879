import process from "node:process";
import { defaultKeysDir } from "../../engine/directories.ts";
import { makeKey } from "../../policy-files/keys/make-key.ts";
import { v } from "../../text/visible.ts";
import type { Invocation } from "../program/launch.ts";

/** The options of `policy keygen`, as typed. */
export interface KeygenOptions {
  readonly node: string;
  readonly keys?: string;
  readonly force?: true;
}

/** `policy keygen --node NAME` @throws {KeyExistsError | KeyUnusableError | UsageError} */
export async function makeNodeKey({ output }: Invocation, options: KeygenOptions): Promise<void> {
  const folder = options.keys ?? defaultKeysDir(process.env);
  const made = makeKey(folder, options.node, { replace: options.force === true });
  await output.answer({
    lines: () => [
      v`${made.node} can sign now; the fingerprint of its key is ${made.fingerprint}`,
      v`  private  ${made.privateFile}`,
      v`  public   ${made.publicFile}`,
    ],
    json: () => made,
    ids: () => [made.fingerprint],
  });
}
