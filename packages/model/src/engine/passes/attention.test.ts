/** The gradient of attention's softmax: of the decoder's attention, and of softmaxes without a mixture. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attention, causalMask } from '../../decoder/attention.js';
import { tf } from '../../tf.js';
import { reals } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { fuseAttention } from './attention.js';
import { checked, ops } from './check.test.fixture.js';
import { squeezeTransposes, unflattenProducts } from './layout.js';
import { LOCAL_RULES, PRODUCT_RULES } from './local-rules.js';
import { simplify } from './simplify.js';

const tidy = (graph: Graph): Graph => simplify(graph, [...LOCAL_RULES, ...PRODUCT_RULES]);
const prepare = (graph: Graph): Graph => tidy(unflattenProducts(tidy(squeezeTransposes(tidy(graph)))));
const attentionGradients: Step = ([q, k, v, dy]) => {
  const [batch, asked, heads, width] = q!.shape as [number, number, number, number];
  const loss = (...given: tf.Tensor[]): tf.Scalar => tf.sum(tf.mul(attention(given[0]!, given[1]!, given[2]!, causalMask(null, asked)), tf.reshape(dy!, [batch * asked, heads * width])));
  const { value, grads } = tf.valueAndGrads(loss)([q!, k!, v!]);
  return [value, ...grads];
};
/** Sums over the last axis of something as wide as the keys. */
const sumsOverKeys = (graph: Graph, keys: number): number => graph.nodes.filter(({ op, inputs }) => op === 'Sum' && inputs[0]!.shape.at(-1) === keys).length;

describe('fuseAttention', () => {
  it('sums over a head in place of over keys', () => {
    const inputs = ['q', 'k', 'v', 'dy'].map(() => reals([2, 7, 3, 4]));
    const before = checked(prepare, attentionGradients, inputs);
    const after = checked((graph) => tidy(fuseAttention(prepare(graph))), attentionGradients, inputs);
    expect([sumsOverKeys(before, 7), sumsOverKeys(after, 7)]).toEqual([1, 0]);
    const tables = (graph: Graph): number => graph.nodes.filter(({ op, outputs }) => ['Multiply', 'Sub'].includes(op) && outputs[0]!.shape.join() === '2,3,7,7').length;
    expect([tables(before), tables(after)]).toEqual([5, 4]); // two of them scale
  });

  it('works with fewer key and value heads too', () => {
    const inputs = [reals([2, 7, 4, 3]), reals([2, 7, 2, 3]), reals([2, 7, 2, 3]), reals([2, 7, 4, 3])];
    expect(sumsOverKeys(checked((graph) => tidy(fuseAttention(prepare(graph))), attentionGradients, inputs), 7)).toBe(0);
  });

  it('leaves alone what has fewer keys than numbers in a head', () => {
    const inputs = ['q', 'k', 'v', 'dy'].map(() => reals([2, 4, 1, 5]));
    expect(sumsOverKeys(checked((graph) => tidy(fuseAttention(prepare(graph))), attentionGradients, inputs), 4)).toBe(1);
  });

  it('needs the mixture of the same weights and values', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 6 }), fc.constantFrom('none', 'no mixture', 'other values', 'other weights', 'scaled', 'softmax'), (batch, keys, twist) => {
      const graph = checked((given) => tidy(fuseAttention(tidy(given))), ([p, v, given, other]) => {
        const mixed = tf.matMul(twist === 'other weights' ? tf.neg(p!) : p!, twist === 'other values' ? tf.neg(v!) : v!);
        const dp = twist === 'softmax' ? tf.mul(p!, 2) : tf.matMul(given!, v!, false, true);
        const product = tf.mul(twist === 'scaled' ? tf.mul(dp, 2) : dp, p!);
        return [tf.sub(product, tf.mul(p!, tf.sum(product, -1, true))), ...(twist === 'no mixture' ? [other!] : [mixed])];
      }, [reals([batch, 3, keys]), reals([batch, keys, 2]), reals([batch, 3, 2]), reals([1])]);
      expect(sumsOverKeys(graph, keys)).toBe(twist === 'none' ? 0 : 1);
    }), { numRuns: 40, seed: 5 });
  });

  it('keeps the results of any attention', () => {
    const size = fc.integer({ min: 1, max: 5 });
    fc.assert(fc.property(size, size, size, size, fc.integer({ min: 1, max: 2 }), (batch, length, kvHeads, width, group) => {
      const [query, key] = [reals([batch, length, kvHeads * group, width]), reals([batch, length, kvHeads, width])];
      expect(ops(checked((graph) => tidy(fuseAttention(prepare(graph))), attentionGradients, [query, key, key, query], 1e-4))).toContain('Softmax');
    }), { numRuns: 20, seed: 6 });
  });
});
