/** Goofspiel's labels in the language of the page. */
import { wordsOf } from "../../words/words.ts";
import en from "./en.json";
import fr from "./fr.json";

export const say = wordsOf({ en, fr });
