# The commands of docs/embeddings.md, for a folder `papers` with features and labels.

# classify nodes on an embedding of the whole graph
gg_embed --method svd --out papers.npy papers
embedding_classifier papers papers.npy 2

# predict links with one of the training links alone
gg_embed --method svd --split-seed 1 --out train.npy papers
cflp_train --split-seed 1 --embedding train.npy --epochs 5 --epochs-ft 5 papers

# the same without a file, and the embedding alone under a decoder
cflp_train --split-seed 1 --embedding svd --epochs 5 --epochs-ft 5 papers
cflp_train --split-seed 1 --model svd --epochs 50 papers
