/** The words of this board. */
import { wordsOf } from "../../words/words.ts";
import en from "./en.json";
import fr from "./fr.json";

/** A word of this board in the language of the page. */
export const say = wordsOf({ en, fr });
