#!/usr/bin/env python3
"""matching.py OUT: prints the table of docs/results.md on matching from the runs of matching.sh."""
import statistics
import sys

from runs import HEADINGS, METRICS, SETS, read, scores, spread

WAYS = {
    "exact": "`exact`",
    "official": "`official`",
    "official-distinct": "`official-distinct`",
}


def positive_share(runs):
    """Of the matched pairs, those whose counterfactual is a link, in thousandths."""
    return statistics.mean(1000 * r["runs"][0]["matched"]["positive"] / r["runs"][0]["matched"]["found"] for r in runs)


def main():
    rows = read(sys.argv[1])
    for dataset in ("cora", "citeseer"):
        print(f"\n| {SETS[dataset]}, `--match` | seeds | " + " | ".join(HEADINGS) + " | matched pairs | links among them, ‰ | ATE_obs | ATE_est |")
        print("|---" * 2 + "|---:" * 9 + "|")
        for way, title in WAYS.items():
            runs = rows.get(f"{dataset}-{way}")
            if not runs:
                continue
            cells = [spread(scores(runs, m)) for m in METRICS]
            found = statistics.mean(r["runs"][0]["matched"]["found"] for r in runs)
            obs = [r["runs"][0]["ate"]["obs"] for r in runs]
            est = [r["runs"][0]["ate"]["est"] for r in runs]
            print(f"| {title} | {len(runs)} | " + " | ".join(cells) +
                  f" | {found:,.0f} | {positive_share(runs):.2f} | {spread(obs, 4)} | {spread(est, 4)} |")


if __name__ == "__main__":
    main()
