"""Every figure: python -m reproductions FOLDER."""

from __future__ import annotations

from . import (
    homogeneity,
    identity,
    odd_class,
    own_keys,
    semantic,
    skewed_classes,
    uneven_and_odd,
    uneven_keys,
    utility,
)
from .folder import folder_asked_for

if __name__ == "__main__":
    folder = folder_asked_for(__doc__)
    for attack in (identity, homogeneity, semantic, utility, own_keys):
        attack.main(folder)
    for made_up in (uneven_keys, skewed_classes, odd_class, uneven_and_odd):
        made_up.main()
