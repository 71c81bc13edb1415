/** The client of Hunch for browsers and Node, over the Connect protocol. The messages are in `hunch-client/v1/…`. */
export { create, fromBinary, fromJson, fromJsonString, toBinary, toJson, toJsonString } from "@bufbuild/protobuf";
export { Code, ConnectError } from "@connectrpc/connect";
export { createHunch, TIMEOUT_MS, type Hunch, type HunchOptions } from "./hunch.js";
export { RETRIES, type Retries } from "./retries.js";
export { refusalOf, type Refusal } from "./refusal.js";
export {
  Binding,
  rollValues,
  verifyTranscript,
  type Check,
  type Expected,
  type Roll,
  type Seeds,
  type Throw,
  type Transcript,
  type Verified,
} from "./dice.js";
