/**
 * The programs that an install uses, found before anything is fetched, so that what is missing is said at once.
 * `PYTHON` and `CXX` choose a Python and a compiler, as they do for other builds.
 */
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { firstThatRuns, ToolFailed, type Environment } from './run-tool.js';

export interface Tools {
  /** A Python that has pip. */
  readonly python: string;
  readonly npm: string;
  /** With the arguments that `CXX` carries, if any. */
  readonly compiler: readonly [command: string, ...args: string[]];
}

/** @throws MODEL_INSTALL_TOOL_MISSING for the first that does not run */
export async function findTools(environment: Environment): Promise<Tools> {
  return { npm: await findNpm(environment), python: await findPython(environment), compiler: await findCompiler(environment) };
}

export async function findNpm(environment: Environment): Promise<string> {
  const names = process.platform === 'win32' ? ['npm.cmd'] : ['npm'];
  return (await find('npm', 'npm comes with Node; put it on the PATH.', names, ['--version'], environment)).command;
}

async function findPython(environment: Environment): Promise<string> {
  const names = chosen(environment['PYTHON']) ?? ['python3', 'python'];
  const remedy = 'Install Python 3.10 or later with pip (on Debian and Ubuntu: apt install python3-pip), or set PYTHON to one that has it.';
  return (await find('Python with pip', remedy, names, ['-m', 'pip', '--version'], environment)).command;
}

async function findCompiler(environment: Environment): Promise<Tools['compiler']> {
  const words = environment['CXX']?.split(' ').filter((word) => word !== '') ?? [];
  const remedy = 'Install one (Debian and Ubuntu: apt install g++; macOS: xcode-select --install), or set CXX. `spiral engine install --official` needs none.';
  const [own, ...args] = words;
  if (own !== undefined) return [(await find('a C++ compiler', remedy, [own], [...args, '--version'], environment)).command, ...args];
  return [(await find('a C++ compiler', remedy, ['c++', 'g++', 'clang++'], ['--version'], environment)).command];
}

function chosen(name: string | undefined): string[] | null {
  return name ? [name] : null;
}

async function find(tool: string, remedy: string, names: readonly string[], args: readonly string[], environment: Environment): Promise<{ command: string; output: string }> {
  try {
    return await firstThatRuns(names, args, environment);
  } catch (cause) {
    const reason = cause instanceof ToolFailed ? reasonOf(cause) : `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} not on the PATH`;
    throw new ModelError('MODEL_INSTALL_TOOL_MISSING', { details: { tool, reason, remedy }, cause });
  }
}
