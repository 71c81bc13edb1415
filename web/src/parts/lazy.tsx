/** Views that are fetched when they are first shown. */
import type { FunctionComponent } from "preact";
import { Loaded } from "./loaded.tsx";

/** A view that fetches itself. */
export function lazyView<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  return (props) => (
    <Loaded load={load} of="">
      {(View) => <View {...props} />}
    </Loaded>
  );
}
