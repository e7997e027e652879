import type { ReadDelivery } from "../../../engine/client.ts";
import { curlCommand } from "../../../exports/curl.ts";
import { deliveryLine } from "../../../exports/delivery-line.ts";
import { httpieCommand } from "../../../exports/httpie.ts";
import { type CommandOptions, hadSecret, requestUrl } from "../../../exports/sent-request.ts";
import { triggerCommand } from "../../../exports/trigger-command.ts";
import { exactText } from "../../../text/exact-text.ts";
import type { CopyItem } from "../../../tui/records/screen.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { sessionSlice } from "../../connection-state.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";

/** Place of the log, for copied commands. */
export interface PlaceState {
  /** Data directory; null for a command's default. */
  readonly dataDir: string | null;
}

const initialPlace: PlaceState = { dataDir: null };

export const placeSlice = createSlice("deliveryPlace", initialPlace, {});
export const { set: setPlace } = placeSlice.actions;

type NamedText = readonly [label: string, text: string | null, note?: string | null];

/** Lists the texts of the selected delivery; body and header texts once its detail is loaded. */
export function deliveryCopyItems(state: AppState): readonly CopyItem[] {
  const row = selectedDelivery(state);
  if (row === null) return [];
  const { detail } = deliveriesSlice.get(state);
  const loaded = detail?.seq === row.seq ? detail : null;
  const items: readonly NamedText[] = [
    ["delivery ID", String(row.seq)],
    ...(loaded === null ? [] : detailTexts(loaded, optionsOf(state))),
    ["webhook ID", row.webhookId],
    ["repo", row.repo === null ? null : row.repo.name],
    ["path", row.path],
    ["reason", row.reason],
    ["note", row.bookmark],
  ];
  return items.flatMap(([label, text, note]) =>
    text === null || text === "" ? [] : [{ label, text, ...(typeof note === "string" && { note }) }],
  );
}

function optionsOf(state: AppState): CommandOptions {
  const { dataDir } = placeSlice.get(state);
  const { url } = sessionSlice.get(state).receiver;
  return { ...(dataDir !== null && { dataDir }), ...(url !== null && { receiverUrl: url }) };
}

function detailTexts(detail: ReadDelivery, options: CommandOptions): readonly NamedText[] {
  const { violations: _, links, ...delivery } = detail;
  const needed = hadSecret(detail) ? "set WEBHOOK_SECRET before running it" : null;
  const payload = exactText(delivery.body);
  return [
    payload === null
      ? ["payload, base64", Buffer.from(delivery.body).toString("base64")]
      : ["payload", payload],
    ["curl", curlCommand(delivery, options), needed],
    ["httpie", httpieCommand(delivery, options), needed],
    ["trigger", triggerCommand(delivery, options)],
    ["JSON line", deliveryLine(delivery)],
    ["headers", delivery.headers.map(([name, value]) => `${name}: ${value}`).join("\n")],
    ["receiver URL", requestUrl(delivery)],
    ...links.map(({ to, url }): NamedText => [`${to} URL`, url]),
  ];
}
