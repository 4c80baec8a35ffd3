import { html, nothing } from '/assets/lit-html.js';
import { Page, action, ago, clock, command, count, nanos, wrong } from '/assets/words.js';

const STATES = { running: ['run', 'running'], complete: ['ok', 'finished'], user_exit: ['', 'left'], error: ['no', 'failed'], timeout: ['no', 'timed out'], cancelled: ['', 'cancelled'] };
const state = (it) => { const [kind, word] = it.waiting ? ['ask', it.waiting === 1 ? 'waits for you' : `${it.waiting} wait for you`] : STATES[it.status] || ['', it.status]; return html`<span class="state ${kind}">${word}</span>`; };
const figures = (it) => html`${it.counts.denied ? html`<span class="act x">${it.counts.denied} denied</span>` : nothing}${it.counts.asked ? html`<span class="act q">${it.counts.asked} asked</span>` : nothing}<span>${count(it.counts.calls, 'call')}</span><span>${count(it.turn_count, 'turn')}</span>`;

export class SessionsPage extends Page {
  constructor(app) {
    super(app, 'sessions', 'Sessions');
    this.list = [];
    this.words = '';
    this.timer = setInterval(() => this.again(), 2000);
  }

  address() { return '/sessions'; }

  take(page) { if (page) { this.list = page.sessions; this.leftOut = page.left_out; this.now = Date.parse(page.now); } }

  left() { clearInterval(this.timer); }

  async again() { if (this.app.page === this && this.app.connected && !document.hidden) { await this.load(); this.app.draw(); } }

  changed() { this.again(); }

  view() {
    const words = this.words.toLowerCase();
    const fitting = this.list.filter((it) => `${it.name} ${it.id} ${it.directory} ${it.bundle}`.toLowerCase().includes(words));
    const running = this.list.filter((it) => it.status === 'running').length;
    return html`<div class="head"><h1>Sessions</h1><p>${count(this.list.length, 'session')}, ${running} running</p><input class="push search" type="search" aria-label="Find a session" placeholder="Find" .value=${this.words} @input=${(event) => { this.words = event.target.value; this.app.draw(); }}></div>
      <div class="body" tabindex="0" role="region" aria-label="Sessions">${this.problem ? wrong(this) : fitting.length ? html`<ol class="rows sessions">${fitting.map((it) => this.row(it))}</ol>${this.leftOut ? html`<p class="more-rows">${count(this.leftOut, 'older session')} not shown</p>` : nothing}` : this.empty()}</div>`;
  }

  empty() {
    return this.list.length ? html`<section class="empty"><p class="big">No session fits.</p></section>` : html`<section class="empty"><p class="big">No session yet.</p><p>This starts one:</p><p>${command('carabiner run "read README.md"')}</p></section>`;
  }

  row(it) {
    return html`<li class=${it.waiting ? 'waits' : ''}><a class="main" href="/sessions/${encodeURIComponent(it.id)}"><b>${it.name || it.id}</b></a>${state(it)}<span class="figures">${figures(it)}</span>
      <span class="place"><code>${it.directory}</code> · bundle ${it.bundle}${it.parent ? html` · works for <a href="/sessions/${encodeURIComponent(it.parent)}">${it.parent}</a>` : nothing}</span><time>${ago(it.updated_at, this.now)} ago</time>${it.problem ? html`<span class="problem">${it.problem}</span>` : nothing}</li>`;
  }
}

// One session as a plain list: turns, and in each what was said, called and decided.
export class SessionPage extends Page {
  constructor(app, id) {
    super(app, 'sessions', 'Sessions');
    this.id = id;
    this.open = new Set();
    this.timer = setInterval(() => this.again(), 2000);
  }

  address() { return `/sessions/${encodeURIComponent(this.id)}`; }

  take(session) {
    if (!session) return;
    const newest = session.turns.length ? session.turns[session.turns.length - 1].turn : null;
    if (newest !== null && newest !== this.newest) { this.open.add(newest); this.newest = newest; }
    this.session = session;
  }

  left() { clearInterval(this.timer); }

  async again() { if (this.app.page === this && this.app.connected && !document.hidden && (!this.session || this.session.status === 'running')) { await this.load(); this.app.draw(); } }

  changed() { this.again(); }

  view() {
    const it = this.session;
    if (!it) return html`<div class="head"><h1>Session</h1></div>${this.problem ? wrong(this) : nothing}`;
    return html`<div class="head"><h1><a href="/sessions">Sessions</a> › ${it.name || it.id}</h1>${state(it)}<p class="figures">${figures(it)}</p></div>
      <p class="under"><code>${it.directory}</code> · bundle ${it.bundle} · began ${new Date(it.created_at).toLocaleString([], { hour12: false })} · <a href="/live?session=${encodeURIComponent(it.id)}">live</a></p>
      ${it.problem ? html`<p class="status bad" role="status">${it.problem}</p>` : nothing}
      <div class="body" tabindex="0" role="region" aria-label="Turns">${it.earlier ? html`<p class="more-rows">${count(it.earlier, 'earlier turn')} not shown; <code>carabiner audit</code> has them</p>` : nothing}
      ${it.turns.length ? it.turns.map((turn) => this.turn(turn)) : html`<section class="empty"><p>Its log has nothing yet.</p></section>`}</div>`;
  }

  turn(turn) {
    const calls = turn.rows.filter((row) => row.kind === 'call');
    const denied = turn.rows.filter((row) => row.state === 'denied').length;
    const asked = calls.filter((row) => row.question).length;
    return html`<details class="turn" ?open=${this.open.has(turn.turn)} @toggle=${(event) => { if (event.target.open) this.open.add(turn.turn); else this.open.delete(turn.turn); }}>
      <summary><b>${turn.turn ? `Turn ${turn.turn}` : 'Before the first prompt'}</b> <span class="prompt">${turn.prompt ? `“${turn.prompt}”` : ''}</span><span class="figures">${denied ? html`<span class="act x">${denied} denied</span>` : nothing}${asked ? html`<span class="act q">${asked} asked</span>` : nothing}<span>${count(calls.length, 'call')}</span><time class="num">${clock(turn.time)}</time></span></summary>
      <ol class="steps">${turn.rows.map((row) => this.step(row))}</ol>${turn.left_out ? html`<p class="more-rows">${count(turn.left_out, 'row')} not shown</p>` : nothing}</details>`;
  }

  step(row) {
    const mark = { model: ['model', ''], call: [row.state === 'denied' ? 'denied' : 'tool', ''], injection: ['inject', ''], answer: ['model', ''], denied: ['denied', ''], failure: ['denied', ''] }[row.kind] || ['dot', ''];
    return html`<li class="step ${row.kind} ${row.state || ''}"><span class="mark ${mark[0]}" aria-hidden="true"></span><div>
      <p><b>${this.what(row)}</b> ${row.kind === 'call' ? this.verdict(row) : nothing} <span class=${row.kind === 'call' ? 'mono' : ''}>${row.words}</span></p>
      ${row.question ? html`<p class="sub"><b>${row.asked_by} asked:</b> ${row.question}</p>` : nothing}
      ${row.decided_by ? html`<p class="sub">${row.state === 'denied' ? 'Denied' : 'Allowed'} by <b>${row.decided_by}</b>${row.channel ? ` (${row.channel})` : ''}${row.reason ? `: ${row.reason}` : ''}</p>` : nothing}
      ${row.result ? html`<p class="sub mono">${row.result}</p>` : nothing}
      ${row.runs && row.runs.length ? html`<p class="runs">${row.runs.filter((run) => run.action !== 'skipped').map((run) => html`<span class="run"><b>${run.hook}</b>${action(run.action)}<i>${nanos(run.elapsed_ns)}</i></span>`)}</p>` : nothing}
      </div><time class="num">${row.duration_ms === undefined ? clock(row.time) : `${row.duration_ms} ms`}</time></li>`;
  }

  what(row) { return { model: 'Model', answer: 'Answer', session: row.name, injection: `${row.name} adds`, message: `${row.name} says`, failure: `${row.name} failed`, denied: `${row.name} denied` }[row.kind] || row.name; }

  verdict(row) { const [kind, word] = { waits: ['q', 'waits'], denied: ['x', 'denied'], failed: ['x', 'failed'], ran: ['c', 'ran'], allowed: ['c', 'allowed'] }[row.state] || ['', row.state]; return html`<span class="act ${kind}">${word}</span>`; }
}
