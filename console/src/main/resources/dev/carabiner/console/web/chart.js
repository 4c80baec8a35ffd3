import { html, svg } from '/assets/lit-html.js';
import { clock, nanos } from '/assets/words.js';

const HEIGHT = 160;
const LEFT = 56;
const BELOW = 20;

// p50 and p99 over time, on a logarithmic scale; the same as a table for those who do not see it.
export function chart(title, series, hours) {
  const width = Math.max(320, Math.min(960, innerWidth - (innerWidth > 1020 ? 280 : 58))); // one unit is one pixel
  const end = Date.now();
  const begin = end - hours * 3600000;
  const values = series.flatMap((it) => [it.p50_ns, it.p99_ns]).filter((it) => it > 0);
  const low = Math.floor(Math.log10(Math.min(...values, 1e4)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values, 1e5))));
  const x = (at) => LEFT + (width - LEFT - 8) * Math.min(1, Math.max(0, (Date.parse(at) - begin) / (end - begin)));
  const y = (value) => 8 + (HEIGHT - BELOW - 8) * (1 - (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low));
  const line = (key) => series.map((it) => `${x(it.at).toFixed(1)},${y(it[key]).toFixed(1)}`).join(' ');
  const steps = Array.from({ length: high - low + 1 }, (unused, i) => 10 ** (low + i));
  const ticks = [begin, begin + (end - begin) / 2, end];
  return html`<figure class="chart"><figcaption><b>${title}</b> <span class="key p50">p50</span> <span class="key p99">p99</span></figcaption>
    <svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="p50 and p99 of ${title}; the table below has the figures">
      ${steps.map((value) => svg`<line class="grid" x1=${LEFT} x2=${width - 8} y1=${y(value)} y2=${y(value)}></line><text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${nanos(value)}</text>`)}
      ${ticks.map((at, i) => svg`<text x=${[LEFT, (LEFT + width - 8) / 2, width - 8][i]} y=${HEIGHT - 4} text-anchor=${['start', 'middle', 'end'][i]}>${clock(new Date(at).toISOString()).slice(0, 5)}</text>`)}
      ${series.length ? svg`<polyline class="p99" points=${line('p99_ns')}></polyline><polyline class="p50" points=${line('p50_ns')}></polyline>` : svg`<text x=${width / 2} y=${HEIGHT / 2} text-anchor="middle">no calls in this time</text>`}
      ${series.map((it) => svg`<circle class="p99" cx=${x(it.at)} cy=${y(it.p99_ns)} r="2.5"></circle><circle class="p50" cx=${x(it.at)} cy=${y(it.p50_ns)} r="2.5"></circle>`)}
    </svg>
    <details><summary>The figures as a table</summary><table><caption class="sr">${title}</caption><thead><tr><th scope="col">from</th><th scope="col">calls</th><th scope="col">p50</th><th scope="col">p99</th></tr></thead>
      <tbody>${series.map((it) => html`<tr><td>${clock(it.at)}</td><td>${it.calls}</td><td>${nanos(it.p50_ns)}</td><td>${nanos(it.p99_ns)}</td></tr>`)}</tbody></table></details></figure>`;
}
