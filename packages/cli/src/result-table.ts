/** Counts results of matches by agent and role: wins, draws, losses, and how the losses came about. */
import type { EndReason, Match } from '@spiral-arena/core/match';

export interface ResultRow {
  readonly agent: string;
  readonly role: string;
  win: number;
  draw: number;
  loss: number;
  /** Losses by an ending that was this seat's failure. */
  failures: { [reason in EndReason]?: number };
  meanReturn: number;
}

export class ResultTable {
  matches = 0;
  /** Matches that a fault ended: they have no result and count for nobody. */
  aborted = 0;
  readonly #rows = new Map<string, ResultRow & { played: number }>();

  add(match: Match): void {
    const { end } = match;
    if (end?.reason === 'aborted') return this.abort();
    this.matches++;
    match.header.seats.forEach((seat, index) => {
      const role = match.roleOf(index);
      const key = `${index}\n${seat.name}\n${role}`;
      const row = this.#rows.get(key) ?? { agent: seat.name, role, win: 0, draw: 0, loss: 0, failures: {}, meanReturn: 0, played: 0 };
      this.#rows.set(key, row);
      const value = end?.returns?.[index];
      if (value === undefined || !end) return;
      row[value > 0 ? 'win' : value < 0 ? 'loss' : 'draw']++;
      row.meanReturn += (value - row.meanReturn) / ++row.played;
      if (end.offenders.includes(index)) row.failures[end.reason] = (row.failures[end.reason] ?? 0) + 1;
    });
  }

  /** A match without a result. */
  abort(): void {
    this.matches++;
    this.aborted++;
  }

  rows(): readonly ResultRow[] {
    return [...this.#rows.values()].map(({ agent, role, win, draw, loss, failures, meanReturn }) => ({ agent, role, win, draw, loss, failures, meanReturn }));
  }

  lines(): readonly string[] {
    const rows = this.rows();
    const width = Math.max(5, ...rows.map((row) => row.agent.length));
    return [
      `${'agent'.padEnd(width)}  ${'role'.padEnd(10)} ${'win'.padStart(6)} ${'draw'.padStart(6)} ${'loss'.padStart(6)} ${'return'.padStart(8)}  failures`,
      ...rows.map((row) => `${row.agent.padEnd(width)}  ${row.role.padEnd(10)} ${String(row.win).padStart(6)} ${String(row.draw).padStart(6)} ${String(row.loss).padStart(6)} ${row.meanReturn.toFixed(3).padStart(8)}  ${Object.entries(row.failures).map(([reason, count]) => `${reason} ${count}`).join(', ') || '-'}`),
      ...(this.aborted === 0 ? [] : [`${this.aborted} of ${this.matches} matches were aborted by a fault`]),
    ];
  }
}
