import { filterStates } from "../../../model/filter.ts";

/** Text after the options of commands with a filter. */
export const filterHelp = `
All terms of a filter must match; words are searched in the payload:
  status:>=400 route:train repo:dataset:me/* scope:repo.content is:failed since:2h -word "a phrase"
  is: takes ${filterStates.join(", ")}; | between values means or

Examples:
  hooklens deliveries ls --where 'is:failed|duplicate' --since 1d
  hooklens deliveries tail --format json | jq .repo.name
  hooklens deliveries tail --forward :3000/hook --where 'repo:me/*'
  hooklens deliveries export --where is:failed -o failed.ndjson
  hooklens deliveries show 41 --raw | jq .repo
  hooklens deliveries replay 41 42 --to http://127.0.0.1:3000/hook
  hooklens deliveries replay 41 --edit
  hooklens deliveries replay --where 'is:dead since:2d' --rate 10/s
  hooklens deliveries prune --older-than 7d --dry-run`;
