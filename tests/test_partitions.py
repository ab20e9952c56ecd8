"""Partitions and hierarchies, each kind on values whose place is known by hand."""

import pyarrow as pa
import pytest

import sonde
from sonde.partitions import Bins, Mask, Quantiles, Width, read_partitions


def domains(values, spec):
    """The domain of each distinct value, through the engine."""
    column = pa.array(values)
    made = sonde.profile(
        {"raw": column, "laid": column}, keys=["raw", "laid"], partitions={"laid": spec}
    )
    return dict(zip(*(c.to_pylist() for c in made.keys.columns), strict=True))


def test_domains_match_text_and_numbers_alike():
    spec = {"low": [22, "25"], "high": ["40.0"], "none": [None], "other": "*"}
    for values in ([22, 25, 40, 41, None], ["22", "25", "40.0", "41", None]):
        placed = domains(values, spec)
        assert list(placed.values()) == ["low", "low", "high", "other", "none"]
    assert domains([22.0, 25.5], {"a": [22], "b": ["25.5"]}) == {22.0: "a", 25.5: "b"}
    assert domains(["022", "22"], {"a": ["022"], "b": [22]}) == {"022": "a", "22": "b"}


def test_a_domain_may_be_called_as_a_kind_is():
    assert domains(["x", "y"], {"date": ["x"], "prefix": ["y"]}) == {"x": "date", "y": "prefix"}
    assert domains(["x"], {"domains": {"bins": ["x"]}}) == {"x": "bins"}


def test_bins_hold_their_lower_edge_and_have_open_ends():
    placed = domains([-1, 0, 24, 25, 44, 45, 90, None], {"bins": [0, 25, 45]})
    assert list(placed.values()) == [
        "<0", "[0, 25)", "[0, 25)", "[25, 45)", "[25, 45)", ">=45", ">=45", None,
    ]  # fmt: skip
    assert domains(["7", "30.5", "-1e2"], {"bins": [0, 25]}) == {"7": "[0, 25)", "30.5": ">=25", "-1e2": "<0"}  # fmt: skip


def test_many_bins_are_found_by_halving():
    edges = tuple(range(0, 999, 2))
    placed = domains(list(range(-1, 1000)), {"bins": list(edges)})
    assert placed == {value: Bins(edges).place(value) for value in range(-1, 1000)}


def test_a_width_of_decimals_cuts_where_a_person_would():
    placed = domains([0.1, 0.2, 0.3, 0.6, 0.7, 0.29], {"width": 0.1})
    assert placed == {
        0.1: "[0.1, 0.2)", 0.2: "[0.2, 0.3)", 0.29: "[0.2, 0.3)",
        0.3: "[0.3, 0.4)", 0.6: "[0.6, 0.7)", 0.7: "[0.7, 0.8)",
    }  # fmt: skip
    assert domains([-7, -5, 4, 5], {"width": 5}) == {
        -7: "[-10, -5)", -5: "[-5, 0)", 4: "[0, 5)", 5: "[5, 10)",
    }  # fmt: skip
    assert domains([1, 2], {"width": 10, "start": 2}) == {1: "[-8, 2)", 2: "[2, 12)"}
    far = Width(10, start=101).over([7, 93])
    assert (far.place(7), far.place(93)) == ("[1, 11)", "[91, 101)")


def test_quantiles_cut_into_equal_shares_and_keep_equals_together():
    placed = list(domains(list(range(100)), {"quantiles": 4}).values())
    assert sorted(placed.count(domain) for domain in set(placed)) == [25, 25, 25, 25]
    assert Quantiles(2).over([1, 2, 3, 4]) == Bins((3,))
    many = sonde.profile(
        {"n": [1] * 90 + list(range(2, 12))}, keys="n", partitions={"n": {"bins": 4}}
    )
    assert list(many.size) == [90, 10]  # the frequent value fills three quarters by itself
    assert domains([5, 5], {"quantiles": 4}) == {5: ">=5"}
    assert domains(pa.array([None], pa.int64()), {"quantiles": 4}) == {None: None}
    assert domains(pa.array([None], pa.float64()), {"width": 4}) == {None: None}


@pytest.mark.parametrize(
    "written", ["1_000", "0x1F", "inf", "nan", "1e400", "1,5", "", "--1", "1e"]
)
def test_what_only_some_engines_take_for_a_number(written, engine):
    table = pa.table({"a": ["1", " 2.5 ", "-.5e1", written]})
    with pytest.raises(sonde.SondeError, match=f"The value '{written}' of column 'a' is not a num"):
        sonde.profile(engine(table), keys="a", partitions={"a": {"bins": [0, 2]}})
    laid = sonde.profile(engine(table.slice(0, 3)), keys="a", partitions={"a": {"bins": [0, 2]}})
    assert laid.keys.column(0).to_pylist() == ["<0", "[0, 2)", ">=2"]
    assert [Bins((0, 2)).place(v) for v in ("1", " 2.5 ", "-.5e1", written)] == [
        "[0, 2)", ">=2", "<0", None,
    ]  # fmt: skip


@pytest.mark.parametrize("spec", [{"width": 10}, {"quantiles": 2}], ids=str)
def test_bins_that_would_need_an_edge_at_infinity(spec):
    table = {"a": [1.0, float("inf"), 3.0]}
    with pytest.raises(sonde.SondeError, match="over column 'a' cannot be cut, as it holds inf"):
        sonde.profile(table, keys="a", partitions={"a": spec})
    with pytest.raises(sonde.SondeError, match="over the values cannot be cut, as it holds inf"):
        sonde.Hierarchy.build(table["a"], [spec])
    edges = sonde.profile(table, keys="a", partitions={"a": {"bins": [2]}})
    assert edges.keys.column(0).to_pylist() == ["<2", ">=2"]
    assert Bins((2**53 + 1,)).place(2**53) == f"<{2**53 + 1}"


def test_prefixes_and_masks():
    assert domains(["35510", "7"], {"prefix": 3}) == {"35510": "355", "7": "7"}
    assert domains([35510, 7], {"prefix": 3}) == {35510: "355", 7: "7"}
    assert domains([35510.0, None], {"mask": 2}) == {35510.0: "355**", None: None}
    assert domains(["35510", "7", "355*", "a\nb"], {"mask": 2}) == {
        "35510": "355**", "7": "*", "355*": "35**", "a\nb": "a**",
    }  # fmt: skip
    assert Mask(2).place("é😀x") == "é**"


def test_dates():
    import datetime as dt

    days = [dt.date(1969, 12, 31), dt.date(2024, 1, 1), dt.date(2024, 6, 30)]
    assert list(domains(days, {"date": "month"}).values()) == ["1969-12", "2024-01", "2024-06"]
    assert list(domains(days, {"date": "quarter"}).values()) == ["1969-Q4", "2024-Q1", "2024-Q2"]
    written = [day.isoformat() for day in days]
    assert list(domains(written, {"date": "year"}).values()) == ["1969", "2024", "2024"]
    moments = [dt.datetime(2024, 3, 31, 23, 59), dt.datetime(2024, 4, 1)]
    assert list(domains(moments, {"date": "quarter"}).values()) == ["2024-Q1", "2024-Q2"]


def test_a_function_is_a_partition():
    assert domains(["flu", "lung cancer"], lambda v: "cancer" if "cancer" in v else "other") == {
        "flu": "other", "lung cancer": "cancer",
    }  # fmt: skip


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_hierarchy_as_arx_writes_it(tmp_path, separator):
    path = tmp_path / "age.csv"
    path.write_text("\n".join(separator.join(r) for r in (("22", "2*", "*"), ("35", "3*", "*"))))
    ladder = sonde.Hierarchy.read(path)
    assert ladder.levels == 2
    assert domains([22, 35], {"hierarchy": str(path), "level": 1}) == {22: "2*", 35: "3*"}
    assert domains([22, 35], {"hierarchy": ladder, "level": 2}) == {22: "*", 35: "*"}
    assert domains([22, 35], ladder.level(0)) == {22: "22", 35: "35"}


def test_a_hierarchy_built_from_partitions_and_by_code(tmp_path):
    ladder = sonde.Hierarchy.build(
        [22, 31, 35, None, 35],
        [{"width": 5}, lambda age: f"{age // 10 * 10}s", {"bins": [30]}, "*"],
    )
    assert ladder.rows == (
        ("22", "[20, 25)", "20s", "<30", "*"),
        ("31", "[30, 35)", "30s", ">=30", "*"),
        ("35", "[35, 40)", "30s", ">=30", "*"),
    )
    ladder.write(tmp_path / "age.csv")
    assert sonde.Hierarchy.read(tmp_path / "age.csv").rows == ladder.rows
    with pytest.raises(sonde.SondeError, match="not coarser at level 2 .*'30' goes to|not coarser"):
        sonde.Hierarchy.build([21, 29, 31], [{"width": 10}, {"width": 7}])
    with pytest.raises(sonde.SondeError, match="The value 'x' is not a number"):
        sonde.Hierarchy.build(["x"], [{"bins": [1]}])


def test_a_partition_file_is_text_as_written(tmp_path):
    (tmp_path / "p.yaml").write_text(
        "zip: {north: [01234, 0x1F], south: [1234, null]}\n"
        "country: {nordic: [NO, SE], other: '*'}\n"
        "day: {new: [2024-01-01], other: '*'}\n"
        "age: {bins: [0, 25.5]}\n"
        "3: {width: 10}\n"
    )
    laid = read_partitions(tmp_path / "p.yaml")
    assert laid["zip"].place("01234") == "north"
    assert laid["zip"].place("1234") == laid["zip"].place(None) == "south"
    assert laid["country"].place("NO") == "nordic"
    assert laid["day"].place("2024-01-01") == "new"
    assert laid["age"] == Bins((0, 25.5))
    assert laid["3"] == Width(10)


def test_a_hierarchy_is_found_beside_the_file_that_names_it(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "age.csv").write_text("22;2*\n")
    (tmp_path / "deep" / "p.yaml").write_text("age: {hierarchy: age.csv, level: 1}")
    assert read_partitions(tmp_path / "deep" / "p.yaml")["age"].place(22) == "2*"


def test_a_partition_file_is_given_by_its_path(tmp_path):
    (tmp_path / "p.yaml").write_text("age: {width: 10}")
    table = {"age": [22, 25, 31]}
    for path in (tmp_path / "p.yaml", str(tmp_path / "p.yaml")):
        assert sonde.profile(table, keys="age", partitions=path).classes == 2


def test_a_hierarchy_shows_its_first_values():
    ladder = sonde.Hierarchy.build(range(8), [{"width": 5}, "*"])
    assert repr(ladder).splitlines()[:2] == ["The hierarchy: 8 values", "0 -> [0, 5) -> *"]
    assert repr(ladder).endswith("\nand 3 values more")


def test_a_spec_will_do_for_a_partition_file(tmp_path):
    (tmp_path / "spec.yaml").write_text("data: x.csv\npartitions:\n  age: {width: 5}\n")
    assert read_partitions(tmp_path / "spec.yaml") == {"age": Width(5)}


def test_the_partition_of_a_column_without_a_role_is_left_alone(hospital):
    laid = {"ZIP Code": {"prefix": 3}}
    assert sonde.k_anonymity(hospital, keys="Age", partitions=laid).overall == 1
