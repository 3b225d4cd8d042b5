/**
 * The passes in their order. Each takes a graph and returns a new one with the same results, up to rounding.
 */
import type { Graph } from '../graph.js';
import { fuseAttention } from './attention.js';
import { fuseCrossEntropy } from './cross-entropy.js';
import { foldConstants } from './fold-constants.js';
import { squeezeTransposes, unflattenProducts } from './layout.js';
import { LOCAL_RULES, PRODUCT_RULES } from './local-rules.js';
import { fuseLogSoftmax } from './log-softmax.js';
import { fuseRmsNorm } from './rms-norm.js';
import { fuseRotary } from './rotary.js';
import { scaleInProduct } from './scale-in-product.js';
import { joinSegmentSums } from './segment-sums.js';
import { simplify } from './simplify.js';
import { fuseSquares } from './squares.js';
import { fuseSwiglu } from './swiglu.js';
import { straightenProducts } from './transposed-product.js';

const EVERY_RULE = [...LOCAL_RULES, ...PRODUCT_RULES];
type Pass = (graph: Graph) => Graph;

const simplifyAll: Pass = (graph) => simplify(graph, EVERY_RULE);
const COMMON: readonly Pass[] = [foldConstants, simplifyAll, squeezeTransposes, simplifyAll, unflattenProducts, simplifyAll, fuseLogSoftmax, fuseAttention, fuseSwiglu];
const FUSED: readonly Pass[] = [fuseCrossEntropy, fuseRmsNorm, fuseRotary, joinSegmentSums, fuseSquares];
const run = (graph: Graph, passes: readonly Pass[]): Graph => passes.reduce((current, pass) => pass(current), graph);

/** For engines that know tfjs's ops and none of ours. */
export function simplifyGraph(graph: Graph): Graph {
  return run(graph, [...COMMON, scaleInProduct, simplifyAll]);
}

/** For ONNX Runtime on a processor. */
export function optimise(graph: Graph): Graph {
  return run(graph, [...COMMON, ...FUSED, scaleInProduct, simplifyAll, straightenProducts, (straight) => simplify(straight)]);
}
