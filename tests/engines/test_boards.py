"""Boards say what a person needs who plays from them alone."""

import re
import string
from typing import Any

import pytest

from hunch.engines import CHANCE, BadState, Game, State, Stream, load, words
from hunch.engines.games.comancheria.data.steps import PURPOSES, QUESTION_ARGUMENTS
from hunch.engines.games.comancheria.names import SCENARIOS
from hunch.engines.games.comancheria.text.questions import ARGUMENTS, QUESTIONS
from tests.support.cases import found_cases, position
from tests.support.play import all_variants, label, walk

MANITOU = [game for game in all_variants() if game.name == "manitou"]
TITLES = {"en": "title", "fr": "french"}


def played(game: Game, seed: int) -> Any:
    stream, state = Stream(seed), game.new()
    while not state.over:
        yield state
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    yield state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_that_can_be_bought_or_played_stand_on_the_board_as_they_are_written(scenario: str) -> None:
    game: Any = load("comancheria", scenario=scenario)
    shown = set()
    cards, sets = game.data["development"]["cards"], game.data["culture"]["sets"]
    states = (step.state for seed in range(6) for step in walk(game.new(), Stream(seed)))
    for state in (state for state in states if state.to_move == 0):
        fields, texts = state.fields(), {language: words.board(state, language) for language in TITLES}
        for verb, number in re.findall(
            r"^([a-z]*) ?(\w*)", "\n".join(words.write(game, m) for m in state.legal()), re.M
        ):
            for language, key in TITLES.items():
                buy, play = {"en": ("buy", "play"), "fr": ("acheter", "jouer")}[language]
                if verb == "buy":
                    card = cards[fields["card"].index(4 + int(number))]
                    unit = "AP" if language == "en" else "PA"
                    assert f"{buy} {number} {card.get(key, card['title'])} {card['cost']} {unit}" in texts[language]
                elif verb == "play":
                    card = cards[int(number) - 1]
                    assert f"{play} {number} {card.get(key, card['title'])}" in texts[language]
                elif verb == "set":
                    culture, level = sets[int(number) - 1], fields["level"][int(number) - 1]
                    name = culture["set"] if language == "en" else culture.get("french", culture["set"])
                    price = culture["levels"][level]["cost"]
                    assert f"{number} {name} {level}/3 ({price})" in texts[language]
            shown.add(verb)
    assert {"buy", "play", "set"} <= shown


@pytest.mark.parametrize("language", TITLES)
def test_the_last_line_is_what_is_asked_or_how_it_ended(language: str) -> None:
    asked, ends = {"en": "asked: ", "fr": "demandé\xa0: "}[language], {"won": 0, "lost": 0}
    for scenario in SCENARIOS:
        for state in played(load("comancheria", scenario=scenario), 7):
            text = words.board(state, language)
            assert text.splitlines()[-1].startswith(asked) == (state.to_move == 0)
        end = "won" if state.returns() == (1.0,) else "lost"
        assert text.splitlines()[-1] == words.say_code(state.game, end, {}, language)
        ends[end] += 1
    assert sum(ends.values()) == len(SCENARIOS)


def test_action_points_are_offered_on_the_board_where_they_can_be_taken() -> None:
    """With 9 there is no room for more."""
    game, told = load("comancheria"), set()
    states = (state.fields() for seed in range(8) for state in played(game, seed) if state.to_move == 0)
    for fields in states:
        frame = fields["frame"][fields["depth"] - 1]
        if PURPOSES["ask"][frame["a"]] == "TRACK":
            for points in (0, 9):
                state = game.state(fields | {"ap": points})
                offered = any(words.write(game, move).startswith("collect") for move in state.legal())
                assert ("AP instead" in words.board(state)) == offered
                told.add(offered)
    assert told == {False, True}


def test_each_question_has_words_for_its_own_arguments() -> None:
    for language, questions in QUESTIONS.items():
        assert set(questions) - {"CULTURE_FREE", "TRACK_EMPTY"} == set(PURPOSES["ask"][1:]), language
        for name, text in questions.items():
            holes = {hole for _, hole, _, _ in string.Formatter().parse(text) if hole} - {"active", "mp"}
            given = ARGUMENTS.get(name.removesuffix("_FREE").removesuffix("_EMPTY"), "").split()
            assert holes <= set(given), f"{name} in {language}"
            assert len(given) <= len(QUESTION_ARGUMENTS.get(name, "....")), name


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("onto_the_plains", "Onto the Plains, period 1, the last is 1\nobjective: control Upper Arkansas (UA), a "),
        ("empire", "Empire, period 2, the last is 2\nobjective: control 3 territories, Rancherías in 2 territories"),
        ("storm_from_the_east", "the last is 4\nobjective: control 3 territories, control Llano Estacado (LE) or "),
    ],
)
def test_the_board_names_the_scenario_and_its_objective(scenario: str, said: Any) -> None:
    assert said in words.board(load("comancheria", scenario=scenario).new())


WITH = 16  # a Mahimiana with a Band


def moved(fields: dict[str, Any], name: str, at: Any) -> Any:
    """A position in which one thing lies elsewhere, or one more of it there."""
    now = fields[name]
    if isinstance(now, int):
        return {**fields, name: now + 1}
    inner = [n + (i == 0) for i, n in enumerate(now[at])] if isinstance(now[at], list) else now[at] + 1
    return {**fields, name: [inner if i == at else one for i, one in enumerate(now)]}


@pytest.mark.parametrize("language", TITLES)
@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("headman_at", 0),
        ("box_ap", 0),
        ("box_ap", 2),
        ("out_success", 0),
        ("ops_success", 1),
        ("ops_goods", 2),
        ("paraibo_success", 0),
        ("mahimiana_success", 0),
    ],
)
def test_what_lies_elsewhere_is_seen_on_the_board(name: str, at: Any, language: str) -> None:
    game = load("comancheria")
    fields = {**game.new().fields(), "headman_at": [WITH, 0, 0, 0, 0]}
    before, after = game.state(fields), game.state(moved(fields, name, at))
    assert words.board(before, language) != words.board(after, language)


def test_it_is_seen_which_counter_is_peace_or_ally() -> None:
    boards = [words.board(state) for state in played(load("comancheria"), 1)]
    counters = {counter for board in boards for counter in re.findall(r"[A-Z]\d? t?\+(\S*)", board)}
    assert counters
    assert all(len(counter) == 1 and counter in string.ascii_uppercase for counter in counters)


def test_every_case_of_comancheria_has_a_board() -> None:
    cases = [case.values for case in found_cases() if case.values[0] == "comancheria" and "state" in case.values[1]]
    read = 0
    for _, case in cases:
        try:
            state = position("comancheria", case)
        except BadState:
            continue
        read += 1
        for language in TITLES:
            assert "{" not in words.board(state, language)
    assert read > len(cases) / 2


def test_tomahawks_board_names_the_sought_animal_and_the_turns_of_a_territory() -> None:
    state = ended(load("tomahawk", sought=True), 1)
    lands = ("plains", "forest", "mountain")
    animals = {"en": ("bison", "caribou", "eagle"), "fr": ("bison", "caribou", "aigle")}
    game: Any = state.game
    fields = state.fields()
    sought = game.cards.tiles[fields["sought"] - 1]
    for language, names in animals.items():
        text = words.board(state, language)
        head = text.splitlines()[0].replace("\u00a0", "")
        assert head.endswith((f"; sought animal: {names[sought.land]}", f"; animal recherché: {names[sought.land]}"))
        assert not re.search(r"\bL[123]-\d\d", text)
    text = words.board(state)
    assert "pile 1, turns 1–3, " in text
    assert "pile 2, turn 1, " in text
    assert all(f", {lands[game.cards.tiles[tile - 1].land]}, " in text for tile in fields["tile"])
    start = load("tomahawk", sought=True).new()
    while len(start.chances()) != len(game.cards.tiles):
        start = start.after((start.legal() or [start.chances()[0][0]])[0])
    said = words.say(start.game, start.chances()[7][0])
    assert re.fullmatch(r"The .* \(L\d-\d\d\) shows the sought animal: the (bison|caribou|eagle)\.", said)


def test_pow_wows_board_shows_the_numbers_of_the_tepee_and_the_dark_fields() -> None:
    game = load("powwow")
    assert "A0 (1 [2] 3 4 5)  B0 (1 2 3 [4] 5)  C0 ([1] 2 3 4 5)" in words.board(game.new()).replace("\u00a0", " ")


def test_nobody_wins_when_the_dummy_holds_the_winning_moccasin() -> None:
    game, found = load("powwow", players=2), False
    for seed in range(200):
        *_, last = walk(game.new(), Stream(seed))
        end = last.state.after(last.move)
        if end.returns() == (0.0, 0.0):
            found = True
            board, french = words.board(end), words.board(end, "fr")
            assert "the dummy holds the card of the Indian that left: nobody wins" in board
            assert "le mort a la carte de l’Indien sorti\u00a0: personne ne gagne" in french
            assert words.say_all(last.state, last.move, end)[-1] == "Nobody wins."
        else:
            assert re.search(r"^player [12] wins$", words.board(end), re.M)
    assert found


def ended(game: Game, seed: int) -> State:
    *_, last = played(game, seed)
    return last


def totals(text: str) -> Any:
    return [int(number) for number in re.findall(r"; points (\d+)", text)]


@pytest.mark.parametrize("game", MANITOU, ids=label)
def test_manitous_board_says_the_points_and_who_won(game: Game) -> None:
    for seed in range(8):
        state = ended(game, seed)
        payoffs, text = state.returns(), words.board(state)
        scored = totals(text)
        ending = re.search(r"the game is over.*; (player [\w, ]+) (?:wins|share the win)$", text.splitlines()[0])
        assert ending
        ahead = [int(name.removeprefix("player ")) - 1 for name in ending[1].split(", ")]
        assert len(scored) == game.seats
        if game.options["payoff"] == "margin":
            leads = [points - (sum(scored) - points) / (game.seats - 1) for points in scored]
            assert payoffs == pytest.approx([lead / 39 for lead in leads])
            assert all(scored[seat] == max(scored) for seat in ahead)
        else:
            assert ahead == [seat for seat in range(game.seats) if payoffs[seat] == max(payoffs)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_manitous_points_are_known_to_all(language: str) -> None:
    for state in played(load("manitou", players=3), 4):
        lines = [line.rpartition("; ")[2] for line in words.board(state, language).splitlines()[4:]]
        for seat in range(3):
            view = words.board(state.view(seat), language).splitlines()[4:]
            assert [line.rpartition("; ")[2] for line in view] == lines
            assert all(line.startswith("points ") for line in lines)
