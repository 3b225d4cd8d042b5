/**
 * The part of TensorFlow's SavedModel format that a graph needs, as a protobuf descriptor: field names and numbers are those of the format.
 * It writes models; it neither reads nor checks them.
 * @see https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core/protobuf saved_model.proto, and framework/{graph,node_def,attr_value,tensor}.proto
 */
import protobuf from 'protobufjs/light.js';

/** DataType of types.proto. */
export const TENSORFLOW_TYPES = { float32: 1, int32: 3, bool: 10, bfloat16: 14 } as const;
export type TensorFlowDtype = keyof typeof TENSORFLOW_TYPES;

/** TensorProto: its numbers as bytes, or one number for every place in `floatVal`, `intVal` or `boolVal`. */
export interface TensorFlowTensor {
  readonly dtype: number;
  readonly tensorShape: TensorFlowShape;
  readonly tensorContent?: Uint8Array;
  readonly floatVal?: readonly number[];
  readonly intVal?: readonly number[];
  readonly boolVal?: readonly boolean[];
}

interface TensorFlowShape {
  readonly dim: readonly { readonly size: number }[];
}

/** AttrValue: exactly one of the fields. */
export interface TensorFlowAttr {
  readonly s?: Uint8Array;
  readonly i?: number;
  readonly f?: number;
  readonly b?: boolean;
  readonly type?: number;
  readonly shape?: TensorFlowShape;
  readonly tensor?: TensorFlowTensor;
}

/** NodeDef. An input is `node`, `node:1` for its second output, or `^node` to run after it; those come last. */
export interface TensorFlowNode {
  readonly name: string;
  readonly op: string;
  readonly input: readonly string[];
  readonly attr: { readonly [name: string]: TensorFlowAttr };
}

type Field = { type: string; id: number; rule?: 'repeated' } | { keyType: string; type: string; id: number };
const one = (type: string, id: number): Field => ({ type, id });
const many = (type: string, id: number): Field => ({ type, id, rule: 'repeated' });
const message = (fields: { [name: string]: Field }): { fields: { [name: string]: Field } } => ({ fields });
/** One of its fields holds, be it false, 0 or empty: only so are these written. */
const choice = (fields: { [name: string]: Field }): { fields: { [name: string]: Field }; oneofs: { value: { oneof: string[] } } } => ({ fields, oneofs: { value: { oneof: Object.keys(fields) } } });

const FORMAT = protobuf.Root.fromJSON({
  nested: {
    SavedModel: message({ savedModelSchemaVersion: one('int64', 1), metaGraphs: many('MetaGraphDef', 2) }),
    MetaGraphDef: message({ metaInfoDef: one('MetaInfoDef', 1), graphDef: one('GraphDef', 2) }),
    MetaInfoDef: message({ tags: many('string', 4) }),
    GraphDef: message({ node: many('NodeDef', 1), versions: one('VersionDef', 4) }),
    VersionDef: message({ producer: one('int32', 1) }),
    NodeDef: message({ name: one('string', 1), op: one('string', 2), input: many('string', 3), attr: { keyType: 'string', type: 'AttrValue', id: 5 } }),
    AttrValue: choice({ s: one('bytes', 2), i: one('int64', 3), f: one('float', 4), b: one('bool', 5), type: one('int32', 6), shape: one('TensorShapeProto', 7), tensor: one('TensorProto', 8) }),
    TensorShapeProto: message({ dim: many('Dim', 2) }),
    Dim: message({ size: one('int64', 1) }),
    TensorProto: message({ dtype: one('int32', 1), tensorShape: one('TensorShapeProto', 2), tensorContent: one('bytes', 4), floatVal: many('float', 5), intVal: many('int32', 7), boolVal: many('bool', 11) }),
  },
});

/** The tag that a SavedModel is loaded by. */
export const SERVE_TAG = 'serve';
const SCHEMA_VERSION = 1;
const PRODUCER = 1900; // graphs of older producers are run by older rules

/** The bytes of `saved_model.pb`: a graph without weights or functions. */
export function encodeSavedModel(node: readonly TensorFlowNode[]): Uint8Array {
  const graphDef = { node, versions: { producer: PRODUCER } };
  const model = { savedModelSchemaVersion: SCHEMA_VERSION, metaGraphs: [{ metaInfoDef: { tags: [SERVE_TAG] }, graphDef }] };
  return FORMAT.lookupType('SavedModel').encode(model).finish();
}
