/** Where sessions and values of variables are, and what errors of TensorFlow become; with a stand-in that computes nothing. */
import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeTensorFlow } from './fake-tensorflow.test.fixture.js';
import { Turns } from './turns.js';
import { TensorFlowSession } from './tensorflow-session.js';
import { TensorFlowSessions, type SessionStep } from './tensorflow-sessions.js';
import { TensorFlowVariable } from './tensorflow-variables.js';

let fake: FakeTensorFlow;
beforeEach(() => {
  fake = new FakeTensorFlow();
});

const turns = new Turns();
const CALL = { feeds: [], fetches: ['s/out0'] };
const stepOf = (...variables: TensorFlowVariable[]): SessionStep => ({ nodes: { nodes: [], ...CALL }, variables });

function variableIn(sessions: TensorFlowSessions, name: string, ...values: number[]): TensorFlowVariable {
  const variable = new TensorFlowVariable(name, turns, { shape: [values.length], dtype: 'float32' }, Float32Array.from(values));
  sessions.hold(variable);
  return variable;
}

describe('steps in sessions', () => {
  it('start with a session of their own; values are given to it in one run, and move when another step needs them', async () => {
    const sessions = new TensorFlowSessions(fake.binding, 1e9);
    const [a, b] = [variableIn(sessions, 'a', 1, 2), variableIn(sessions, 'b', 3)];
    const [both, one] = [stepOf(a, b, a), stepOf(a)];
    sessions.add(both);
    sessions.add(one);
    const first = sessions.prepare(both);
    expect(fake.runs.map(({ fetches }) => fetches)).toEqual(['a/set:0,b/set:0']);
    expect(sessions.prepare(both)).toBe(first);
    expect(fake.runs.length).toBe(1);
    expect(sessions.prepare(one)).not.toBe(first);
    expect(fake.runs.map(({ fetches }) => fetches).slice(1)).toEqual(['a/get:0', 'a/free:0', 'a/set:0']);
    expect([...fake.sessions.values()].map((variables) => [...variables.keys()])).toEqual([['b'], ['a']]);
    expect([[...(await a.read())], [...(await b.read())]]).toEqual([[1, 2], [3]]);
    expect(fake.tensors.size).toBe(0);
  });

  it('are joined in one session when moving has cost more than making them anew', async () => {
    const sessions = new TensorFlowSessions(fake.binding, 4); // bytes a step: [2] float32 moved twice is too much for three steps
    const a = variableIn(sessions, 'a', 1, 2);
    const gone = variableIn(sessions, 'gone', 5);
    const [one, two, other] = [stepOf(a), stepOf(a), stepOf(gone)];
    for (const step of [one, two, other]) sessions.add(step);
    for (const step of [one, other, two, one]) sessions.prepare(step);
    expect(fake.sessions.size).toBe(3);
    await gone.dispose();
    const joined = sessions.prepare(two);
    expect([...(await a.read())]).toEqual([1, 2]);
    expect(sessions.prepare(one)).toBe(joined);
    expect(fake.sessions.size).toBe(2); // the step without its variable stayed behind
    expect(() => sessions.prepare(other)).toThrow(expect.objectContaining({ code: 'MODEL_VARIABLE_INVALID' }));
    const runs = fake.runs.length;
    for (let i = 0; i < 9; i++) sessions.prepare(i % 2 === 0 ? two : one);
    expect(fake.runs.length).toBe(runs);
  });

  it('take the session along when the last one goes, but no value', async () => {
    const sessions = new TensorFlowSessions(fake.binding, 0);
    const [a, b] = [variableIn(sessions, 'a', 1, 2), variableIn(sessions, 'b', 3)];
    const [one, two] = [stepOf(a), stepOf(a, b)];
    for (const step of [one, two]) sessions.add(step);
    for (const step of [one, two, one]) sessions.prepare(step); // joined by now
    sessions.prepare(two);
    expect(fake.sessions.size).toBe(1);
    sessions.remove(two);
    expect(fake.sessions.size).toBe(1);
    sessions.remove(one);
    sessions.remove(one);
    expect(fake.sessions.size).toBe(0);
    expect([[...(await a.read())], [...(await b.read())]]).toEqual([[1, 2], [3]]);
  });

  it('lose no value when a move fails', async () => {
    const sessions = new TensorFlowSessions(fake.binding, 1e9);
    const a = variableIn(sessions, 'a', 1, 2);
    const [one, two] = [stepOf(a), stepOf(a)];
    for (const step of [one, two]) sessions.add(step);
    sessions.prepare(one);
    for (const failing of [/get/, /free/, /set/]) {
      let steps = 0;
      const run = fake.runSavedModel.bind(fake);
      fake.runSavedModel = (...args) => {
        if (failing.test(args[3]) && steps++ === 0) throw new Error('lost connection');
        return run(...args);
      };
      expect(() => sessions.prepare(two)).toThrow(expect.objectContaining({ code: 'MODEL_ENGINE_FAILED' }));
      fake.runSavedModel = run;
      expect([...(await a.read())]).toEqual([1, 2]);
      sessions.prepare(one);
    }
    expect(fake.tensors.size).toBe(0);
  });

  it('end with the engine, variables too', async () => {
    const sessions = new TensorFlowSessions(fake.binding, 1e9);
    const a = variableIn(sessions, 'a', 1);
    const [step, alone] = [stepOf(a), stepOf()];
    for (const each of [step, alone]) sessions.add(each);
    sessions.prepare(step);
    sessions.dispose();
    expect(fake.sessions.size).toBe(0);
    await expect(a.read()).rejects.toMatchObject({ code: 'MODEL_VARIABLE_INVALID' });
    await a.dispose();
    expect(() => sessions.prepare(alone)).toThrow(expect.objectContaining({ code: 'MODEL_STEP_DISPOSED' }));
    expect(sessions.holds(a)).toBe(false);
  });
});

describe('errors of TensorFlow', () => {
  const failed = (work: () => unknown, message: string): unknown => {
    fake.failure = message;
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  it('name the op and keep the cause', () => {
    const session = new TensorFlowSession(fake.binding, []);
    const feeds = [{ node: 's/in0', shape: [2] }];
    const error = failed(() => session.run({ ...CALL, feeds }, [Float32Array.of(1, 2)]), 'Session fail to run with error: indices[1] = 2 is not in [0, 2)\n\t [[{{node s12/GatherV2_3}}]]');
    expect(error).toMatchObject({ code: 'MODEL_ENGINE_FAILED', details: { engine: 'tensorflow', op: 'GatherV2_3', reason: 'GatherV2_3: indices[1] = 2 is not in [0, 2)' }, cause: expect.any(Error) });
    expect(fake.tensors.size).toBe(0);
  });

  it('say when memory ran out', () => {
    const session = new TensorFlowSession(fake.binding, []);
    expect(failed(() => session.run(CALL, []), 'Session fail to run with error: OOM when allocating tensor with shape[1048576,1048576] and type float\n\t [[{{node s1/BroadcastTo_1}}]]')).toMatchObject({ code: 'MODEL_ENGINE_MEMORY', details: { reason: expect.stringContaining('BroadcastTo_1: OOM') } });
  });

  it('come at once where a graph is refused, and nothing stays on the disk', () => {
    const error = failed(() => new TensorFlowSession(fake.binding, []), 'Failed to load SavedModel: Op type not registered \'Fft9\' in binary');
    expect(error).toMatchObject({ code: 'MODEL_ENGINE_FAILED', details: { action: 'compile the step', reason: "Op type not registered 'Fft9' in binary" } });
    expect(fake.folders.length).toBe(1);
    expect(existsSync(fake.folders[0]!)).toBe(false);
  });
});
