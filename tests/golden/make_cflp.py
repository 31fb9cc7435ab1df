#!/usr/bin/env python3
"""Golden values of CFLP from PyTorch (float64): embeddings, logits, losses and all gradients.

The model is written out here in plain PyTorch from the description of the method (docs/cflp.md); its
parameters follow a formula, so that the C test sets the same ones. Writes cflp.h, and cflp_bundle.h
of two treatments, beside this file.
"""
import os

import numpy as np
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
N, FEATURES, HIDDEN, LAYERS = 12, 6, 5, 3
rng = np.random.default_rng(7)

edges = set()
while len(edges) < 18:
    u, v = sorted(int(i) for i in rng.integers(0, N - 1, 2))  # the last node stays isolated
    if u != v:
        edges.add((u, v))
edges = sorted(edges)
a = np.eye(N)
for u, v in edges:
    a[u, v] = a[v, u] = 1
d = a.sum(1) ** -0.5
adj = torch.tensor(d[:, None] * a * d[None, :])
x = torch.tensor(np.where(rng.random((N, FEATURES)) < 0.4, np.round(rng.random((N, FEATURES)), 3), 0))

shapes = [(f"encoder.convs.{k}.{n}", s) for k in range(LAYERS)
          for n, s in (("lin.weight", (HIDDEN, FEATURES if k == 0 else HIDDEN)), ("bias", (HIDDEN,)))]
shapes += [(f"encoder.bns.{k}.{n}", (HIDDEN,)) for k in range(LAYERS) for n in ("weight", "bias")]
shapes += [("encoder.weights", (LAYERS,)),
           ("decoder.mlp_out.0.weight", (HIDDEN, HIDDEN + 1)), ("decoder.mlp_out.0.bias", (HIDDEN,)),
           ("decoder.mlp_out.3.weight", (1, HIDDEN))]


def by_formula(shapes):
    made, count = {}, 0
    for name, shape in shapes:
        size = int(np.prod(shape))
        values = 0.6 * np.sin(1.3 * np.arange(count, count + size) + 0.5)
        made[name] = torch.tensor(values.reshape(shape), requires_grad=True)
        count += size
    return made


params = by_formula(shapes)

pairs = rng.integers(0, N, (9, 2))
treatment = torch.tensor(rng.integers(0, 2, 9) * 1.0)
cf_treatment = 1 - treatment
outcome = torch.tensor(np.array([1, 1, 1, 0, 0, 0, 0, 0, 0.0]))
cf_outcome = torch.tensor(np.array([1, 0, 0, 1, 0, 0, 0, 0, 0.0]))
factual, matched = rng.integers(0, N, (4, 2)), rng.integers(0, N, (4, 2))
POS, CF_POS, ALPHA, BETA = 2.0, 3.5, 0.7, 0.3


def encode(training, running=None):
    outs, h = [], x
    for k in range(LAYERS):
        h = adj @ (h @ params[f"encoder.convs.{k}.lin.weight"].T) + params[f"encoder.convs.{k}.bias"]
        mean = torch.zeros(HIDDEN) if running is None else running[k][0]
        var = torch.ones(HIDDEN) if running is None else running[k][1]
        h = F.batch_norm(h, mean, var, params[f"encoder.bns.{k}.weight"],
                         params[f"encoder.bns.{k}.bias"], training, 0.1, 1e-5)
        if training and running is not None:
            running[k] = (mean, var)
        h = F.elu(h)
        outs.append(h)
    w = torch.softmax(params["encoder.weights"], 0)
    return sum(w[k] * outs[k] for k in range(LAYERS))


def decode(z, t):
    h = torch.cat((z[pairs[:, 0]] * z[pairs[:, 1]], t.reshape(len(pairs), -1)), 1)
    h = F.elu(h @ params["decoder.mlp_out.0.weight"].T + params["decoder.mlp_out.0.bias"])
    return (h @ params["decoder.mlp_out.3.weight"].T).squeeze(1)


def ends(z, p):
    return torch.cat((z[p[:, 0]], z[p[:, 1]]), 1).mean(0)


running = [(torch.zeros(HIDDEN), torch.ones(HIDDEN)) for _ in range(LAYERS)]
z = encode(True, running)
logits, cf_logits = decode(z, treatment), decode(z, cf_treatment)
loss_f = F.binary_cross_entropy_with_logits(logits, outcome, pos_weight=torch.tensor([POS]))
loss_cf = F.binary_cross_entropy_with_logits(cf_logits, cf_outcome, pos_weight=torch.tensor([CF_POS]))
disc = torch.sqrt(F.mse_loss(ends(z, factual), ends(z, matched)) + 1e-6)
loss = loss_f + ALPHA * loss_cf + BETA * disc
loss.backward()
z_eval = encode(False, [(m.clone(), v.clone()) for m, v in running])

out = ["/* Made by make_cflp.py. */", f"#define GOLDEN_NODES {N}", f"#define GOLDEN_FEATURES {FEATURES}",
       f"#define GOLDEN_HIDDEN {HIDDEN}", f"#define GOLDEN_EDGES {len(edges)}",
       f"#define GOLDEN_PAIRS {len(pairs)}", f"#define GOLDEN_DISC {len(factual)}"]


def emit(name, values, kind="double"):
    values = np.asarray(values.detach() if torch.is_tensor(values) else values).reshape(-1)
    text = ", ".join(repr(float(v)) if kind == "double" else str(int(v)) for v in values)
    out.append(f"static const {kind} golden_{name}[] = {{{text}}};")


emit("edge_u", [u for u, _ in edges], "int32_t")
emit("edge_v", [v for _, v in edges], "int32_t")
emit("x", x)
for name, p in (("pair", pairs), ("factual", factual), ("matched", matched)):
    emit(name + "_u", p[:, 0], "int32_t")
    emit(name + "_v", p[:, 1], "int32_t")
emit("treatment", treatment)
emit("cf_treatment", cf_treatment)
emit("outcome", outcome)
emit("cf_outcome", cf_outcome)
emit("weights", [POS, CF_POS, ALPHA, BETA])
emit("z", z)
emit("z_eval", z_eval)
emit("logits", logits)
emit("cf_logits", cf_logits)
emit("losses", torch.stack([loss_f, loss_cf, disc, loss]))
emit("gradients", torch.cat([params[n].grad.reshape(-1) for n, _ in shapes]))
emit("running", torch.cat([torch.cat(r) for r in running]))


def write(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "w") as f:
        f.write("\n".join(out) + "\n")


write("cflp.h")

# Two treatments: both are columns of the decoder; each has counterfactuals, in which only its own
# column is turned; L_CF and L_disc are means over the two.
rng = np.random.default_rng(8)
shapes = [(n, (HIDDEN, HIDDEN + 2) if n == "decoder.mlp_out.0.weight" else s) for n, s in shapes]
params = by_formula(shapes)
treatment = torch.tensor(rng.integers(0, 2, (9, 2)) * 1.0)
cf_treatment = torch.tensor(np.where(rng.random((9, 2)) < 0.8, 1 - treatment.numpy(), treatment))
cf_outcome = torch.tensor(rng.integers(0, 2, (2, 9)) * 1.0)
factual, matched = rng.integers(0, N, (4, 2)), rng.integers(0, N, (2, 4, 2))
CF_POS = [1.5, 0.8]

z = encode(True)
logits, losses_cf, discs, cf_logits = decode(z, treatment), [], [], []
for k in range(2):
    turned = treatment.clone()
    turned[:, k] = cf_treatment[:, k]
    cf_logits.append(decode(z, turned))
    losses_cf.append(F.binary_cross_entropy_with_logits(cf_logits[k], cf_outcome[k],
                                                        pos_weight=torch.tensor([CF_POS[k]])))
    discs.append(torch.sqrt(F.mse_loss(ends(z, factual), ends(z, matched[k])) + 1e-6))
loss_f = F.binary_cross_entropy_with_logits(logits, outcome, pos_weight=torch.tensor([POS]))
loss_cf, disc = sum(losses_cf) / 2, sum(discs) / 2
loss = loss_f + ALPHA * loss_cf + BETA * disc
loss.backward()

out = ["/* Made by make_cflp.py; the graph, its features and pairs are those of cflp.h. */"]
for name, p in (("factual", factual), ("matched", matched)):
    emit("bundle_" + name + "_u", p[..., 0], "int32_t")
    emit("bundle_" + name + "_v", p[..., 1], "int32_t")
emit("bundle_treatment", treatment)
emit("bundle_cf_treatment", cf_treatment)
emit("bundle_cf_outcome", cf_outcome)
emit("bundle_cf_weights", CF_POS)
emit("bundle_logits", logits)
emit("bundle_cf_logits", torch.stack(cf_logits))
emit("bundle_losses", torch.stack([loss_f, loss_cf, disc, loss]))
emit("bundle_gradients", torch.cat([params[n].grad.reshape(-1) for n, _ in shapes]))
write("cflp_bundle.h")
