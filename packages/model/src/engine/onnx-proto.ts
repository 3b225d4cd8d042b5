/**
 * The part of the ONNX file format that a recorded step needs, as a protobuf descriptor: field names and numbers are those of the format.
 * It writes models; it neither reads nor checks them.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import protobuf from 'protobufjs/light.js';

/** TensorProto.DataType. */
export const ONNX_TYPES = { float32: 1, int32: 6, int64: 7, bool: 9 } as const;
export type OnnxDtype = keyof typeof ONNX_TYPES;

export interface OnnxNode {
  readonly opType: string;
  readonly domain: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly OnnxAttribute[];
}

/** AttributeProto; `type` says which of the fields holds. */
export interface OnnxAttribute {
  readonly name: string;
  readonly type: number;
  readonly f?: number;
  readonly i?: number;
  readonly s?: Uint8Array;
  readonly ints?: readonly number[];
}

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  readonly rawData: Uint8Array;
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: OnnxDtype;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly initializers: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValueInfo[];
  readonly outputs: readonly OnnxValueInfo[];
}

type Field = { type: string; id: number; rule?: 'repeated' };
const one = (type: string, id: number): Field => ({ type, id });
const many = (type: string, id: number): Field => ({ type, id, rule: 'repeated' });
const message = (fields: { [name: string]: Field }): { fields: { [name: string]: Field } } => ({ fields });

const FORMAT = protobuf.Root.fromJSON({
  nested: {
    ModelProto: message({ irVersion: one('int64', 1), producerName: one('string', 2), graph: one('GraphProto', 7), opsetImport: many('OperatorSetIdProto', 8) }),
    OperatorSetIdProto: message({ domain: one('string', 1), version: one('int64', 2) }),
    GraphProto: message({ node: many('NodeProto', 1), name: one('string', 2), initializer: many('TensorProto', 5), input: many('ValueInfoProto', 11), output: many('ValueInfoProto', 12) }),
    NodeProto: message({ input: many('string', 1), output: many('string', 2), name: one('string', 3), opType: one('string', 4), attribute: many('AttributeProto', 5), domain: one('string', 7) }),
    AttributeProto: message({ name: one('string', 1), f: one('float', 2), i: one('int64', 3), s: one('bytes', 4), ints: many('int64', 8), type: one('int32', 20) }),
    TensorProto: message({ dims: many('int64', 1), dataType: one('int32', 2), name: one('string', 8), rawData: one('bytes', 9) }),
    ValueInfoProto: message({ name: one('string', 1), type: one('TypeProto', 2) }),
    TypeProto: message({ tensorType: one('TensorType', 1) }),
    TensorType: message({ elemType: one('int32', 1), shape: one('TensorShapeProto', 2) }),
    TensorShapeProto: message({ dim: many('Dimension', 1) }),
    Dimension: message({ dimValue: one('int64', 1) }),
  },
});

const OPSET = 20;
const CONTRIB_DOMAIN_VERSION = 1;
const IR_VERSION = 9;

/** The bytes of a model with fixed shapes that uses opset 20 and ONNX Runtime's contributed ops. */
export function encodeModel(graph: OnnxGraph): Uint8Array {
  const model = {
    irVersion: IR_VERSION,
    producerName: 'spiral-arena',
    opsetImport: [{ domain: '', version: OPSET }, { domain: 'com.microsoft', version: CONTRIB_DOMAIN_VERSION }],
    graph: { name: 'step', node: graph.nodes, initializer: graph.initializers, input: graph.inputs.map(valueInfo), output: graph.outputs.map(valueInfo) },
  };
  return FORMAT.lookupType('ModelProto').encode(model).finish();
}

function valueInfo({ name, shape, dtype }: OnnxValueInfo): object {
  return { name, type: { tensorType: { elemType: ONNX_TYPES[dtype], shape: { dim: shape.map((dimValue) => ({ dimValue })) } } } };
}
