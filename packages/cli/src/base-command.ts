/**
 * What all commands share: `--json` as one line on standard output, and errors with code, message and suggestion.
 * It holds no logic of games, servers or training.
 */
import { Command } from '@oclif/core';
import { isCodedError } from '@spiral-arena/core';

export abstract class SpiralCommand extends Command {
  static override enableJsonFlag = true;

  /** JSON results are one line each, so that a program can read the last line. */
  protected override logJson(json: unknown): void {
    process.stdout.write(`${JSON.stringify(json)}\n`);
  }

  /** Errors under `--json`: one object with code, message and hint, and the exit status of an error. */
  protected override toErrorJson(error: unknown): unknown {
    if (isCodedError(error)) return { error: { code: error.code, message: error.message, hint: error.hint, details: error.details } };
    const { message, code } = error as { message?: string; code?: string };
    return { error: { code: code ?? 'CLI_USAGE', message: message ?? String(error), hint: `Run \`spiral ${this.id?.replaceAll(':', ' ') ?? ''} --help\`.` } };
  }

  protected override async catch(error: Error & { exitCode?: number }): Promise<unknown> {
    if (!isCodedError(error) || this.jsonEnabled()) return super.catch(error);
    process.exitCode ??= 1;
    return this.error(error.message, { code: error.code, suggestions: error.hint ? [error.hint] : [], ref: `docs/errors.md#${error.code.toLowerCase()}`, exit: 1 });
  }

  /** Progress for people: standard error, so that standard output stays a result. */
  protected progress(line: string): void {
    process.stderr.write(`${line}\n`);
  }
}
