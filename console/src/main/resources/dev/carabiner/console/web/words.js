import { html, svg } from '/assets/lit-html.js';
import { call } from '/assets/api.js';

// How times, counts and marks are written, the same on every page.

export const clock = (iso) => new Date(iso).toLocaleTimeString([], { hour12: false });

export function ago(iso, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} days`;
}

export function until(iso, now = Date.now()) {
  return Date.parse(iso) > now ? `in ${ago(new Date(now).toISOString(), Date.parse(iso))}` : 'over';
}

// 4:59, 1 h 5 min, and from two days on 6 d 23 h.
export function timeLeft(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

export function nanos(n) {
  if (!n) return '–';
  if (n < 1e3) return `${n} ns`;
  if (n < 1e6) return `${(n / 1e3).toFixed(n < 1e4 ? 1 : 0)} µs`;
  if (n < 1e9) return `${(n / 1e6).toFixed(n < 1e7 ? 2 : n < 1e8 ? 1 : 0)} ms`;
  return `${(n / 1e9).toFixed(1)} s`;
}

export const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

// The session that a request is from; if it works for another one, that one first.
export const sessionName = (session) => { const name = session.name || session.id; return session.parent ? `${session.parent.name || session.parent.id} › ${name}` : name; };

export const ACTIONS = {
  continue: ['c', 'continues'], deny: ['x', 'denied'], ask_user: ['q', 'asks'], inject_context: ['i', 'injects'],
  modify: ['m', 'modifies'], failure: ['x', 'failed'], skipped: ['', 'not for this'],
};
export const action = (name) => { const [kind, word] = ACTIONS[name] || ['', name]; return html`<span class="act ${kind}">${word}</span>`; };

const PATHS = {
  approvals: svg`<path d="M2 9.5h3l1 2h4l1-2h3M2 9.5 4 3h8l2 6.5V13H2z"/>`,
  live: svg`<path d="M1 8h3l2-5 4 10 2-5h3"/>`,
  sessions: svg`<path d="M2 3.5h7M5 8h8M3 12.5h5"/>`,
  hooks: svg`<path d="M8 2v6a3 3 0 1 1-3 3M5.5 2h5"/>`,
  rules: svg`<path d="M3 2h10v12H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3"/>`,
  menu: svg`<path d="M2 4h12M2 8h12M2 12h12"/>`,
  lock: svg`<rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/>`,
};
export const icon = (name) => html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">${PATHS[name]}</svg>`;
export const brand = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" aria-hidden="true"><path d="M9 3.2h5.2a5.6 5.6 0 0 1 5.5 6.8l-1.5 7.1a4.9 4.9 0 0 1-9.5.3"/><path d="M9 3.2a5 5 0 0 0-4.9 6l1 4.4"/><path d="M5.3 14.4l3.2 2" opacity=".55"/></svg>`;
export const shield = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true"><path d="M10 2 18 6v5c0 4-3.4 6.3-8 7.5C5.4 17.3 2 15 2 11V6z"/><path d="M8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1v.3M10 13.8v.2" stroke-linecap="round"/></svg>`;

const chip = (escape) => (escape === '\\t' ? html`<span class="tab"><span class="sr">tab </span>→   </span>` : html`<span class="esc">${escape === '\\r' ? 'U+000D' : `U+${escape.replace(/[^0-9A-F]/g, '')}`}</span>`);

// A doubled backslash is one of the text. What could hide or reorder something comes from the server as an escape; here it becomes a chip.
export function marked(text) {
  const parts = text.split(/(\\\\|\\u[0-9A-F]{4}|\\u\{[0-9A-F]{5,6}\}|\\t|\\r)/);
  return parts.length === 1 ? text : parts.map((part, i) => (i % 2 && part !== '\\\\' ? chip(part) : part));
}

export function command(text) {
  return html`<span class="copy"><code>${text}</code><button class="btn small" @click=${(event) => { navigator.clipboard && navigator.clipboard.writeText(text); event.currentTarget.textContent = 'Copied'; }}>Copy</button></span>`;
}

// What every page has; each overrides what it needs. "take" gets what its address answers.
export class Page {
  constructor(app, name, title) { Object.assign(this, { app, name, title, problem: null }); }

  address() { return ''; }
  take() {}
  missing(problem) { this.problem = problem; return null; }
  async load() { try { this.take(await call('GET', this.address())); this.problem = null; } catch (problem) { if (problem.status === 401) throw problem; this.problem = problem; } }
  shown() {}
  left() {}
  connected() {}
  changed() {}
  rows() {}
}

export const wrong = (page) => html`<section class="empty"><p>${page.problem.message}</p></section>`;
