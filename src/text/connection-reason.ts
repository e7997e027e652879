/** Reasons by the `code` of Node's and undici's errors. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was lost",
  EPIPE: "the connection was lost",
  UND_ERR_SOCKET: "the connection was lost",
  ENOTFOUND: "there is no host with this name",
  EAI_AGAIN: "the host's name cannot be resolved",
  EHOSTUNREACH: "no route to this host",
  ENETUNREACH: "no network",
  ETIMEDOUT: "the host does not respond",
  UND_ERR_CONNECT_TIMEOUT: "the host does not respond",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed and not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is from an untrusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is from an untrusted authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is from an untrusted authority",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS",
};

/** Returns the reason of a failed connection in plain words; null if the error has no known `code`. */
export function connectionReason(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return reasons[String(error.code)] ?? null;
}

/** Returns plain words for a known error `code` of a hub; other texts unchanged. */
export function reasonOfCode(error: string): string {
  return reasons[error] ?? error;
}
