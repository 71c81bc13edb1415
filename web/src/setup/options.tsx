/** The options of a game, each with a sentence: how it is asked for, whoever begins a game. */
import type { GameInfo, OptionInfo } from "hunch-client/v1/rules";
import type { Chosen } from "../server/games.ts";
import { say } from "../words/words.ts";
import { optionName, optionSays, valueName } from "./words.ts";

interface OptionsProps {
  info: GameInfo;
  chosen: Chosen;
  choose: (name: string, value: string) => void;
}

/** One field for each option. All except the first are for people who know the game, so they open on demand. */
export function Options({ info, chosen, choose }: OptionsProps) {
  const [first, ...more] = info.options.map((option) => (
    <Option key={option.name} game={info.name} option={option} value={chosen[option.name]} choose={choose} />
  ));
  return (
    <>
      {first}
      {more.length > 0 && (
        <details>
          <summary>{say("setup.more")}</summary>
          <div class="options">{more}</div>
        </details>
      )}
    </>
  );
}

interface OptionProps extends Pick<OptionsProps, "choose"> {
  game: string;
  option: OptionInfo;
  value: string | undefined;
}

function Option({ game, option, value, choose }: OptionProps) {
  const id = `option-${option.name}`;
  const says = optionSays(game, option);
  return (
    <p class="option">
      <label for={id}>{optionName(game, option)}</label>
      <select
        id={id}
        value={value ?? option.values[0]}
        aria-describedby={`${id}-says`}
        onChange={(event) => choose(option.name, event.currentTarget.value)}
      >
        {option.values.map((one) => (
          <option key={one} value={one}>
            {valueName(game, option.name, one)}
          </option>
        ))}
      </select>
      <span id={`${id}-says`} class="faint" {...(says.own ? {} : { lang: "en" })}>
        {says.text}
      </span>
    </p>
  );
}
