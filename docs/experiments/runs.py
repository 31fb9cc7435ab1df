"""Runs of the scripts beside this file, and numbers from them."""
import glob
import json
import os
import statistics

METRICS = ("auc", "ap", "hits@20", "hits@50", "hits@100")
HEADINGS = ("AUC", "AP", "Hits@20", "Hits@50", "Hits@100")
SETS = {"cora": "Cora", "citeseer": "CiteSeer", "facebook": "Facebook", "pubmed": "PubMed", "ogbl-ddi": "ogbl-ddi"}


def read(folder):
    """The runs' JSONs by row, in the order of split and seed."""
    rows = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name, split, seed = os.path.basename(path)[:-5].rsplit("-", 2)
        with open(path) as file:
            run = json.load(file)
        assert run["config"]["seed"] == int(seed) and run["data"]["split"].endswith(split), path
        rows.setdefault(name, []).append(run)
    return rows


def scores(runs, metric):
    """In percent, of the test pairs."""
    return [100 * run["mean"][metric] for run in runs]


def spread(values, digits=2):
    """Mean and sample standard deviation."""
    text = f"{statistics.mean(values):.{digits}f}"
    return text + (f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else "")
