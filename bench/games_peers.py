"""Random self-play of OpenSpiel and TextArena from Python, one thread: decisions of players per second, one JSON object a line.

pip install open_spiel textarena ; python3 bench/games_peers.py
"""
import json
import random
import re
import time

SPIEL_GAMES = {"tic-tac-toe": ("tic_tac_toe", 5000), "kuhn-poker": ("kuhn_poker", 20000), "nim": ("nim", 5000)}
TEXT_GAMES = {"tic-tac-toe": ("TicTacToe-v0", r"\[(\d)\]", 150), "kuhn-poker": ("KuhnPoker-v0", r"\[(check|bet|fold|call)\]", 300)}


def report(peer, game, steps, seconds):
    print(json.dumps({"bench": "peer/random-self-play", "peer": peer, "game": game, "stepsPerSecond": round(steps / seconds)}), flush=True)


def spiel():
    import pyspiel

    for game_id, (name, count) in SPIEL_GAMES.items():
        game, rng, steps = pyspiel.load_game(name), random.Random(1), 0
        begin = time.perf_counter()
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes())
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
            state.returns()
        report("open_spiel", game_id, steps, time.perf_counter() - begin)


def text_arena():
    import textarena

    for game_id, (name, pattern, count) in TEXT_GAMES.items():
        rng, steps = random.Random(1), 0
        begin = time.perf_counter()
        for seed in range(count):
            env, done = textarena.make(name), False
            env.reset(num_players=2, seed=seed)
            while not done:
                _, observation = env.get_observation()
                found = re.findall(pattern, str(observation)[-300:])
                done, _ = env.step(f"[{rng.choice(found) if found else 0}]")
                steps += 1
            env.close()
        report("textarena", game_id, steps, time.perf_counter() - begin)


for measure in (spiel, text_arena):
    try:
        measure()
    except ImportError as error:
        print(json.dumps({"bench": "peer/absent", "explanation": str(error)}), flush=True)
