import { markAllDuplicates } from "../../src/store/sqlite/deliveries/search/indexer.ts";
import { storeContract } from "./store.ts";

storeContract({ store: "sqlite", markDuplicates: markAllDuplicates });
