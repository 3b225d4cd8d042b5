/**
 * What TensorFlow's native Node binding offers: tensors by number, single ops, and SavedModels as sessions. Every call blocks and throws a plain
 * `Error` with at most 500 letters of TensorFlow's own message; none of them touches a tfjs tensor.
 * It is not tfjs's backend: no data ids, no gradients, no JavaScript of the vendor. Source: `binding/tfjs_binding.cc` of `@tensorflow/tfjs-node` 4.22.
 */

/** A tensor of the binding: `dtype` is TensorFlow's number for it. The receiver deletes it. */
export interface TensorHandle {
  readonly id: number;
  readonly shape: readonly number[];
  readonly dtype: number;
}

/** An attribute of one op: `type` is one of the binding's `TF_ATTR_` numbers. A list of numbers or booleans sets a list attribute. */
export interface OpAttribute {
  readonly name: string;
  readonly type: number;
  readonly value: boolean | number | string | readonly number[] | readonly boolean[];
}

/** One array per dtype: Float32Array for float32, Int32Array for int32 (and two per int64), Uint8Array for bool and uint8, arrays of bytes for string. */
export type TensorContent = Float32Array | Int32Array | Uint8Array | readonly Uint8Array[];

export interface TensorFlowBinding {
  /**
   * A tensor over the caller's memory: where that is aligned it is not copied, so the array must stay as it is until the tensor is deleted, and a
   * graph must not keep it (assign a variable from a copying op, not from the fed tensor itself). Other dtypes, such as bfloat16, come from a Cast in the graph.
   * @param shape a plain array; its product must equal the length of `content`
   */
  createTensor(shape: readonly number[], dtype: number, content: TensorContent): number;
  /** Throws for a number that is no live tensor. */
  deleteTensor(id: number): void;
  /** A new array, the caller's: float32 and complex64 (two per element) as Float32Array, int64 as BigInt64Array, bool and resource as Uint8Array. Other dtypes throw. */
  tensorDataSync(id: number): Float32Array | Int32Array | Uint8Array | BigInt64Array | readonly Uint8Array[];
  /** Runs one op at once, on the GPU where there is one. Inputs stay the caller's. */
  executeOp(name: string, attributes: readonly OpAttribute[], inputIds: readonly number[], outputs: number): TensorHandle[];
  /**
   * A session over the graph in `folder/saved_model.pb`. It takes threads and memory from the environment as it was when the library was loaded.
   * @param tags joined by commas; `serve` for models of one graph
   */
  loadSavedModel(folder: string, tags: string): number;
  deleteSavedModel(id: number): void;
  /**
   * Runs the session: feeds `inputIds` at `inputNames`, answers with one tensor per output name, in order. A failed run leaks its inputs.
   * Names are joined by commas and written `op:index`. Without an index, an op whose name begins with a digit would be read as that output.
   */
  runSavedModel(id: number, inputIds: readonly number[], inputNames: string, outputNames: string): TensorHandle[];
  getNumOfSavedModels(): number;
  getNumOfTensors(): number;
  /** Whether TensorFlow found a GPU when it was loaded. */
  isUsingGpuDevice(): boolean;

  readonly TF_Version: string;
  readonly TF_FLOAT: number;
  readonly TF_INT32: number;
  readonly TF_INT64: number;
  readonly TF_BOOL: number;
  readonly TF_COMPLEX64: number;
  readonly TF_STRING: number;
  readonly TF_RESOURCE: number;
  readonly TF_UINT8: number;
  readonly TF_ATTR_STRING: number;
  readonly TF_ATTR_INT: number;
  readonly TF_ATTR_FLOAT: number;
  readonly TF_ATTR_BOOL: number;
  readonly TF_ATTR_TYPE: number;
  readonly TF_ATTR_SHAPE: number;
}
