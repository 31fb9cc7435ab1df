#!/usr/bin/env python3
"""results.py OUT: prints the tables of docs/results.md from the runs of docs/results.sh."""
import statistics
import sys

from runs import HEADINGS, METRICS, SETS, read, scores, spread

# Zhao et al., ICML 2022: tables 2 and 3, those of Hits@50 and average precision in the appendix, the
# ablations of the losses and of the embeddings. (mean, standard deviation) of 20 runs.
PAPER = {
    "cora-jknet-mvgrl": {"auc": (93.05, 0.24), "ap": (94.24, 0.28), "hits@20": (65.57, 1.05), "hits@50": (75.49, 1.54)},
    "cora-gcn-mvgrl": {"auc": (92.55, 0.50), "ap": (93.77, 0.49), "hits@20": (60.34, 2.33), "hits@50": (72.61, 0.92)},
    "cora-sage-mvgrl": {"auc": (92.61, 0.52), "ap": (93.55, 0.49), "hits@20": (57.33, 1.73), "hits@50": (73.25, 0.94)},
    "cora-nocf": {"auc": (88.79, 0.28), "hits@20": (58.52, 0.83)},
    "cora-gnn-jknet": {"auc": (89.05, 0.67), "ap": (90.50, 0.22), "hits@20": (48.21, 3.86), "hits@50": (62.64, 1.40)},
    "cora-gnn-gcn": {"auc": (90.25, 0.53), "ap": (91.42, 0.45), "hits@20": (49.06, 1.72), "hits@50": (64.93, 1.62)},
    "cora-gnn-sage": {"auc": (90.24, 0.34), "ap": (91.52, 0.46), "hits@20": (53.54, 2.96), "hits@50": (63.18, 3.39)},
    "citeseer-jknet-mvgrl": {"auc": (92.12, 0.47), "ap": (93.92, 0.41), "hits@20": (68.09, 1.49), "hits@50": (77.01, 1.92)},
    "citeseer-gcn-mvgrl": {"auc": (89.65, 0.20), "ap": (91.84, 0.20), "hits@20": (59.45, 2.30), "hits@50": (69.85, 1.11)},
    "citeseer-sage-mvgrl": {"auc": (91.84, 0.20), "ap": (90.80, 0.87), "hits@20": (53.05, 2.07), "hits@50": (64.75, 2.27)},
    "citeseer-jknet-dgi": {"auc": (93.34, 0.51), "hits@20": (72.17, 1.08)},
    "citeseer-nocf": {"auc": (90.61, 0.64), "hits@20": (64.69, 3.25)},
    "citeseer-gnn-jknet": {"auc": (88.58, 1.78), "ap": (90.42, 1.34), "hits@20": (55.60, 2.17), "hits@50": (62.26, 2.10)},
    "citeseer-gnn-gcn": {"auc": (71.47, 1.40), "ap": (90.87, 0.52), "hits@20": (55.56, 1.32), "hits@50": (63.38, 1.73)},
    "citeseer-gnn-sage": {"auc": (87.38, 1.39), "ap": (89.43, 1.15), "hits@20": (53.67, 2.94), "hits@50": (61.71, 2.43)},
    "facebook-jknet-mvgrl": {"auc": (99.31, 0.04), "ap": (99.35, 0.02), "hits@20": (55.22, 1.29), "hits@50": (71.41, 0.61)},
    "facebook-gcn-mvgrl": {"auc": (99.38, 0.01), "ap": (99.40, 0.01), "hits@20": (53.95, 2.29), "hits@50": (70.47, 0.77)},
    "facebook-sage-mvgrl": {"auc": (99.34, 0.10), "ap": (99.29, 0.06), "hits@20": (47.28, 3.00), "hits@50": (63.89, 2.08)},
    "facebook-gnn-jknet": {"auc": (99.43, 0.02), "ap": (99.41, 0.02), "hits@20": (52.25, 1.48), "hits@50": (68.81, 1.76)},
    "facebook-gnn-gcn": {"auc": (99.43, 0.02), "ap": (99.42, 0.02), "hits@20": (53.89, 2.14), "hits@50": (69.90, 0.65)},
    "facebook-gnn-sage": {"auc": (99.29, 0.04), "ap": (99.27, 0.06), "hits@20": (45.51, 3.22), "hits@50": (62.53, 4.24)},
    "pubmed-jknet-features": {"auc": (97.53, 0.17), "ap": (97.69, 0.13), "hits@20": (44.90, 2.00), "hits@50": (62.80, 0.79)},
    "ogbl-ddi-jknet-mvgrl": {"auc": (99.94, 0.01), "ap": (99.96, 0.01), "hits@20": (86.08, 1.98), "hits@50": (93.07, 1.14)},
}

ENCODERS = {"jknet": "JKNet", "gcn": "GCN", "sage": "GraphSAGE"}
EMBEDDINGS = {"mvgrl": "MVGRL\\*", "dgi": "DGI\\*", "features": "features"}


def label(name):
    dataset = next(s for s in SETS if name.startswith(s + "-"))
    first, *rest = name[len(dataset) + 1:].split("-")
    if first == "gnn":
        return f"`--model gnn`, {ENCODERS[rest[0]]}", "none"
    if first == "nocf":
        return "`--alpha 0 --beta 0`, JKNet", "none"
    return f"CFLP, {ENCODERS[first]}", EMBEDDINGS[rest[0]]


def main():
    rows = read(sys.argv[1])
    for dataset, title in SETS.items():
        names = [n for n in PAPER if n.startswith(dataset + "-") or n == dataset]
        names += [n for n in rows if n not in PAPER and n.startswith(dataset + "-")]
        print(f"\n| {title} | embedding | runs | " + " | ".join(HEADINGS) + " |")
        print("|---|---|---:|---:|---:|---:|---:|---:|")
        for name in names:
            if name not in rows:
                continue
            model, embedding = label(name)
            runs, paper = rows[name], PAPER.get(name, {})
            cells = [spread(scores(runs, m)) for m in METRICS]
            print(f"| {model} | {embedding} | {len(runs)} | " + " | ".join(cells) + " |")
            if not paper:
                continue
            cells, low = [], False
            for m in METRICS:
                cells.append(f"{paper[m][0]:.2f} ± {paper[m][1]:.2f}" if m in paper else "")
                low |= m in paper and statistics.mean(scores(runs, m)) < paper[m][0] - 2 * paper[m][1]
            print(f"| paper{' (ours is below)' if low else ''} | | 20 | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
