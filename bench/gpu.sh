#!/usr/bin/env bash
# Everything worth measuring on a machine with an NVIDIA GPU: the engines on it beside PyTorch on it, and a short demo. Needs Node and, for TensorFlow,
# `spiral engine install --gpu` first; PyTorch where PYTHON has it. One JSON object a line on standard output.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v nvidia-smi >/dev/null || { echo 'expected a machine with an NVIDIA GPU (nvidia-smi), found none' >&2; exit 1; }
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader >&2
npm run --silent build
spiral() { node packages/cli/bin/run.js "$@"; }
train() { node bench/train.mjs --json --rounds 3 "$@"; }

spiral engine list >&2
spiral doctor --json
shapes='256 6 8 4096 8 128; 512 8 8 8192 4 256; 768 12 12 32000 8 512'
train --peers --device cuda --engines tensorflow --shapes "$shapes" --options '{"requireGpu":true}'
train --engines tensorflow --shapes "$shapes" --options '{"requireGpu":true,"xla":true}'
train --engines tensorflow --shapes "$shapes" --options '{"requireGpu":true,"dtype":"bfloat16","xla":true}'
if node --input-type=module -e "const { createEngine } = await import('@spiral-arena/model'); await createEngine({ name: 'onnx', provider: 'cuda', requireGpu: true });"; then
  train --engines onnx --shapes "$shapes" --options '{"provider":"cuda","requireGpu":true}'
fi
spiral demo --minutes 3 --seed 1 --engine tensorflow --require-gpu --json
