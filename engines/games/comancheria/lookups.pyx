"""The tables of a game, filled from its data."""
from libc.string cimport memset

from hunch.engines.games.comancheria.state cimport Card, St, Tables

from hunch.engines.games.comancheria.data import load, scenario, steps


cdef int build(dict data, dict options, Tables* t) except -1:
    cdef int i
    cdef St blank
    memset(&blank, 0, sizeof(St))
    tables = load.read(data)
    tables |= scenario.begin(data, options["scenario"], blank, tables)
    t.near, t.distance = tables["near"], tables["distance"]
    t.trail, t.reservation_from, t.die_area = tables["trail"], tables["reservation_from"], tables["die_area"]
    t.band_mp, t.modifier, t.kind, t.cost = tables["band_mp"], tables["modifier"], tables["kind"], tables["cost"]
    t.most_goods, t.most_bands, t.most_tribes = tables["most_goods"], tables["most_bands"], tables["most_tribes"]
    t.most_bison, t.most_settlements = tables["most_bison"], tables["most_settlements"]
    t.most_ravaged, t.most_success = tables["most_ravaged"], tables["most_success"]
    t.most_ap_counters, t.value = tables["most_ap_counters"], tables["value"]
    t.most_ap, t.most_military, t.most_culture = tables["most_ap"], tables["most_military"], tables["most_culture"]
    t.operations_number, t.passage_number = tables["operations_number"], tables["passage_number"]
    t.most_paraibo, t.most_mahimiana = tables["most_paraibo"], tables["most_mahimiana"]
    t.war_count, t.war_effect, t.war_moves = tables["war_count"], tables["war_effect"], tables["war_moves"]
    t.enemy_die = tables["enemy_die"]
    for i in range(53):
        t.card[i] = <Card>tables["card"][i]
    t.bonus_set, t.bonus_level, t.bonus_war = tables["bonus_set"], tables["bonus_level"], tables["bonus_war"]
    t.culture_cost = tables["culture_cost"]
    t.goal_control, t.goal_camps, t.goal_named = tables["goal_control"], tables["goal_camps"], tables["goal_named"]
    t.goal_other, t.goal_free, t.goal_points = tables["goal_other"], tables["goal_free"], tables["goal_points"]
    t.first_period, t.last_period = tables["first_period"], tables["last_period"]
    t.full = options["choices"] == "all"
    t.start = tables["start"]
    frames = steps.tables()
    t.rests, t.arguments, t.child, t.leaf = frames["rests"], frames["arguments"], frames["child"], frames["leaf"]
    t.question, t.whose = frames["question"], frames["whose"]
    t.settle, t.random_bison, t.free_culture = tables["settle"], tables["random_bison"], tables["free_culture"]
    return 0
