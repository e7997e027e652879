/** Terminal input for other rooms: events, key names and the decoder. */
export type { InputEvent, KeyEvent, MouseEvent } from "./input-event.ts";
export { createKeyDecoder, type Pending } from "./key-decoder.ts";
export { isKeyId, keyId } from "./key-names.ts";
