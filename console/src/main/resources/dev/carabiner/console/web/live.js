import { html, nothing } from '/assets/lit-html.js';
import { ACTIONS, Page, action, clock, command, count, nanos } from '/assets/words.js';

const HELD = 5000;
const DRAWN = 300;
const KEYS = ['session', 'event', 'hook', 'action'];

// The emits of all sessions as they come, the newest on top. What is wanted is in the address; the server filters.
export class LivePage extends Page {
  constructor(app, query) {
    super(app, 'live', 'Live');
    this.filter = Object.fromEntries(KEYS.filter((key) => query.get(key)).map((key) => [key, query.get(key)]));
    this.all = [];
    this.paused = null;
    this.number = -1;
    this.missed = 0;
    this.drawn = DRAWN;
  }

  query(filter = this.filter) { const text = new URLSearchParams(filter).toString(); return text ? `?${text}` : ''; }

  address() { return `/live${this.query()}`; }

  take(page) { if (page) this.all = page.rows.slice().reverse(); }

  shown() { this.app.socket.send({ live: this.filter, after: this.number }); }

  connected() { this.shown(); }

  left() { this.app.socket.send({ live: null }); }

  rows({ first, rows, number, missed }) {
    this.number = number;
    if (missed) { this.missed += missed; this.wasSlow = this.app.wasSlow; }
    const fresh = rows.slice().reverse();
    if (first) { const known = new Set(fresh.map((row) => row.id)); this.all = [...fresh, ...this.all.filter((row) => !known.has(row.id))]; } else {
      const known = new Set(this.all.slice(0, 2 * DRAWN).map((row) => row.id)); // those that came while the first were sent
      this.all = [...fresh.filter((row) => !known.has(row.id)), ...this.all];
    }
    if (this.all.length > HELD) this.all.length = HELD;
    if (this.paused !== null && !first) this.paused += rows.length;
    this.later();
  }

  // Several messages within a frame are drawn once.
  later() { if (!this.pending) this.pending = requestAnimationFrame(() => { this.pending = 0; this.app.draw(); }); }

  narrowed(key, value) { return `/live${this.query({ ...this.filter, [key]: value })}`; }

  without(key) { const { [key]: gone, ...rest } = this.filter; return `/live${this.query(rest)}`; }

  pause() {
    if (this.paused === null) { this.paused = 0; this.frozen = this.all.slice(0, this.drawn); } else { this.paused = null; }
    this.app.draw();
  }

  view() {
    const shown = this.paused === null ? this.all.slice(0, this.drawn) : this.frozen;
    return html`<div class="head"><h1>Live</h1><p>${count(this.all.length, 'event')}, the newest on top</p><button id="pause" class="btn small push" aria-pressed=${this.paused === null ? 'false' : 'true'} @click=${() => this.pause()}>${this.paused === null ? 'Pause' : html`Go on · <span class="num">${this.paused}</span> new`}</button></div>
      ${this.gap()}<div class="filters">${Object.entries(this.filter).map(([key, value]) => html`<a class="chip drop" href=${this.without(key)}><span>${key} <b>${key === 'action' && ACTIONS[value] ? ACTIONS[value][1] : value}</b></span> <span aria-hidden="true">✕</span><span class="sr"> remove this filter</span></a>`)}${this.presets()}</div>
      <div class="body" tabindex="0" role="region" aria-label="Events">${shown.length ? html`<ol class="rows live">${shown.map((row) => this.row(row))}</ol>` : this.empty()}
      ${this.paused === null && this.all.length > this.drawn ? html`<p class="more-rows"><button class="btn small" @click=${() => { this.drawn += DRAWN; this.app.draw(); }}>Show ${Math.min(DRAWN, this.all.length - this.drawn)} older</button></p>` : nothing}</div>`;
  }

  // What came while the page did not read is counted, and not shown.
  gap() {
    if (!this.missed) return nothing;
    return html`<p class="status away" id="gap" role="status">${this.wasSlow ? 'This page was too slow' : 'This page was away'}; ${count(this.missed, 'event')} ${this.missed === 1 ? 'is' : 'are'} not shown here <button class="btn small" @click=${() => { this.missed = 0; this.app.draw(); }}>Hide this</button></p>`;
  }

  presets() {
    if (Object.keys(this.filter).length) return nothing;
    return [['event', 'tool:*', 'tool calls'], ['action', 'deny', 'denied'], ['action', 'ask_user', 'asked'], ['action', 'inject_context', 'injections']].map(([key, value, words]) => html`<a class="chip" href=${this.narrowed(key, value)}>only ${words}</a>`);
  }

  empty() {
    return Object.keys(this.filter).length ? html`<section class="empty"><p class="big">No event fits.</p><p><a href="/live">Show all</a></p></section>`
      : html`<section class="empty"><p class="big">No session yet.</p><p>Start one, and its events appear here:</p><p>${command('carabiner run "read README.md"')}</p></section>`;
  }

  row(row) {
    const link = (key, value, content) => (value ? html`<a href=${this.narrowed(key, value)} aria-label="only ${key} ${value}">${content}</a>` : nothing);
    return html`<li class=${row.action}><time class="num" datetime=${row.time}>${clock(row.time)}</time><span class="who">${link('session', row.session, row.session)}</span><span class="event">${link('event', row.event, row.event)}</span>
      <span>${link('action', row.action, action(row.action))}</span><span class="hook">${link('hook', row.hook, row.hook)}</span><span class="num took">${nanos(row.elapsed_ns)}</span><span class="first">${row.words}</span></li>`;
  }
}
