/** The gradient of SwiGLU, in the decoder's spelling and in others. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { swiglu } from '../../decoder/swiglu.js';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import { checked, ops } from './check.test.fixture.js';
import { fuseSwiglu } from './swiglu.js';
import { simplify } from './simplify.js';
import type { Graph } from '../graph.js';

const fuse = (graph: Graph): Graph => simplify(fuseSwiglu(simplify(graph)));

describe('fuseSwiglu', () => {
  it('takes five ops for both gradients in place of six', () => {
    const step = ([gate, up, dy]: readonly tf.Tensor[]): tf.Tensor[] => {
      const f = (...given: tf.Tensor[]): tf.Tensor => swiglu(given[0]!, given[1]!);
      return [f(gate!, up!), ...tf.grads(f)([gate!, up!], dy!)];
    };
    const inputs = [reals([3, 4]), reals([3, 4]), reals([3, 4])];
    const [before, after] = [checked((graph) => simplify(graph), step, inputs), checked(fuse, step, inputs)];
    expect(ops(before).length - ops(after).length).toBe(1);
    expect(ops(after).slice(3).toSorted()).toEqual(['Add', 'Multiply', 'Multiply', 'Multiply', 'Sub']);
  });

  it('is the same for any shape, and needs the forward pass', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom('none', 'no forward', 'two', 'gate', 'swapped'), fc.boolean(), (rows, width, twist, alsoRead) => {
      const graph = checked(fuse, ([gate, up, dy]) => {
        const s = tf.sigmoid(gate!);
        const a = tf.mul(twist === 'gate' ? up! : gate!, s);
        const slope = tf.add(s, tf.mul(a, tf.sub(twist === 'two' ? 2 : 1, s)));
        const toGate = twist === 'swapped' ? tf.mul(slope, tf.mul(up!, dy!)) : tf.mul(tf.mul(dy!, up!), slope);
        return [toGate, ...(twist === 'no forward' ? [] : [tf.mul(a, up!)]), ...(alsoRead ? [slope, a] : [])];
      }, [reals([rows, width]), reals([rows, width]), reals([rows, width])]);
      const fused = graph.nodes.some(({ op, inputs }) => op === 'Sub' && inputs[0] === graph.inputs[1]); // u − h
      expect(fused).toBe(twist === 'none' || twist === 'swapped');
    }), { numRuns: 40, seed: 4 });
  });
});
