/** A program that holds a tunnel open and prints its URL: `tunnel-entry.ts TARGET-AS-JSON SSH-ARGUMENT...` */
import process from "node:process";
import { makeSshTunnel } from "../../../src/receiver/tunnel/ssh/provider.ts";

const [target = "", ...sshArguments] = process.argv.slice(2);
const state = await makeSshTunnel(JSON.parse(target), { sshArguments }).open("http://127.0.0.1:9");
process.stdout.write(`${state.kind === "open" ? state.url : JSON.stringify(state)}\n`);
