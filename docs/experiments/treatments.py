#!/usr/bin/env python3
"""treatments.py OUT: prints the tables of treatments from the runs of treatments.sh, the paper's beside ours."""
import statistics
import sys

from runs import SETS, read, scores, spread

# Zhao et al., ICML 2022, tables 4 and 5: Hits@20, observed and estimated effect.
PAPER = {
    "cora": {
        "kcore": (65.6, 0.002, 0.013), "sbm": (64.2, 0.006, 0.023), "commn": (62.3, 0.007, 0.053),
        "propagation": (61.7, 0.037, 0.059), "ward": (61.2, 0.001, 0.033), "spectral": (59.3, 0.002, 0.033),
        "louvain": (57.6, 0.025, 0.138), "katz": (56.6, 0.740, 0.802),
    },
    "citeseer": {
        "sbm": (71.6, 0.004, 0.005), "kcore": (68.1, 0.002, 0.010), "ward": (67.0, 0.003, 0.037),
        "propagation": (64.6, 0.141, 0.232), "louvain": (63.3, 0.126, 0.151), "spectral": (59.9, 0.009, 0.166),
        "katz": (57.3, 0.245, 0.224), "commn": (56.8, 0.678, 0.195),
    },
}
TITLES = {
    "kcore": "k-core", "sbm": "SBM", "commn": "common neighbours", "propagation": "label propagation",
    "ward": "Ward", "spectral": "spectral", "louvain": "Louvain", "katz": "Katz",
}


def kendall(x, y):
    """Kendall's tau-b."""
    pairs = [(i, j) for i in range(len(x)) for j in range(i)]
    signs = [((x[i] > x[j]) - (x[i] < x[j]), (y[i] > y[j]) - (y[i] < y[j])) for i, j in pairs]
    untied = (sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs)) ** 0.5
    return sum(a * b for a, b in signs) / untied if untied else float("nan")


def table(title, extra):
    print(f"\n| {title} | runs | valid AUC | AUC | Hits@20 | Hits@50{extra} |")
    print("|---" + "|---:" * (5 + extra.count("|")) + "|")


def row(name, runs, extra=""):
    valid = [100 * r["runs"][0]["valid"]["auc"] for r in runs]
    cells = [spread(valid)] + [spread(scores(runs, m)) for m in ("auc", "hits@20", "hits@50")]
    print(f"| {name} | {len(runs)} | " + " | ".join(cells) + f"{extra} |")


def bundles(rows, dataset):
    """Several treatments in one model beside each of them alone."""
    ways = [w for w in ("average", "sample") if f"{dataset}-bundle-{w}" in rows]
    if not ways:
        return
    table(f"{SETS[dataset]}, several treatments", "")
    for name in ("kcore", "louvain", "commn"):
        if f"{dataset}-{name}" in rows:
            row(TITLES[name], rows[f"{dataset}-{name}"])
    for way in ways:
        row(f"all three, `--bundle {way}`", rows[f"{dataset}-bundle-{way}"])


def main():
    rows = read(sys.argv[1])
    for dataset, paper in PAPER.items():
        found = {t: rows[f"{dataset}-{t}"] for t in paper if f"{dataset}-{t}" in rows}
        found = dict(sorted(found.items(), key=lambda r: -statistics.mean(scores(r[1], "hits@20"))))
        table(SETS[dataset], " | ATE_obs | ATE_est | paper: Hits@20 | ATE_obs | ATE_est")
        ours = []
        for name, runs in found.items():
            obs, est = ([r["runs"][0]["ate"][k] for r in runs] for k in ("obs", "est"))
            ours.append([statistics.mean(v) for v in (scores(runs, "hits@20"), obs, est)])
            row(TITLES[name], runs, "".join(f" | {c}" for c in (spread(obs, 4), spread(est, 4), *paper[name])))
        if len(ours) < 2:
            continue
        print(f"\nKendall's tau on {SETS[dataset]}:\n\n| | ours | paper's numbers |\n|---|---:|---:|")
        theirs = list(zip(*paper.values()))
        hits, obs, est = zip(*ours)
        for title, a, b, c, d in (("ATE_obs and ATE_est", obs, est, theirs[1], theirs[2]),
                                  ("ATE_obs and Hits@20", obs, hits, theirs[1], theirs[0]),
                                  ("ATE_est and Hits@20", est, hits, theirs[2], theirs[0])):
            print(f"| {title} | {kendall(a, b):.2f} | {kendall(c, d):.2f} |")
        bundles(rows, dataset)


if __name__ == "__main__":
    main()
