/** The games of the measures, through the same door as everywhere. */
import { resolveOptions } from '@spiral-arena/core/game';
import kuhn from '@spiral-arena/games-kuhn-poker';
import negotiation from '@spiral-arena/games-simple-negotiation';
import tic from '@spiral-arena/games-tic-tac-toe';
import nimPlugin from 'spiral-arena-nim';

const plugins = [tic, kuhn, negotiation, nimPlugin];
const variants = { 'kuhn-poker': ['single', 'default'], 'simple-negotiation': ['silent', 'default'] };

/** Game, options and variant of every measure. */
export const tables = plugins.flatMap((plugin) => plugin.games).flatMap((game) => (variants[game.id] ?? ['default']).map((variant) => ({ game, ...resolveOptions(game, { variant }) })));
