/**
 * Why a webhook secret cannot be sent, as what is said of it (`is sent as a header: …`), or null for one that can: the Hub sends it verbatim as the header `X-Webhook-Secret`, whose value
 * is printable ASCII and loses white space around it (https://www.rfc-editor.org/rfc/rfc9110#section-5.5). An empty one is no secret and passes.
 */
export function secretProblem(secret: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(secret)) {
    return "is sent as a header: letters, digits and signs of ASCII only";
  }
  return secret === secret.trim() ? null : "is sent as a header, which cuts off spaces around it";
}
