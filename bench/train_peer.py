"""The peer of the training bench: one full step (forward, loss, backward, clipping, Adam) of the same decoder in PyTorch.

pip install torch ; python train_peer.py WIDTH LAYERS HEADS VOCAB BATCH LENGTH [--compile] [--threads N]
Prints, as JSON lines, first what it is, with the milliseconds of its first step; then, for each number read from standard input, the milliseconds of so
many steps. Without --clip it does not clip: less work than ours.
"""
import argparse
import json
import sys
import time

import torch
from torch.nn import functional


class Decoder(torch.nn.Module):
    def __init__(self, width, layers, heads, vocab):
        super().__init__()
        self.heads = heads
        self.embedding = torch.nn.Parameter(torch.randn(vocab, width) * 0.02)
        self.norm = torch.nn.Parameter(torch.ones(width))
        make = lambda *shape: torch.nn.Parameter(torch.randn(*shape) * 0.02)
        self.layers = torch.nn.ModuleList(
            torch.nn.ParameterDict({
                "attention_norm": torch.nn.Parameter(torch.ones(width)), "mlp_norm": torch.nn.Parameter(torch.ones(width)),
                "qkv": make(3 * width, width), "out": make(width, width), "gate_up": make(8 * width, width), "down": make(width, 4 * width),
            }) for _ in range(layers))

    def forward(self, ids):
        batch, length = ids.shape
        x = self.embedding[ids]  # [B, T, D]
        width = x.shape[-1]
        for layer in self.layers:
            normed = functional.rms_norm(x, (width,), layer["attention_norm"], 1e-5)
            qkv = functional.linear(normed, layer["qkv"]).view(batch, length, 3, self.heads, width // self.heads)
            q, k, v = (part.transpose(1, 2) for part in qkv.unbind(2))  # [B, H, T, D/H]
            mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + functional.linear(mixed.transpose(1, 2).reshape(batch, length, width), layer["out"])
            gate, up = functional.linear(functional.rms_norm(x, (width,), layer["mlp_norm"], 1e-5), layer["gate_up"]).chunk(2, -1)
            x = x + functional.linear(functional.silu(gate) * up, layer["down"])
        logits = functional.linear(functional.rms_norm(x, (width,), self.norm, 1e-5), self.embedding)  # [B, T, V]
        return functional.cross_entropy(logits.flatten(0, 1), ids.flatten())


def main():
    parser = argparse.ArgumentParser()
    for name in ("width", "layers", "heads", "vocab", "batch", "length"):
        parser.add_argument(name, type=int)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--clip", action="store_true")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(0)
    model = Decoder(args.width, args.layers, args.heads, args.vocab).to(args.device)
    loss_of = torch.compile(model) if args.compile else model
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    ids = torch.randint(0, args.vocab, (args.batch, args.length), device=args.device)

    def timed(steps):
        times = []
        for _ in range(steps):
            start = time.perf_counter()
            loss = loss_of(ids)
            loss.backward()
            if args.clip:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad()
            if args.device != "cpu":
                loss.item()
            times.append((time.perf_counter() - start) * 1000)
        return times

    first = timed(1)[0]
    timed(1)  # warm
    print(json.dumps({"description": f"torch {torch.__version__}", "firstMilliseconds": first}), flush=True)
    for line in sys.stdin:
        print(json.dumps(timed(int(line))), flush=True)


main()
