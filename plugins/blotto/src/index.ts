/** Colonel Blotto as a plugin: one game, its variants and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { blotto } from './blotto.js';

export default { apiVersion: API_VERSION, games: [blotto] } satisfies GamePlugin;

export { blotto, ROLES } from './blotto.js';
export type { BlottoObservation, BlottoOptions, BlottoState, Round } from './blotto.js';
export { actionsOn, countAllocations, drawAllocation, fieldMargin } from './allocations.js';
export type { Allocation, BlottoAction } from './allocations.js';
export { goodSplits } from './opponents.js';
