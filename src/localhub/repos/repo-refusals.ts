import { HTTPException } from "hono/http-exception";
import { refusal } from "../refusal.ts";

/** What the Hub's clients tell one 404 from another by (`hf_raise_for_status` of huggingface_hub). */
type ErrorCode = "RepoNotFound" | "RevisionNotFound" | "EntryNotFound";

export function repoNotFound(): HTTPException {
  return coded("RepoNotFound", "Repository not found");
}

export function revisionNotFound(
  revision: string,
  message: string = `Invalid rev id: ${revision}`,
): HTTPException {
  return coded("RevisionNotFound", message);
}

/** The default is what the Python client looks for when a deletion fails. */
export function entryNotFound(message = "A file with this name doesn't exist"): HTTPException {
  return coded("EntryNotFound", message);
}

/** A 409: clients take it as "exists already" where they are told to. @param url of what exists */
export function alreadyThere(message: string, url?: string): HTTPException {
  const res = refusal(409, message, {}, url === undefined ? {} : { url });
  return new HTTPException(409, { message, res });
}

/** A value of the request that cannot be right. */
export function badRequest(message: string): HTTPException {
  return new HTTPException(400, { message });
}

function coded(code: ErrorCode, message: string): HTTPException {
  return new HTTPException(404, { message, res: refusal(404, message, { "x-error-code": code }) });
}
