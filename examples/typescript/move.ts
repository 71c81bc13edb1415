// A bot move from Node, over stubs generated from proto/:
//   npm install && npm run build && npm run move -- ../kuhn.json 127.0.0.1:50051
import { readFileSync } from "node:fs";
import path from "node:path";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { ProtoGrpcType } from "./made/opponent";
import type { SuggestMoveRequest } from "./made/hunch/v1/SuggestMoveRequest";

const proto = path.resolve(__dirname, "../../../proto");
const loaded = loadSync("hunch/v1/opponent.proto", {
  includeDirs: [proto],
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
});
const { hunch } = grpc.loadPackageDefinition(loaded) as unknown as ProtoGrpcType;

const [file, address] = process.argv.slice(2);
if (!file || !address) {
  console.error("usage: npm run move -- FILE ADDRESS:PORT");
  process.exit(1);
}
let request: SuggestMoveRequest;
try {
  request = JSON.parse(readFileSync(file, "utf8"));
} catch (error) {
  console.error(`${file}: ${(error as Error).message}`);
  process.exit(1);
}
const client = new hunch.v1.OpponentService(address, grpc.credentials.createInsecure());
client.SuggestMove(request, { deadline: Date.now() + 10_000 }, (error, answer) => {
  if (error) {
    console.error(grpc.status[error.code], error.details);
    process.exitCode = 1;
  } else {
    for (const move of answer?.advice?.play?.moves ?? []) {
      console.log(move.notation, "-", move.sentence);
    }
  }
  client.close();
});
