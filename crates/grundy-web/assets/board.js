// Boards: the server's drawings with places that can be reached by pointer and by keyboard.
// A drawing knows its places ("cell:0,1") and no game; what may be done at a place is told by
// whoever shows it.

import { SVG } from './dom.js';
import { mark } from './outcome.js';

const parser = new DOMParser();

// The SVG element of a drawing's text.
export function drawing(text) {
  const parsed = parser.parseFromString(text, 'image/svg+xml').documentElement;
  return document.importNode(parsed, true);
}

// Places that people dragged, by board and name, so that they stay where they were put.
const moved = new Map();

export class Board {
  // `act(place)` is called for a click or Enter, `tell(place)` when a place is pointed at or left (null).
  constructor(text, key, label, act, tell) {
    this.svg = drawing(text);
    this.key = key;
    // Small boards are shown larger, large ones as wide as there is room.
    const { width, height } = this.svg.viewBox.baseVal;
    this.svg.style.width = `${width * Math.min(1.8, Math.max(1, 440 / Math.max(width, height)))}px`;
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', label);
    this.spots = new Map();
    for (const group of this.svg.querySelectorAll('.spot')) {
      this.spots.set(group.dataset.place, group);
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '-1');
      group.setAttribute('aria-disabled', 'true');
      group.setAttribute('aria-label', group.dataset.name);
      group.addEventListener('pointerenter', () => tell(group.dataset.place));
      group.addEventListener('pointerleave', () => tell(null));
      group.addEventListener('focus', () => { this.rove(group); tell(group.dataset.place); });
      group.addEventListener('blur', () => tell(null));
      group.addEventListener('click', () => { if (!this.dragged) act(group.dataset.place); });
    }
    this.svg.addEventListener('keydown', (event) => this.key_(event, act));
    this.drag();
    this.rove([...this.spots.values()][0]);
  }

  // What may be done at each place: a map from place to { label, outcome }.
  open(choices) {
    let first = null;
    for (const [place, group] of this.spots) {
      const choice = choices.get(place);
      group.classList.toggle('open', Boolean(choice));
      group.classList.remove('hint-win', 'hint-draw', 'hint-loss');
      group.querySelector(':scope > .mark')?.remove();
      group.setAttribute('aria-disabled', choice ? 'false' : 'true');
      group.setAttribute('aria-label', choice ? `${group.dataset.name}, ${choice.label}` : group.dataset.name);
      if (choice?.outcome) {
        const [x, y, full] = group.dataset.badge.split(',').map(Number);
        // What loses is most of the board: its mark is the smallest.
        const r = choice.outcome === 'loss' ? 0.72 * full : full;
        group.classList.add(`hint-${choice.outcome}`);
        const sign = mark(choice.outcome, x, y, r);
        const line = group.querySelector('[data-from]');
        if (line) sign.setAttribute('transform', this.between(line));
        group.append(sign);
      }
      if (choice && !first) first = group;
      // Squares of a large board lie close together: what wins stays in sight.
      if (choice?.outcome === 'win' && group.querySelector(':scope > circle:only-of-type') && !group.querySelector(':scope > text')) group.parentNode.append(group);
    }
    if (first && !this.svg.contains(document.activeElement)) this.rove(first);
  }

  light(places) {
    for (const [place, group] of this.spots) group.classList.toggle('lit', places.has(place));
  }

  last(place) {
    this.spots.get(place)?.classList.add('lastmove');
  }

  focus(place) {
    const group = this.spots.get(place) ?? this.svg.querySelector('.spot[tabindex="0"]');
    group?.focus();
  }

  // One place of a board is in the order of the tab key; arrow keys go on from there.
  rove(group) {
    if (!group) return;
    for (const other of this.spots.values()) other.setAttribute('tabindex', other === group ? '0' : '-1');
  }

  key_(event, act) {
    const here = event.target.closest?.('.spot');
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act(here.dataset.place);
      return;
    }
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (group) => {
      const box = group.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(here);
    let best = null;
    let least = Infinity;
    for (const group of this.spots.values()) {
      const [dx, dy] = [middle(group)[0] - x, middle(group)[1] - y];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 1 && along + 3 * aside < least) [best, least] = [group, along + 3 * aside];
    }
    best?.focus();
  }

  // Vertices of a graph can be dragged to where they are seen best.
  drag() {
    const vertices = [...this.svg.querySelectorAll('.spot[data-place^="vertex:"]')];
    if (!vertices.length) return;
    // Edges as they were drawn: the numbers of a line, a curve or a circle, by pairs.
    this.lines = [...this.svg.querySelectorAll('[data-from]')].map((line) => {
      const numbers = ['x1', 'y1', 'x2', 'y2', 'cx', 'cy'].map((name) => line.getAttribute(name));
      return [line, (line.getAttribute('d')?.match(/-?[\d.]+/g) ?? numbers.filter(Boolean)).map(Number)];
    });
    for (const group of vertices) {
      const at = this.offset(group);
      if (at) this.put(group, at);
      group.addEventListener('pointerdown', (down) => {
        const start = this.point(down);
        const old = this.offset(group) ?? [0, 0];
        this.dragged = false;
        const go = (event) => {
          const [x, y] = this.point(event);
          if (!this.dragged && Math.hypot(x - start[0], y - start[1]) < 5) return;
          if (!this.dragged) group.setPointerCapture(down.pointerId);
          this.dragged = true;
          const offset = this.within(group, [old[0] + x - start[0], old[1] + y - start[1]]);
          moved.set(`${this.key} ${group.dataset.place}`, offset);
          this.next = [group, offset];
          this.frame ??= requestAnimationFrame(() => { this.frame = null; this.put(...this.next); });
        };
        const end = () => {
          removeEventListener('pointermove', go);
          removeEventListener('pointerup', end);
          removeEventListener('pointercancel', end);
          setTimeout(() => { this.dragged = false; });
        };
        addEventListener('pointermove', go);
        addEventListener('pointerup', end);
        addEventListener('pointercancel', end);
      });
    }
  }

  // An offset that keeps a vertex near the board.
  within(group, [dx, dy]) {
    const { width, height } = this.svg.viewBox.baseVal;
    const circle = group.querySelector('circle');
    const keep = (name, offset, most) => {
      const at = Number(circle.getAttribute(name));
      return Math.min(most + 70 - at, Math.max(-70 - at, offset));
    };
    return [keep('cx', dx, width), keep('cy', dy, height)];
  }

  // How far a vertex was dragged.
  offset(group) {
    return moved.get(`${this.key} ${group?.dataset.place}`);
  }

  ends(line) {
    return ['from', 'to'].map((end) => this.spots.get(`vertex:${line.dataset[end]}`));
  }

  // How far the middle of an edge was dragged.
  between(line) {
    const [[ax, ay], [bx, by]] = this.ends(line).map((group) => this.offset(group) ?? [0, 0]);
    return `translate(${(ax + bx) / 2} ${(ay + by) / 2})`;
  }

  put(group, [dx, dy]) {
    group.setAttribute('transform', `translate(${dx} ${dy})`);
    const number = group.dataset.place.split(':')[1];
    for (const [line, home] of this.lines) {
      if (line.dataset.from === number || line.dataset.to === number) this.follow(line, home);
    }
  }

  // Moves an edge to where its vertices are, with its arrow head and its mark.
  follow(line, home) {
    const [, target] = this.ends(line);
    const [[ax, ay], [bx, by]] = this.ends(line).map((group) => this.offset(group) ?? [0, 0]);
    const [cx, cy] = [(ax + bx) / 2, (ay + by) / 2];
    const shifts = home.length > 4 ? [ax, ay, cx, cy, bx, by] : [ax, ay, bx, by];
    const at = home.map((number, i) => number + shifts[i]);
    const set = (element, names, values) => names.forEach((name, i) => element.setAttribute(name, values[i]));
    if (at.length > 4) line.setAttribute('d', `M${at[0]} ${at[1]}Q${at.slice(2).join(' ')}`);
    else if (at.length > 2) set(line, ['x1', 'y1', 'x2', 'y2'], at);
    else set(line, ['cx', 'cy'], at);
    const [fromX, fromY, toX, toY] = at.slice(-4);
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const [ux, uy] = [(toX - fromX) / length, (toY - fromY) / length];
    const r = Number(target.querySelector('circle').getAttribute('r'));
    const tip = [toX - r * ux, toY - r * uy];
    [...line.parentNode.querySelectorAll('line:not([data-from])')].forEach((head, i) => {
      const side = i ? 5 : -5;
      const back = [tip[0] - 9 * ux - side * uy, tip[1] - 9 * uy + side * ux];
      set(head, ['x1', 'y1', 'x2', 'y2'], [...back, ...tip]);
    });
    line.parentNode.querySelector(':scope > .mark')?.setAttribute('transform', this.between(line));
  }

  point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }
}

// The drawing with its colours inside, for a file.
export function standalone(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  to.forEach((node, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of ['fill', 'stroke', 'stroke-width', 'text-anchor', 'dominant-baseline', 'font-family', 'font-weight']) {
      node.setAttribute(name, style.getPropertyValue(name));
    }
    for (const name of ['class', 'role', 'tabindex', 'aria-label', 'aria-disabled', 'data-badge']) node.removeAttribute(name);
  });
  copy.setAttribute('xmlns', SVG);
  return new XMLSerializer().serializeToString(copy);
}
