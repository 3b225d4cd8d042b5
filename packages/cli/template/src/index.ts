/** Countdown as a plugin; `spiralArena` in package.json announces it. */
import { game } from './countdown.js';
export default { apiVersion: '1.0', games: [game] };
