/** Begins the page. */
import { render } from "preact";
import { Page } from "./app/page.tsx";
import { followAddress } from "./app/router.ts";
import { applySettings } from "./app/settings.ts";
import "./style/page.css";
import "./style/views.css";

applySettings();
followAddress();
render(<Page />, document.getElementById("page")!);
