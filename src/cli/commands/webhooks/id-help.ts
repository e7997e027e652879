export const idHelp = "ID of the webhook, enough of it (6390b or 6390…de93b), or its name";
export const dispatchHelp = "ID of the dispatch, as listed by webhooks activity";
