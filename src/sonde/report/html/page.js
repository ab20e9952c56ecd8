"use strict";
// The explorer. What it shows is read from the page; text goes in as text, never as HTML.
(() => {
  const held = JSON.parse(document.getElementById("subsets").textContent);
  const byId = (name) => document.getElementById(name);

  // A box that does not scroll needs no stop of the tab key.
  const stops = () => {
    for (const box of document.querySelectorAll(".scroll, pre")) {
      const scrolls = box.scrollWidth > box.clientWidth;
      if (scrolls) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  stops();
  addEventListener("resize", stops);

  // Paper has nothing to unfold.
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
  if (held === null) return;

  const { keys } = held;
  const people = held.smallest[0]; // to one who knows nothing, all look alike
  const about = [null, ...Object.keys(held.of)];
  const rates = (of) => (of === null ? held.rate : held.of[of]);
  const guessed = (of) => (of === null ? held.find : held.guess[of]);
  const ticks = [...document.querySelectorAll("input[name=key]")];
  const sizeOf = (mask) => {
    let size = 0;
    for (let rest = mask; rest; rest &= rest - 1) size += 1;
    return size;
  };

  // No number is rounded to the end of its range: the ends mean what nothing near them does.
  const rate = (value) => {
    if (value === null) return "undefined";
    const shown = value.toFixed(4);
    if (value < 1 && shown === "1.0000") return "<1.0000";
    return value > 0 && shown === "0.0000" ? ">0.0000" : shown;
  };
  const share = (value) => {
    const shown = (100 * value).toFixed(1) + "%";
    if (value > 0 && shown === "0.0%") return "<0.1%";
    return value < 1 && shown === "100.0%" ? ">99.9%" : shown;
  };
  const count = (number) => number.toLocaleString("en");
  const change = (by) => {
    const shown = Math.abs(by).toFixed(4);
    if (shown === "0.0000") return shown;
    return (by < 0 ? "\u2212" : "+") + shown;
  };
  const listed = (names) =>
    names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names.at(-1);

  const sentence = (mask) => {
    const alone = held.uniques[mask];
    if (mask === 0) return "Knowing none of the keys, an attacker can tell nobody apart.";
    const known = keys.filter((_, place) => (mask >> place) & 1);
    const whom = known.length > 3 ? "these " + known.length + " keys" : listed(known);
    const smallest = count(held.smallest[mask]);
    const who =
      alone === 0
        ? "nobody is alone: the smallest crowd has " + smallest + " people."
        : count(alone) + " of " + count(people) + " people (" + share(alone / people) +
          (alone === 1 ? ") is" : ") are") + " alone, and can be found.";
    const secrets = about.slice(1).map(
      (name) => " A guess at " + name + " is right for " + share(held.guess[name][mask]) +
        " of the people, and for " + share(held.guess[name][0]) + " without the keys.");
    return "Knowing " + whom + ", " + who + secrets.join("");
  };

  const cell = (kind, words, number) => {
    const made = document.createElement(kind);
    made.textContent = words;
    if (number) made.className = "number";
    if (kind === "th") made.scope = "row";
    return made;
  };

  const showChosen = (mask) => {
    const body = byId("chosen").tBodies[0];
    about.forEach((name, place) => {
      const [, first, guess, before] = body.rows[place].cells;
      const shown = first.firstElementChild;
      const value = rates(name)[mask];
      shown.textContent = rate(value);
      shown.dataset.value = String(value);
      const right = guessed(name)[mask];
      guess.textContent = share(right);
      before.textContent = share(guessed(name)[0]);
    });
  };

  const showRank = (mask, of) => {
    const size = sizeOf(mask);
    const mine = rates(of)[mask];
    const others = rates(of).filter((_, other) => other !== mask && other && sizeOf(other) === size);
    const less = others.filter((value) => value < mine).length;
    let words = "";
    if (mask && others.length === 0) words = "There is no other set of " + size + (size === 1 ? " key." : " keys.");
    else if (mask)
      words = "Of the " + count(others.length) + " other set" + (others.length === 1 ? "" : "s") + " of " +
        size + (size === 1 ? " key, " : " keys, ") + count(less) +
        (less === 1 ? " gives" : " give") + " away less.";
    byId("rank").textContent = words;
  };

  const showSteps = (mask, of) => {
    const now = rates(of)[mask] ?? 0;
    const body = byId("steps").tBodies[0];
    const rows = keys.map((key, place) => {
      const other = mask ^ (1 << place);
      const then = rates(of)[other];
      return { key, known: (mask >> place) & 1, then, by: (then ?? 0) - now };
    });
    rows.sort((one, other) => one.known - other.known || Math.abs(other.by) - Math.abs(one.by));
    body.replaceChildren(...rows.map((row) => {
      const made = document.createElement("tr");
      made.append(
        cell("th", (row.known ? "without " : "with ") + row.key),
        cell("td", rate(row.then), true), cell("td", change(row.by), true));
      return made;
    }));
  };

  const picture = byId("spread");
  const [left, top_, wide, high] = ["left", "top", "wide", "high"].map((name) => Number(picture.dataset[name]));
  const across = (size) => left + (wide * (size - 0.5)) / keys.length;
  const up = (value) => top_ + (1 - value) * high;
  // Sets of a size stand side by side, each always in the same place.
  const bySize = keys.map(() => []);
  held.rate.forEach((_, mask) => { if (mask) bySize[sizeOf(mask) - 1].push(mask); });
  const asides = new Map(bySize.flatMap((masks) =>
    masks.map((mask, place) => [mask, ((place + 0.5) / masks.length - 0.5) * 0.75 * (wide / keys.length)])));
  const spot = (mask, of) => [across(sizeOf(mask)) + asides.get(mask), up(rates(of)[mask] ?? 0)].map((at) => at.toFixed(1));

  const draw = (of) => {
    const masks = bySize.flat();
    const sizes = bySize.map((some) => some.map((mask) => rates(of)[mask] ?? 0));
    const line = (pick) => sizes.map((some, place) => across(place + 1).toFixed(1) + "," + up(pick(...some)).toFixed(1)).join(" ");
    picture.querySelector(".dots").setAttribute("d", masks.map((mask) => "M" + spot(mask, of).join(" ") + "h0").join(""));
    picture.querySelector(".best").setAttribute("points", line(Math.max));
    picture.querySelector(".least").setAttribute("points", line(Math.min));
  };

  const ring = (mask, of) => {
    const circle = picture.querySelector(".chosen");
    circle.setAttribute("visibility", mask ? "visible" : "hidden");
    if (!mask) return;
    const [x, y] = spot(mask, of);
    circle.setAttribute("cx", x);
    circle.setAttribute("cy", y);
  };

  let drawn;
  const show = () => {
    const mask = ticks.reduce((sum, tick, place) => sum | (tick.checked << place), 0);
    const of = about[Number(byId("about").value)];
    byId("answer").textContent = sentence(mask);
    showChosen(mask);
    showRank(mask, of);
    showSteps(mask, of);
    if (drawn !== of) draw(of);
    drawn = of;
    ring(mask, of);
    stops();
  };

  // The ticks stand in the address, so that a set of keys can be sent to somebody.
  const remember = () => {
    const known = keys.filter((_, place) => ticks[place].checked).map(encodeURIComponent);
    try {
      history.replaceState(null, "", "#keys=" + known.join(","));
    } catch {
      // Where there is no address to keep it in, it is not kept.
    }
  };
  const recall = () => {
    const [name, written] = location.hash.slice(1).split("=", 2);
    if (name !== "keys") return false;
    const known = (written || "").split(",").map((key) => {
      try { return decodeURIComponent(key); } catch { return key; }
    });
    ticks.forEach((tick, place) => { tick.checked = known.includes(keys[place]); });
    return true;
  };
  const tickAll = (checked) => () => {
    for (const tick of ticks) tick.checked = checked;
    remember();
    show();
  };

  for (const tick of ticks) tick.addEventListener("change", () => { remember(); show(); });
  byId("about").addEventListener("change", show);
  byId("all").addEventListener("click", tickAll(true));
  byId("none").addEventListener("click", tickAll(false));
  byId("explore").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { if (recall()) show(); });
  if (!recall()) for (const tick of ticks) tick.checked = true;
  for (const part of document.querySelectorAll(".live")) part.hidden = false;
  show();
})();
