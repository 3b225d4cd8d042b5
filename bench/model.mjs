/**
 * The nano model: replies for 256 concurrent tic-tac-toe turns (all prompts different, and with the repeats of real self-play), and one training step
 * (forward, backward, AdamW) of 512 rows of 12 tokens, on each engine.
 */
import { createEngine, createTraining, decoderLogits, initialWeights, nanoConfig, tf, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import { Rng } from '@spiral-arena/core/random';
import { Match } from '@spiral-arena/core/match';
import { tables } from './games.mjs';

const CONCURRENT = 256;
const ROWS = 512;
const TOKENS = 12;

export async function* benchModel({ seconds }) {
  const { game, options, variant } = tables.find(({ game: { id } }) => id === 'tic-tac-toe');
  const tokenizer = new WordTokenizer(game.briefWords(options));
  const config = nanoConfig(tokenizer.vocabSize, 'nano', 64);
  const rng = Rng.fromSeed(1);
  const weights = initialWeights(config, rng.fork('weights'));
  const prompts = positions(game, options, variant, rng);
  const settings = [['onnx', undefined], ['eager', 'wasm']];
  for (const [name, backend] of settings) {
    const engine = await createEngine({ name, ...(backend ? { backend } : {}) });
    const generator = new WordGenerator({ engine, tokenizer, weights, policyVersion: 0 });
    let version = 0;
    const requests = (different) => Array.from({ length: CONCURRENT }, (_, k) => ({ words: prompts[different ? k : k % 32], maxTokens: 1, sampling: { temperature: 1 }, seed: rng.seed() }));
    for (const [repeats, batch] of [['none', requests(true)], ['8 of each', requests(false)]]) {
      const perSecond = await rate(seconds, async () => {
        await generator.setWeights(weights, ++version); // as after an update: nothing is remembered
        await generator.generate(batch);
      });
      yield { bench: 'model/generate', game: game.id, engine: engine.describe(), concurrent: CONCURRENT, repeats, repliesPerSecond: Math.round(perSecond * CONCURRENT) };
    }
    await generator.dispose();
    yield { bench: 'model/train-step', engine: engine.describe(), rows: ROWS, tokens: TOKENS, ...(await trainStep(engine, weights, rng, seconds)) };
    await engine.dispose();
  }
}

/** Distinct boards of random play, as prompts. */
function positions(game, options, variant, rng) {
  const found = new Map();
  while (found.size < CONCURRENT) {
    const match = Match.start({ game, matchId: 'm', seed: rng.seed(), options, variant });
    while (!match.end) {
      const [seat] = match.pending();
      const text = game.brief(match.observe(seat));
      found.set(text, text.split(' '));
      match.submit(seat, { action: rng.pick(match.legalActions(seat)) });
    }
  }
  return [...found.values()];
}

async function trainStep(engine, weights, rng, seconds) {
  const { config } = weights;
  const training = await createTraining({ engine, weights });
  const targets = new Float32Array(ROWS * config.vocabSize);
  for (let row = 0; row < ROWS; row++) targets[row * config.vocabSize + rng.int(config.vocabSize)] = 1;
  const batch = {
    key: 'bench',
    rows: ROWS,
    inputs: [Int32Array.from({ length: ROWS * TOKENS }, () => rng.int(config.vocabSize)), new Int32Array(ROWS).fill(TOKENS - 1), targets],
    source: (rows) => ({
      inputs: [{ shape: [rows, TOKENS], dtype: 'int32' }, { shape: [rows, 1], dtype: 'int32' }, { shape: [rows, 1, config.vocabSize], dtype: 'float32' }],
      gradient: (given, [tokenIds, places, wanted]) => {
        const loss = (...w) => tf.div(tf.neg(tf.sum(tf.mul(tf.logSoftmax(decoderLogits(config, w, tokenIds, places)), wanted))), ROWS);
        const { value, grads } = tf.valueAndGrads(loss)([...given]);
        return { outputs: [value], gradients: grads };
      },
    }),
  };
  const perSecond = await rate(seconds, () => training.update([batch], { learningRate: 1e-3, clipNorm: 1 }));
  await training.dispose();
  return { milliseconds: Math.round(1e5 / perSecond) / 100, tokensPerSecond: Math.round(perSecond * ROWS * TOKENS) };
}

async function rate(seconds, run) {
  await run();
  await run();
  const start = performance.now();
  let count = 0;
  do {
    await run();
    count++;
  } while (performance.now() - start < seconds * 1000);
  return count / ((performance.now() - start) / 1000);
}
