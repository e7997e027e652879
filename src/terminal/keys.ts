/** Terminal input for the rest of the program: what arrives, how a key is spelled, and the decoder. */
export type { InputEvent, KeyEvent, MouseEvent, PasteEvent, ReplyEvent } from "./input-event.ts";
export { createKeyDecoder, type KeyDecoder, type Pending } from "./key-decoder.ts";
export { isKeyId, keyId, namedKeys } from "./key-names.ts";
