import { html, nothing, render } from '/assets/lit-html.js';
import { Refused, call, listen, login } from '/assets/api.js';
import { Card } from '/assets/card.js';

class App {
  constructor() {
    this.me = { name: '', role: 'viewer' };
    this.waiting = [];
    this.ended = [];
    this.card = null;
    this.connected = false;
    this.status = null;
    this.keysDown = new Set();
    this.skew = 0;
  }

  async start() {
    try {
      await login();
      this.me = await call('GET', '/me');
    } catch (problem) {
      this.signedOut(problem);
      return;
    }
    this.socket = listen((change) => this.changed(change), (state) => this.connection(state));
    setInterval(() => this.tick(), 1000);
    addEventListener('popstate', () => this.pick(this.wanted()));
    addEventListener('keydown', (event) => this.keydown(event));
    addEventListener('keyup', (event) => this.keysDown.delete(event.code));
    addEventListener('blur', () => this.keysDown.clear());
  }

  signedOut(problem) {
    const known = problem instanceof Refused && problem.status === 401;
    render(html`<main id="main" class="empty"><h1>${known ? 'Signed out' : 'It failed'}</h1><p>${known ? html`Open the link that <code>carabiner serve</code> shows.` : problem.message}</p></main>`, document.querySelector('#app'));
  }

  connection(state) {
    if (state === 'connected') {
      this.status = this.away ? { kind: 'back', text: 'Back. The list is new.' } : null;
      if (this.away) setTimeout(() => { this.status = null; this.draw(); }, 4000);
      this.away = null;
      this.connected = true;
    } else {
      this.connected = false;
      this.away = this.away || new Date();
      this.status = { kind: 'away', text: `Away since ${this.away.toLocaleTimeString()}. Requests may have ended.` };
      call('GET', '/me').catch((problem) => { if (problem.status === 401) { this.socket.stop(); this.signedOut(problem); this.gone = true; } });
    }
    this.draw();
  }

  async changed(change) {
    if (change.problem) {
      this.status = { kind: 'bad', text: change.problem };
      this.connected = false;
      this.draw();
      return;
    }
    try {
      await this.fetch();
    } catch (problem) {
      if (problem.status === 401) this.signedOut(problem);
    }
  }

  // The list is fetched anew, never patched.
  async fetch() {
    const [waiting, ended] = await Promise.all([call('GET', '/approvals?state=pending&limit=200'), call('GET', '/approvals?state=ended&limit=8')]);
    this.waiting = waiting.approvals;
    this.ended = ended.approvals;
    this.skew = Date.parse(waiting.now) - Date.now();
    if (this.card && !this.card.isOver) {
      const now = this.waiting.find((it) => it.id === this.card.approval.id);
      if (!now) await this.refresh();
      else if (now.version !== this.card.approval.version) this.card.approval = { ...this.card.approval, quorum: now.quorum, version: now.version };
    }
    if (!this.card || (this.card.isOver && !this.lingers)) await this.pick(this.wanted());
    this.draw();
  }

  async refresh() {
    try {
      const { nonce, ...rest } = await call('GET', `/approvals/${encodeURIComponent(this.card.approval.id)}`);
      this.card.approval = { ...rest, nonce };
      this.linger();
    } catch (problem) {
      this.card = null;
    }
  }

  linger() {
    this.lingers = true;
    setTimeout(() => { this.lingers = false; if (this.waiting.length) this.pick(null); }, 5000);
  }

  wanted() {
    const match = /^\/approvals\/(.+)$/.exec(location.pathname);
    return match ? decodeURIComponent(match[1]) : null;
  }

  async pick(id) {
    const next = id || (this.waiting[0] && this.waiting[0].id);
    if (!next) { this.card = null; this.draw(); return; }
    if (this.card && this.card.approval.id === next && !this.card.isOver) return;
    try {
      this.card = new Card(this, await call('GET', `/approvals/${encodeURIComponent(next)}`));
    } catch (problem) {
      this.card = null;
    }
    this.draw();
    const typing = document.activeElement && /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
    const deny = document.querySelector('#deny');
    if (deny && !typing) deny.focus();
    if (this.card && !this.card.isOver) document.querySelector('#live').textContent = `${this.card.approval.asked_by.hook} asks: ${this.card.approval.shown.title}`;
  }

  async answered(approval) {
    this.card.approval = { ...this.card.approval, ...approval };
    if (approval.state === 'pending') { this.card.show(await call('GET', `/approvals/${encodeURIComponent(approval.id)}`)); this.card.note = 'Your answer counts; more are needed.'; } else this.linger();
    await this.fetch();
  }

  async refused(problem) {
    if (problem.status === 409) { await this.refresh(); } else if (problem.status === 412) {
      this.card.show(problem.body.approval);
      this.card.note = 'The call has changed. Read it again.';
    } else if (problem.status === 401) { this.signedOut(problem); return; } else {
      const note = problem.message;
      try { this.card.show(await call('GET', `/approvals/${encodeURIComponent(this.card.approval.id)}`)); } catch { /* it is said below */ }
      this.card.note = note;
    }
    this.draw();
  }

  keydown(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    if (!event.repeat && event.key !== 'Enter' && event.key !== ' ' && event.key !== 'Tab' && event.key !== 'Shift') this.keysDown.add(event.code);
    if (event.key === 'Enter' && !typing) this.keysDown.delete(event.code);
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.card) return;
    this.card.key(event.key);
  }

  left(it) {
    if (it.state !== 'pending') return '–';
    if (!this.connected) return '?';
    const seconds = Math.max(0, Math.floor((Date.parse(it.expires_at) - Date.now() - this.skew) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }

  tick() {
    if (this.card && !this.card.isOver && [60, 30, 10].some((mark) => this.left(this.card.approval) === `${Math.floor(mark / 60)}:${String(mark % 60).padStart(2, '0')}`)) {
      document.querySelector('#live').textContent = `${this.left(this.card.approval)} left`;
    }
    this.draw();
  }

  ending(it) {
    const decision = it.decision;
    if (!decision) return '';
    if (it.state === 'expired') return decision.granted ? 'Time is up: allowed' : 'Time is up: denied';
    if (decision.how !== 'answered') return 'It ended without an answer.';
    const who = decision.decided_by === this.me.name && decision.channel === 'console' ? 'you' : `${decision.decided_by} (${decision.channel})`;
    return `${decision.granted ? 'Allowed' : 'Denied'} by ${who}, ${new Date(decision.decided_at).toLocaleTimeString()}`;
  }

  draw() {
    if (this.gone) return;
    document.title = `${this.waiting.length ? `(${this.waiting.length}) ` : ''}Approvals – Carabiner`;
    render(html`<div class="app">
      <nav class="rail" aria-label="Console"><a class="brand" href="/approvals">Carabiner</a>
        <a class="nav" href="/approvals" aria-current="page">Approvals${this.waiting.length ? html`<span class="badge" role="img" aria-label="${this.waiting.length} waiting">${this.waiting.length}</span>` : nothing}</a>
        <div class="foot"><div><span class="dot" aria-hidden="true"></span><span id="connection">${this.connected ? 'Connected' : 'Away'}</span></div><div class="me"><span>${this.me.name} · ${this.me.role}</span></div></div></nav>
      <header class="top"><a class="brand" href="/approvals">Carabiner</a><span class="push">${this.connected ? 'Connected' : 'Away'}</span></header>
      <main id="main">
        ${this.status ? html`<p class="status ${this.status.kind}" role="status">${this.status.text} ${this.status.kind === 'away' ? html`<button class="btn" @click=${() => this.socket.retry()}>Try now</button>` : nothing}</p>` : nothing}
        <div class="head"><h1>Approvals</h1><p>${this.waiting.length === 1 ? '1 agent waits for you' : `${this.waiting.length} agents wait for you`}</p></div>
        <div class="split">${this.queue()}${this.card ? this.card.view() : this.nothingWaits()}</div>
      </main></div>`, document.querySelector('#app'));
  }

  nothingWaits() {
    const last = this.ended[0];
    return html`<section class="empty"><p>Nobody waits for you.</p>${last ? html`<p>Last: ${last.title}. ${this.ending(last)}</p>` : html`<p>An agent that waits for this page: <code>carabiner run --approve elsewhere "…"</code></p>`}</section>`;
  }

  queue() {
    const chosen = this.card && this.card.approval.id;
    return html`<section class="queue" aria-label="Waiting requests"><ol>${this.waiting.map((it) => html`
        <li><a class="item" href="/approvals/${encodeURIComponent(it.id)}" aria-current=${it.id === chosen ? 'true' : nothing} @click=${(event) => { event.preventDefault(); history.pushState(null, '', event.currentTarget.pathname); this.pick(it.id); }}>
          <b>${it.title}</b><span class="left num">${this.left(it)}</span><span class="who">${it.asked_by.hook} · ${it.session.id}</span></a></li>`)}</ol>
      ${this.ended.length ? html`<h2>Just answered</h2><ol class="past">${this.ended.map((it) => html`<li class="done"><span class=${it.decision && it.decision.granted ? 'ok' : 'no'} role="img" aria-label=${it.decision && it.decision.granted ? 'allowed' : 'denied'}>${it.decision && it.decision.granted ? '✓' : '✕'}</span><span>${it.title}</span></li>`)}</ol>` : nothing}</section>`;
  }
}

const app = new App();
addEventListener('error', (event) => { document.querySelector('#live').textContent = `The page failed: ${event.message}`; });
app.start();
