import { expect, it } from 'vitest';
import { tf } from '../tf.js';
import { reals, wholes } from './engine-cases.js';
import { record } from './record.js';
import { checkIndices, indexRanges } from './tensorflow-indices.js';

const ids = wholes([2, 2], 0, 3);

it('finds the inputs that are indices, also reshaped and transposed, and no others', () => {
  const graph = record(
    ([x, a, b, c]) => [tf.gather(x!, a as tf.Tensor1D), tf.gather(x!, tf.reshape(tf.transpose(b!), [4]) as tf.Tensor1D, 1), tf.gather(x!, tf.add(c!, tf.scalar(1, 'int32')) as tf.Tensor1D)],
    [reals([3, 5]), ids, ids, ids],
  );
  expect(indexRanges(graph).map(({ input, limit }) => [input, limit])).toEqual([[1, 3], [2, 5]]);
});

it.each([3, -1])('refuses the index %i of 3 rows, and says where it stands', (index) => {
  const graph = record(([x, rows]) => [tf.gather(x!, rows as tf.Tensor1D)], [reals([3]), ids]);
  const inputs = (place: number): Int32Array => Int32Array.of(0, 1, 2, 0).with(place, index);
  checkIndices(indexRanges(graph), [new Float32Array(3), Int32Array.of(0, 1, 2, 0)]);
  expect(() => checkIndices(indexRanges(graph), [new Float32Array(3), inputs(2)])).toThrow(
    expect.objectContaining({ code: 'MODEL_ENGINE_FAILED', details: expect.objectContaining({ reason: expect.stringMatching(/^GatherV2_\d+: input 1\[2\] = -?\d is not in \[0, 3\)$/) }), cause: expect.any(RangeError) }),
  );
});
