#!/usr/bin/env python3
"""embeddings.py OUT: prints the tables of embeddings from the runs of embeddings.sh, the paper's beside ours."""
import sys

from runs import HEADINGS, METRICS, SETS, read, scores, spread

# Zhao et al., ICML 2022, tables 2 and 3, of embeddings and of the ablation: AUC, Hits@20 of 20 runs.
PAPER = {
    "cora-jknet-mvgrl": (93.05, 65.57), "cora-jknet-grace": (92.28, 62.54), "cora-jknet-dgi": (92.99, 61.04),
    "cora-nocf": (88.79, 58.52), "citeseer-jknet-mvgrl": (92.12, 68.09), "citeseer-jknet-grace": (93.80, 68.68),
    "citeseer-jknet-dgi": (93.34, 72.17), "citeseer-nocf": (90.61, 64.69),
    "pubmed-jknet-mvgrl": (97.53, 44.90), "facebook-jknet-mvgrl": (99.31, 55.22),
    "cora-alone-node2vec": (84.49, 49.96), "citeseer-alone-node2vec": (80.00, 47.78),
    "pubmed-alone-node2vec": (80.32, 39.19), "facebook-alone-node2vec": (86.49, 24.24),
    "cora-alone-mvgrl": (75.07, 19.53), "citeseer-alone-mvgrl": (61.20, 14.07),
    "pubmed-alone-mvgrl": (80.78, 14.19), "facebook-alone-mvgrl": (79.83, 14.43),
}
EMBEDDINGS = ("svd", "node2vec", "dgi", "grace", "mvgrl", "features")
NAMES = {f"jknet-{e}": f"CFLP, {e}" for e in EMBEDDINGS}
NAMES["nocf"] = "CFLP, alpha = beta = 0"
NAMES.update({f"alone-{e}": f"{e} alone" for e in EMBEDDINGS})


def valid(runs, metric):
    """In percent, of the validation pairs."""
    return [100 * r["runs"][0]["valid"][metric] for r in runs]


def main():
    rows = read(sys.argv[1])
    for dataset in SETS:
        names = [n for n in NAMES if f"{dataset}-{n}" in rows]
        if not names:
            continue
        print(f"\n| {SETS[dataset]} | runs | valid AUC | valid Hits@20 | " + " | ".join(HEADINGS) +
              " | paper: AUC | Hits@20 |")
        print("|---" + "|---:" * 10 + "|")
        for name in names:
            runs = rows[f"{dataset}-{name}"]
            cells = [spread(valid(runs, m)) for m in ("auc", "hits@20")] + [spread(scores(runs, m)) for m in METRICS]
            paper = PAPER.get(f"{dataset}-{name}", ("", ""))
            print(f"| {NAMES[name]} | {len(runs)} | " + " | ".join(cells) + f" | {paper[0]} | {paper[1]} |")


if __name__ == "__main__":
    main()
