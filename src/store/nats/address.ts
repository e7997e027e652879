import { UsageError } from "../../model/errors.ts";

/** Location of a log on NATS servers: the parts of a `--store` value. */
export interface NatsAddress {
  readonly isTls: boolean;
  /** Servers of one cluster as `HOST:PORT`. */
  readonly servers: readonly string[];
  /** Name of the log: the prefix of its streams and subjects. */
  readonly name: string;
  readonly user: string | null;
  /** Password of the user. */
  readonly password: string | null;
  /** Path of the file with the credentials of the account. */
  readonly credsFile: string | null;
  /** Path of the certificates of authorities that are trusted besides those of Node. */
  readonly caFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
  /** Prefix of the response subjects of this process; null for the client's default. */
  readonly inbox: string | null;
  /** The address without credentials and paths: `nats://one:4222,two:4222/team`. */
  readonly shown: string;
}

/** Name of the log if the address has none. */
export const defaultLogName = "hooklens";

const defaultPort = "4222";

const form =
  "nats://[USER:PASSWORD@]HOST[:PORT][,HOST2[:PORT2]...][/NAME][?creds=FILE&ca=FILE&cert=FILE&key=FILE&inbox=PREFIX]";

const pattern = /^(nats|tls):\/\/(?:([^@/?]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/** Parameters of an address: files for credentials and TLS, and the prefix of responses. */
const parameters = new Set(["creds", "ca", "cert", "key", "inbox"]);

/**
 * Parses a `--store` value with the scheme `nats` or `tls`.
 * @throws {UsageError} the address is invalid; the message does not quote it, because it may contain a password
 */
export function parseNatsAddress(store: string): NatsAddress {
  const [, scheme = "", credentials, hosts = "", path = "", query] = pattern.exec(store) ?? [];
  if (scheme === "") throw invalid("it does not have the form of one");
  const servers = hosts.split(",").map(serverOf);
  const name = path === "" ? defaultLogName : path;
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw invalid("the name of the log has other characters than letters, digits, - and _, or more than 64");
  }
  const params = new URLSearchParams(query);
  for (const key of params.keys()) {
    if (!parameters.has(key)) throw invalid(`there is no parameter "${key}"`);
  }
  const file = (key: string): string | null => params.get(key) || null;
  const inbox = params.get("inbox") || null;
  if (inbox !== null && !/^[\w-]+(?:\.[\w-]+)*$/.test(inbox))
    throw invalid("inbox is not a prefix of subjects");
  const [user = null, password = null] = credentials === undefined ? [] : credentials.split(":").map(decoded);
  if ((user === null) !== (password === null)) throw invalid("it has a user without a password");
  const certFile = file("cert");
  const keyFile = file("key");
  if ((certFile === null) !== (keyFile === null)) throw invalid("cert and key need each other");
  return {
    isTls: scheme === "tls" || ["ca", "cert"].some((key) => file(key) !== null),
    servers,
    name,
    user,
    password,
    credsFile: file("creds"),
    caFile: file("ca"),
    certFile,
    keyFile,
    inbox,
    shown: `${scheme}://${servers.join(",")}${name === defaultLogName ? "" : `/${name}`}`,
  };
}

/** Returns `HOST:PORT` of a host that may lack its port. */
function serverOf(host: string): string {
  const url = URL.parse(`nats://${host}`);
  if (url === null || url.hostname === "") throw invalid("a host or port is invalid");
  return `${url.hostname}:${url.port || defaultPort}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("user and password must be percent-encoded");
  }
}

function invalid(why: string): UsageError {
  return new UsageError({ what: "the address of the store is invalid", why, hint: `Use ${form}` });
}
