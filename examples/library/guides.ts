/** Runs the three handlers on a server of its own: `node examples/library/guides.ts`. */
import { webhookEndpoint } from "hooklens";
import discussionBot from "../discussion-bot.ts";
import metadataReview from "../metadata-review.ts";
import retrain from "../retrain.ts";

webhookEndpoint("/retrain", retrain);
webhookEndpoint("/discussion-bot", discussionBot);
webhookEndpoint("/metadata-review", metadataReview);
