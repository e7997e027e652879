import { generateKeyPairSync, sign } from "node:crypto";

export interface SelfSigned {
  /** PEM */
  readonly cert: string;
  /** PEM */
  readonly key: string;
}

/** A certificate for a name, good for a day, signed by its own key: X.509 version 3 as RFC 5280 has it, and no more than TLS asks for. */
export function selfSigned(name: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const subject = sequence(set(sequence(oid("550403"), tagged(0x0c, Buffer.from(name)))));
  const alternativeName = sequence(tagged(0x82, Buffer.from(name)));
  const extensions = sequence(sequence(oid("551d11"), tagged(0x04, alternativeName)));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    subject,
    sequence(utcTime(Date.now() - 3_600_000), utcTime(Date.now() + 86_400_000)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Encodes a DER value: tag, length, content. */
function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, Buffer.concat(parts));
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, "hex"));

/** `YYMMDDHHMMSSZ` */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
