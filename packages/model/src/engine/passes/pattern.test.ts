/** Patterns on small graphs: what they find, under which names, and what they must not take for a match. */
import { describe, expect, it } from 'vitest';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Step } from '../engine.js';
import { producers } from '../graph.js';
import { recorded } from './check.test.fixture.js';
import { any, exactly, named, number, numberOf, op, overLastAxis, reshaped, type Pattern } from './pattern.js';

/** The names of what the pattern finds at the first output of a step of two inputs `[2, 3]`. */
function found(pattern: Pattern, step: Step): { [name: string]: string } | undefined {
  const graph = recorded(step, reals([2, 3]), reals([2, 3]));
  const [parts] = pattern(graph.outputs[0]!, {}, producers(graph));
  return parts && Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value.name]));
}

describe('patterns', () => {
  it('name the parts of a tree', () => {
    expect(found(op('Sub', [any('a'), named('e', op('Exp', [any('b')]))]), ([x, y]) => [tf.sub(x!, tf.exp(y!))])).toEqual({ a: 'in0', b: 'in1', e: 'Exp_0' });
  });

  it('take one name for one value', () => {
    const pattern = op('Sub', [any('a'), op('Exp', [any('a')])]);
    expect(found(pattern, ([x]) => [tf.sub(x!, tf.exp(x!))])).toEqual({ a: 'in0' });
    expect(found(pattern, ([x, y]) => [tf.sub(x!, tf.exp(y!))])).toBeUndefined();
  });

  it('match commutative ops in either order, others as they are', () => {
    const factors = (kind: string): Pattern => op(kind, [op('Exp', [any('e')]), any('a')]);
    expect(found(factors('Multiply'), ([x, y]) => [tf.mul(x!, tf.exp(y!))])).toEqual({ e: 'in1', a: 'in0' });
    expect(found(factors('Sub'), ([x, y]) => [tf.sub(x!, tf.exp(y!))])).toBeUndefined();
  });

  it('go back where the first order of inputs leads nowhere', () => {
    const pattern = op('Sub', [op('Multiply', [any('a'), any('b')]), op('Exp', [any('b')])]);
    expect(found(pattern, ([x, y]) => [tf.sub(tf.mul(x!, y!), tf.exp(x!))])).toEqual({ a: 'in1', b: 'in0' });
    expect(found(pattern, ([x, y]) => [tf.sub(tf.mul(x!, y!), tf.exp(y!))])).toEqual({ a: 'in0', b: 'in1' });
  });

  it('look through reshapes where they are told to', () => {
    const step: Step = ([x]) => [tf.neg(tf.reshape(tf.reshape(tf.exp(x!), [6]), [3, 2]))];
    expect(found(op('Neg', [reshaped(op('Exp', [any('x')]))]), step)).toEqual({ x: 'in0' });
    expect(found(op('Neg', [op('Exp', [any('x')])]), step)).toBeUndefined();
  });

  it('know numbers, repeated ones too', () => {
    const step: Step = ([x]) => [tf.add(tf.mul(x!, tf.ones([2, 3])), 0.5)];
    expect(found(op('Add', [op('Multiply', [any('x'), number('c')]), exactly(0.5)]), step)).toMatchObject({ x: 'in0' });
    expect(found(op('Add', [any('x'), exactly(0.25)]), step)).toBeUndefined();
    expect(numberOf({ name: 'v', shape: [2], dtype: 'float32', data: Float32Array.of(1, 1) }, new Map())).toBeUndefined();
  });

  it('ask about attributes', () => {
    const sum = op('Sum', [any('x')], overLastAxis);
    expect(found(sum, ([x]) => [tf.sum(x!, 1)])).toEqual({ x: 'in0' });
    expect(found(sum, ([x]) => [tf.sum(x!, 0)])).toBeUndefined();
    expect(found(sum, ([x]) => [tf.sum(x!)])).toBeUndefined();
  });
});
