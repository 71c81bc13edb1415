/** The page: a head that stays, and the view of the route. */
import type { ComponentChildren } from "preact";
import { lazyView } from "../parts/lazy.tsx";
import { Home } from "../home/home.tsx";
import { KeyDialog } from "./key.tsx";
import { Head } from "./head.tsx";
import { route } from "./router.ts";
import { say } from "../words/words.ts";

const SetupView = lazyView(async () => (await import("../setup/setup.tsx")).SetupView);
const PlayView = lazyView(async () => (await import("../play/play.tsx")).PlayView);
const RulesView = lazyView(async () => (await import("../rules/rules.tsx")).RulesView);
const PositionView = lazyView(async () => (await import("../position/position.tsx")).PositionView);
const ReviewView = lazyView(async () => (await import("../review/review.tsx")).ReviewView);
const CompanionView = lazyView(async () => (await import("../companion/companion.tsx")).CompanionView);
const DiceView = lazyView(async () => (await import("../dice/dice.tsx")).DiceView);

/** Everything. */
export function Page() {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {say("skip")}
      </a>
      <Head />
      <main id="main" tabIndex={-1}>
        {view(route.value)}
      </main>
      <KeyDialog />
    </>
  );
}

function view([name, of = "", more = ""]: readonly string[]): ComponentChildren {
  switch (name) {
    case undefined:
      return <Home />;
    case "new":
      return <SetupView game={of} />;
    case "play":
      return <PlayView id={of} />;
    case "review":
      return <ReviewView id={of} />;
    case "position":
      return <PositionView data={of} seat={more} />;
    case "companion":
      return <CompanionView id={of} />;
    case "rules":
      return <RulesView game={of} />;
    case "dice":
      return <DiceView />;
    default:
      return <p>{say("no.view")}</p>;
  }
}

/** The address holds the view, so it must not change to the anchor. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
