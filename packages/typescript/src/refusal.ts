/** What a refusal says to programs. */
import { durationMs } from "@bufbuild/protobuf/wkt";
import { ConnectError, type Code } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./made/google/rpc/error_details_pb.js";

/** A refusal, with its details as plain values. */
export interface Refusal {
  /** The status. */
  code: Code;
  /** Why, in a sentence. */
  says: string;
  /** Why, for programs: such as BAD_STATE. Empty if the server did not say. */
  reason: string;
  /** The path of the wrong field in the request. Empty if no field is to blame. */
  field: string;
  /** Milliseconds until it makes sense to ask again. Unset if the server did not say. */
  retryMs?: number;
}

/** The refusal behind whatever a call threw. */
export function refusalOf(thrown: unknown): Refusal {
  const error = ConnectError.from(thrown);
  const [info] = error.findDetails(ErrorInfoSchema);
  const [bad] = error.findDetails(BadRequestSchema);
  const retryMs = retryMsOf(error);
  return {
    code: error.code,
    says: error.rawMessage,
    reason: info?.reason ?? "",
    field: bad?.fieldViolations[0]?.field ?? "",
    ...(retryMs === undefined ? {} : { retryMs }),
  };
}

/** How long the server asks to wait, in milliseconds. */
export function retryMsOf(error: ConnectError): number | undefined {
  const [info] = error.findDetails(RetryInfoSchema);
  return info?.retryDelay && durationMs(info.retryDelay);
}
