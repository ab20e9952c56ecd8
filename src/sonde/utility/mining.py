"""Data mining: whether models learn from a release what they learn from its original."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..entropy import Floats, Ints
from ..errors import SondeError, did_you_mean
from ..parameters import whole
from ..plain import plain
from .learners import Features, features, learners, require_scikit_learn, threads
from .pairs import Pair, pair

if TYPE_CHECKING:
    import numpy.typing as npt

# A model is not trained on fewer rows, nor tested on fewer.
FEWEST = 10
# How much of the rows is held back for the test.
HELD_BACK = 1 / 3


@dataclass(frozen=True)
class Scores:
    """What one model comes to, over repeated splits of the rows: a mean, and between what it lies.

    ``low`` and ``high`` are the ends of a 95% interval in which splits count as dependent, as
    they share rows (Nadeau and Bengio, Machine Learning 52, 2003).
    """

    each: tuple[float, ...]
    share: float = HELD_BACK

    @property
    def mean(self) -> float:
        return math.fsum(self.each) / len(self.each)

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the mean lies, 95 times in 100."""
        from scipy.stats import t

        times = len(self.each)
        spread = float(np.var(self.each, ddof=1))
        error = math.sqrt(spread * (1 / times + self.share / (1 - self.share)))
        width = float(t.ppf(0.975, times - 1)) * error
        return self.mean - width, self.mean + width


@dataclass(frozen=True)
class Learned:
    """One model: trained on the release and on the original, tested on the same held-back rows.

    ``lost`` are the differences, split by split, whose interval says whether they are more than
    the luck of a split.
    """

    model: str
    release: Scores
    original: Scores

    @property
    def lost(self) -> Scores:
        """What the original's model is better by."""
        pairs = zip(self.original.each, self.release.each, strict=True)
        return Scores(tuple(one - other for one, other in pairs), self.release.share)


@dataclass(frozen=True)
class Prediction:
    """How well each model predicts held-back originals, and what guessing without keys comes to.

    ``score`` is ``accuracy``, the share of right answers, or for numbers ``r2``, the share of
    the variance that is explained; below 0 is worse than the mean.
    """

    predict: str
    from_: tuple[str, ...]
    score: str
    models: Mapping[str, Learned]
    guess: Scores
    trained: int
    tested: int

    def __repr__(self) -> str:
        head = f"{self.predict} from {', '.join(self.from_)}, {self.score}"
        lines = [
            f"  {one.model:<19}{one.release.mean:.4f} from the release, "
            f"{one.original.mean:.4f} from the original; {_lost(one.lost)}"
            for one in self.models.values()
        ]
        below = f"Trained on {self.trained:,} rows and tested on {self.tested:,} originals"
        splits = f"{len(self.guess.each)} times; a guess without keys has {self.guess.mean:.4f}."
        return "\n".join(map(plain, [head, *lines, f"{below}, {splits}"]))


def _lost(lost: Scores) -> str:
    low, high = lost.interval
    return f"lost {lost.mean:.4f} ({low:.4f} to {high:.4f})"


def prediction(
    original: Any,
    release: Any,
    predict: str,
    from_: str | Sequence[str],
    *,
    models: Sequence[str] | None = None,
    splits: int = 10,
    seed: int = 0,
    categories: str | Sequence[str] = (),
) -> Prediction:
    """Train models on the release and on the original, and test both on held-back originals.

    The models are a decision tree, the nearest neighbours and, as a strong baseline, boosted
    trees, for classes or for numbers as the predicted attribute is. A third of the rows is held
    back, ``splits`` times anew. Both models are asked for the original's answer. What they are
    told of a held-back row are the original's keys, but for a key whose values the release made
    coarser, as a model of the release knows no others: of that it is told the release's.

    Numbers that stand for classes are named in ``categories``. A null among numbers counts as
    the mean. It rests on the models: what these three cannot learn may still be there. It needs
    scikit-learn, the extra ``mining``.

    >>> import sonde
    >>> ages = list(range(20, 60)) * 3
    >>> original = {"age": ages, "income": ["high" if age > 40 else "low" for age in ages]}
    >>> made = sonde.prediction(original, original, "income", "age", models=["tree"], splits=3)
    >>> made.models["tree"].lost.mean
    0.0
    """
    require_scikit_learn()
    keys = [from_] if isinstance(from_, str) else list(map(str, from_))
    if not keys or predict in keys:
        raise SondeError(f"Name what {predict!r} is to be predicted from, other than itself.")
    held = pair(original, release, columns=[predict, *keys], categories=categories)
    times = whole("splits", splits, 2)
    goals = _goals(held, predict)
    told = features(held, keys, goals.rows)
    makers = _chosen(models, numbers=goals.numbers)
    rows = len(goals.rows)
    trained = _trained(rows)
    guesses: list[float] = []
    scores: dict[str, list[tuple[float, float]]] = {name: [] for name in makers}
    for turn in range(times):
        order = np.random.default_rng([seed, turn]).permutation(rows)
        train, test = order[:trained], order[trained:]
        guesses.append(_score(goals, _constant(goals, train, len(test)), test))
        with threads(rows):
            for name, make in makers.items():
                scores[name].append(_both(goals, told, partial(make, seed), train, test))
    share = 1 - trained / rows
    learned = {
        name: Learned(name, *(Scores(side, share) for side in zip(*each, strict=True)))
        for name, each in scores.items()
    }
    return Prediction(
        predict=predict,
        from_=tuple(keys),
        score="r2" if goals.numbers else "accuracy",
        models=learned,
        guess=Scores(tuple(guesses), share),
        trained=trained,
        tested=rows - trained,
    )


def _both(
    goals: Goals, told: Features, make: Callable[[list[bool]], Any], train: Ints, test: Ints
) -> tuple[float, float]:
    """Train a model on the release and one on the original, and put both to the test."""
    release = _learn(goals, make(told.of_release), goals.after, told.release, train)
    original = _learn(goals, make(told.of_original), goals.before, told.original, train)
    return (
        _score(goals, release.predict(told.asked[test]), test),
        _score(goals, original.predict(told.original[test]), test),
    )


@dataclass(frozen=True, eq=False)
class Goals:
    """The predicted attribute of the rows that both tables say it of."""

    rows: Ints
    before: npt.NDArray[Any]
    after: npt.NDArray[Any]
    numbers: bool


def _goals(held: Pair, predict: str) -> Goals:
    if predict in held.numbers:
        from .columns import as_numbers

        sides = [as_numbers(table[predict]) for table in held.tables]
        assert sides[0] is not None  # noqa: S101 - it is among the numbers
        assert sides[1] is not None  # noqa: S101
        rows = np.flatnonzero(~(np.isnan(sides[0]) | np.isnan(sides[1])))
        return _varied(predict, Goals(rows, sides[0][rows], sides[1][rows], numbers=True))
    column = held.held[predict]
    known = set(column.before.tolist())
    new = [column.values[code] for code in np.unique(column.after) if int(code) not in known]
    if new:
        raise SondeError(
            f"The release has the value {new[0]!r} of {predict!r} and the original has not, so "
            "that their answers do not compare: predict an attribute that both have alike."
        )
    goals = Goals(np.arange(held.rows), column.before, column.after, numbers=False)
    return _varied(predict, goals)


def _varied(predict: str, goals: Goals) -> Goals:
    if len(np.unique(goals.before)) == 1:
        raise SondeError(f"{predict!r} has the same value everywhere: there is nothing to predict.")
    return goals


def _trained(rows: int) -> int:
    trained = round(rows * (1 - HELD_BACK))
    if rows - trained < FEWEST:
        raise SondeError(
            f"{rows:,} complete rows are too few to train on: it takes {3 * FEWEST}, of which a "
            "third is held back for the test."
        )
    return trained


def _chosen(
    models: Sequence[str] | None, *, numbers: bool
) -> dict[str, Callable[[int, list[bool]], Any]]:
    known = learners(numbers=numbers)
    names = list(known) if models is None else [models] if isinstance(models, str) else models
    for name in names:
        if name not in known:
            raise SondeError(f"There is no model {name!r}.{did_you_mean(name, known)}")
    return {name: known[name] for name in names}


def _learn(goals: Goals, model: Any, answers: Any, known: Floats, train: Ints) -> Any:
    """Train a model; where there is one answer only, it is what the model says."""
    if not goals.numbers and len(np.unique(answers[train])) == 1:
        from sklearn.dummy import DummyClassifier

        model = DummyClassifier()
    return model.fit(known[train], answers[train])


def _constant(goals: Goals, train: Ints, times: int) -> Any:
    """Guess without keys: the mean, or the most frequent value."""
    learnt = goals.before[train]
    if goals.numbers:
        return np.full(times, learnt.mean())
    values, n = np.unique(learnt, return_counts=True)
    return np.full(times, values[n.argmax()])


def _score(goals: Goals, found: Any, test: Ints) -> float:
    right = goals.before[test]
    if not goals.numbers:
        return float((found == right).mean())
    spread = float(np.square(right - right.mean()).sum())
    if spread == 0:
        raise SondeError("The rows held back all have one value: take more rows.")
    return 1 - float(np.square(found - right).sum()) / spread
