"""Random self-play of OpenSpiel and TextArena from Python, one thread: decisions of players per second of CPU time, one JSON object a line.

pip install open_spiel textarena ; python3 bench/games_peers.py
With --serve it says which OpenSpiel games it has, by game and variant here, and then measures the one that each line of its input names.
"""
import json
import random
import re
import sys
import time

REPEATED = "repeated_game(stage_game=matrix_{}(),num_repetitions={})"
SPIEL_GAMES = {
    "tic-tac-toe": {"default": "tic_tac_toe"},
    "kuhn-poker": {"single": "kuhn_poker"},
    "connect-four": {"default": "connect_four"},
    "liars-dice": {"duel": "liars_dice(numdice=1)"},
    "pig-dice": {"default": "pig(winscore=100,horizon=2000)"},
    "nim": {"default": "nim(pile_sizes=3;4;5,is_misere=False)"},
    "leduc": {"default": "leduc_poker"},
    "othello": {"default": "othello"},
    "breakthrough": {"default": "breakthrough"},
    "gops": {"default": "goofspiel(num_cards=13,points_order=random,returns_type=win_loss)"},
    "blotto": {'{"rounds":1}': "blotto(coins=20,fields=3)"},
    "dots-and-boxes": {"default": "dots_and_boxes(num_rows=3,num_cols=3)"},
    "battleship": {"placing": "battleship(board_width=6,board_height=6,ship_sizes=[2;2;3],ship_values=[1;1;1],num_shots=36,allow_repeated_shots=False)"},
    "rps": {"default": REPEATED.format("rps", 9)},
    "matching-pennies": {"default": REPEATED.format("mp", 10)},
    "ipd": {"silent": REPEATED.format("pd", 10)},
}
TEXT_GAMES = {"tic-tac-toe": ("TicTacToe-v0", r"\[(\d)\]"), "kuhn-poker": ("KuhnPoker-v0", r"\[(check|bet|fold|call)\]")}
SECONDS = 1.5


def spiel_steps(game, rng):
    """One game: how many decisions players made."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, weights)[0])
        elif state.is_simultaneous_node():
            actions = [rng.choice(state.legal_actions(player)) for player in range(game.num_players())]
            state.apply_actions(actions)
            steps += len(actions)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    state.returns()
    return steps


def rate(play, seconds):
    begin, used, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begin < seconds:
        for _ in range(20):
            steps += play()
    return round(steps / (time.process_time() - used))


def spiel(name, seconds):
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    return rate(lambda: spiel_steps(game, rng), seconds)


def text_arena(name, pattern, seconds):
    import textarena

    rng, seeds = random.Random(1), iter(range(10**9))

    def play():
        env, done, steps = textarena.make(name), False, 0
        env.reset(num_players=2, seed=next(seeds))
        while not done:
            _, observation = env.get_observation()
            found = re.findall(pattern, str(observation)[-300:])
            done, _ = env.step(f"[{rng.choice(found) if found else 0}]")
            steps += 1
        env.close()
        return steps

    return rate(play, seconds)


def show(line):
    print(json.dumps(line), flush=True)


def measure_all():
    try:
        for game, variants in SPIEL_GAMES.items():
            for variant, name in variants.items():
                show({"bench": "peer/random-self-play", "peer": "open_spiel", "game": game, "variant": variant, "stepsPerSecond": spiel(name, SECONDS)})
    except ImportError as error:
        show({"bench": "peer/absent", "explanation": str(error)})
    try:
        for game, (name, pattern) in TEXT_GAMES.items():
            show({"bench": "peer/random-self-play", "peer": "textarena", "game": game, "stepsPerSecond": text_arena(name, pattern, SECONDS)})
    except ImportError as error:
        show({"bench": "peer/absent", "explanation": str(error)})


def serve():
    try:
        import pyspiel  # noqa: F401
    except ImportError as error:
        return show({"explanation": str(error)})
    show({"games": {game: {variant: f"open_spiel {name}" for variant, name in variants.items()} for game, variants in SPIEL_GAMES.items()}})
    for line in sys.stdin:
        asked = json.loads(line)
        show({"stepsPerSecond": spiel(SPIEL_GAMES[asked["game"]][asked["variant"]], asked["seconds"])})


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else measure_all()
