/**
 * The smallest graph that uses what the engine relies on, as a SavedModel: a variable that lives in the session, set, multiplied with and added to.
 * Written field by field in protobuf's wire format; the numbers are those of TensorFlow's own `.proto` files (graph, node_def, attr_value, saved_model).
 */
import protobuf from 'protobufjs/light.js';

/** A field of a message: a number is written as an integer, the rest as bytes. */
type Field = readonly [id: number, value: number | string | Uint8Array];

const FLOAT32 = 1;
const RECENT_PRODUCER = 1900; // older graphs are run by older rules

/** `set` stores x in w and answers x; `step` answers x·w and then adds it to w; `get` answers w. All are 2 by 2. */
export const GRAPH_OUTPUTS = { set: 'set:0', step: 'step:0', get: 'get:0' } as const;
export const GRAPH_INPUT = 'x:0';

export function verifyGraph(): Uint8Array {
  const float = message([6, FLOAT32]);
  const no = message([5, 0]);
  const shape = message([7, message([2, message([1, 2])], [2, message([1, 2])])]);
  const graph = message(
    node('x', 'Placeholder', [], { dtype: float, shape }),
    node('w', 'VarHandleOp', [], { dtype: float, shape, shared_name: message([2, 'w']), container: message([2, '']) }),
    node('copy', 'DeepCopy', ['x'], { T: float }),
    node('assign', 'AssignVariableOp', ['w', 'copy'], { dtype: float }),
    node('set', 'Identity', ['x', '^assign'], { T: float }),
    node('read', 'ReadVariableOp', ['w'], { dtype: float }),
    node('product', 'MatMul', ['x', 'read'], { T: float, transpose_a: no, transpose_b: no }),
    node('add', 'AssignAddVariableOp', ['w', 'product'], { dtype: float }),
    node('step', 'Identity', ['product', '^add'], { T: float }),
    node('get', 'Identity', ['read'], { T: float }),
    [4, message([1, RECENT_PRODUCER])],
  );
  return message([1, 1], [2, message([1, message([4, 'serve'])], [2, graph])]);
}

function node(name: string, op: string, inputs: readonly string[], attributes: Readonly<Record<string, Uint8Array>>): Field {
  return [1, message([1, name], [2, op], ...inputs.map((input): Field => [3, input]), ...Object.entries(attributes).map(([key, value]): Field => [5, message([1, key], [2, value])]))];
}

function message(...fields: readonly Field[]): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const [id, value] of fields) {
    if (typeof value === 'number') writer.uint32(id << 3).int64(value);
    else if (typeof value === 'string') writer.uint32((id << 3) | 2).string(value);
    else writer.uint32((id << 3) | 2).bytes(value);
  }
  return writer.finish();
}
