/** Terminal input for the rest of the program: what arrives, how a key is spelled, and the decoder. */
export type { InputEvent, KeyEvent, MouseEvent } from "./input-event.ts";
export { createKeyDecoder, type Pending } from "./key-decoder.ts";
export { isKeyId, keyId } from "./key-names.ts";
