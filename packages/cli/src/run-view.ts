/**
 * What a person sees of a run: a progress line that moves, and a table after every evaluation. Numbers come as events; nothing is measured here
 * but the rate of tokens. On a terminal the line is rewritten in place; elsewhere a line is printed now and then.
 */
import type { EvaluationEvent, TrainEvents, UpdateEvent } from '@spiral-arena/trainer';

const LINE_EVERY_MS = 15_000;

/** What the run has done so far, over all updates. */
export interface RunTotals {
  matches: number;
  turns: number;
  tokens: number;
  readonly games: Map<string, { matches: number; turns: number; illegal: number; attempts: number; returns: Map<string, { sum: number; count: number }> }>;
}

export class RunView {
  readonly totals: RunTotals = { matches: 0, turns: 0, tokens: 0, games: new Map() };
  readonly #write: (text: string) => void;
  readonly #terminal: boolean;
  #printedMs = Number.NEGATIVE_INFINITY;
  /** Training time of this session: a resumed run counts from where it was. */
  #sessionMs = 0;

  constructor(output: NodeJS.WriteStream) {
    this.#write = (text) => void output.write(text);
    this.#terminal = output.isTTY;
  }

  readonly events: TrainEvents = {
    onUpdate: (event) => this.#update(event),
    onEvaluation: (event) => this.#evaluation(event),
    onCheckpoint: (folder) => this.#line(`checkpoint ${folder}`),
  };

  get tokensPerSecond(): number {
    return this.#sessionMs === 0 ? 0 : this.totals.tokens / (this.#sessionMs / 1000);
  }

  #update(event: UpdateEvent): void {
    this.#sessionMs += event.rolloutMs + event.updateMs;
    for (const { trained, episodes, counts } of event.games) {
      const game = this.totals.games.get(trained.game.id) ?? { matches: 0, turns: 0, illegal: 0, attempts: 0, returns: new Map() };
      this.totals.games.set(trained.game.id, game);
      game.matches += episodes.length;
      game.turns += counts.attempts;
      this.totals.matches += episodes.length;
      this.totals.turns += counts.attempts;
      this.totals.tokens += counts.tokens;
      game.illegal = counts.illegal;
      game.attempts = counts.attempts;
      game.returns = new Map();
      for (const { trajectories } of episodes) {
        for (const { role, return: value } of trajectories) {
          const entry = game.returns.get(role) ?? { sum: 0, count: 0 };
          game.returns.set(role, { sum: entry.sum + value, count: entry.count + 1 });
        }
      }
    }
    if (!this.#terminal && event.trainMs - this.#printedMs < LINE_EVERY_MS) return;
    this.#printedMs = event.trainMs;
    const eta = event.etaMs === null ? '' : `  left ${clockTime(event.etaMs)}`;
    const line = `${clockTime(event.trainMs)}${eta}  ${event.phase.padEnd(9)} update ${event.update}  matches ${this.totals.matches.toLocaleString('en')}  ${Math.round(this.tokensPerSecond).toLocaleString('en')} tokens/s  entropy ${event.result.entropy.toFixed(2)}  grad ${event.result.gradNorm.toFixed(2)}`;
    this.#write(this.#terminal ? `\r\x1b[2K${line}` : `${line}\n`);
  }

  #evaluation({ evaluations, exact, trainMs }: EvaluationEvent): void {
    const rows = evaluations.filter((evaluation) => evaluation.temperature > 0).map((evaluation) => {
      const { game, variant, opponent, win, draw, loss, illegalRate } = evaluation;
      const greedy = evaluations.find((other) => other.game === game && other.variant === variant && other.opponent === opponent && other.temperature === 0);
      const measure = exact.find((item) => item.game === game && item.variant === variant);
      const returns = [...(this.totals.games.get(game)?.returns ?? [])].map(([role, { sum, count }]) => `${role} ${(sum / count).toFixed(2)}`).join(', ');
      return [
        variant === 'default' ? game : `${game} ${variant}`, opponent, `${rate(win)}/${rate(draw)}/${rate(loss)}`, greedy ? `${rate(greedy.win)}/${rate(greedy.draw)}/${rate(greedy.loss)}` : '',
        `${(100 * illegalRate).toFixed(1)}%`, measure && opponent === 'random' ? `${measure.nashConv.toFixed(3)}${measure.averageNashConv === null ? '' : ` (average ${measure.averageNashConv.toFixed(3)})`}` : '', opponent === 'random' ? returns : '',
      ];
    });
    const head = ['game', 'against', 'win/draw/loss', 'greedy', 'illegal', 'NashConv', 'self-play returns'];
    const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] as string).length)));
    const show = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ').trimEnd();
    this.#line(`after ${clockTime(trainMs)}, ${Math.round(this.tokensPerSecond).toLocaleString('en')} tokens/s\n  ${show(head)}\n${rows.map((row) => `  ${show(row)}`).join('\n')}\n`);
  }

  #line(text: string): void {
    this.#write(this.#terminal ? `\r\x1b[2K${text}\n` : `${text}\n`);
  }
}

function rate(value: number): string {
  return value.toFixed(2);
}

function clockTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
