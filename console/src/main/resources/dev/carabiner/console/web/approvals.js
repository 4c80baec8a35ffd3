import { html, nothing } from '/assets/lit-html.js';
import { call } from '/assets/api.js';
import { Page, ago, command, sessionName } from '/assets/words.js';

const GROUP = 3;
const MANY = 20;

export class ApprovalsPage extends Page {
  constructor(app, id) {
    super(app, 'approvals', 'Approvals');
    this.wanted = id;
    this.opened = new Set();
  }

  address() { return this.wanted ? `/approvals/${encodeURIComponent(this.wanted)}` : '/approvals/first'; }

  take(approval) { this.app.card = null; this.next = approval; }

  missing() { this.app.card = null; return null; }

  shown() { if (this.next) this.app.show(this.next.id, this.next); this.next = null; }

  left() { this.app.card = null; }

  // After a change: the card that is shown stays while it lasts, then the one that expires first.
  async settle() {
    const { app } = this;
    if (app.card && (!app.card.isOver || app.lingers)) return;
    if (app.card && this.wanted === app.card.approval.id && !app.waiting.length) return;
    if (app.waiting.length) await app.show(app.waiting[0].id);
    else app.card = null;
  }

  view() {
    const { app } = this;
    const today = app.ended.length ? ` · last answer ${ago(app.ended[0].decision.decided_at)} ago` : '';
    return html`<div class="head only-wide"><h1>Approvals</h1><p>${app.waiting.length === 0 ? 'Nobody waits for you' : app.waiting.length === 1 ? '1 agent waits for you' : `${app.waiting.length} requests wait for you`}${today}</p></div>
      ${this.flood()}<div class="split">${this.queue()}${app.card ? app.card.view(false) : this.nothingWaits()}</div>`;
  }

  // Very many questions of one session are a sign that something is wrong with it.
  flood() {
    const recent = [...this.app.waiting, ...this.app.ended].filter((it) => Date.now() + this.app.skew - Date.parse(it.created_at) < 60000);
    const sessions = new Map();
    recent.forEach((it) => sessions.set(it.session.id, (sessions.get(it.session.id) || 0) + 1));
    const [session, count] = [...sessions].sort((a, b) => b[1] - a[1])[0] || [null, 0];
    return count < MANY ? nothing : html`<p class="status bad" role="status">${count} questions within a minute. <a href="/sessions/${encodeURIComponent(session)}">Look at the session</a></p>`;
  }

  nothingWaits() {
    const last = this.app.ended[0];
    return html`<section class="empty"><p class="big">Nobody waits for you.</p>${last ? html`<p>Last: ${last.title}. ${this.app.ending(last)}</p><p><a href="/sessions">Look at the sessions</a></p>` : html`<p>An agent that waits for this page:</p><p>${command('carabiner run --approve elsewhere "…"')}</p>`}</section>`;
  }

  // Same tool, same session, three or more: one entry, until it is opened.
  groups() {
    const groups = new Map();
    this.app.waiting.forEach((it) => {
      const key = `${it.session.id}\n${it.tool}`;
      groups.set(key, [...(groups.get(key) || []), it]);
    });
    return [...groups].flatMap(([key, all]) => (all.length < GROUP ? all.map((it) => ({ key: it.id, all: [it] })) : [{ key, all }]))
      .sort((a, b) => Date.parse(a.all[0].expires_at) - Date.parse(b.all[0].expires_at));
  }

  queue() {
    return html`<section class="queue" aria-label="Waiting requests"><ol>${this.groups().map(({ key, all }) => (all.length === 1 ? this.item(all[0]) : this.group(key, all)))}</ol>
      ${this.app.ended.length ? html`<h2>Just answered</h2><ol class="past">${this.app.ended.map((it) => this.past(it))}</ol>` : nothing}</section>`;
  }

  group(key, all) {
    const open = this.opened.has(key);
    return html`<li class="group"><button class="item" aria-expanded=${open ? 'true' : 'false'} @click=${() => { if (open) this.opened.delete(key); else this.opened.add(key); this.app.draw(); }}>
        <b>${all.length} × ${all[0].tool}</b><span class="left num">${this.app.left(all[0])}</span><span class="who">${sessionName(all[0].session)}</span></button>
      ${this.app.me.role === 'approver' ? html`<button class="btn small stop deny-all" aria-disabled=${this.app.connected ? nothing : 'true'} @click=${() => this.denyAll(all)}>Deny all ${all.length}</button>` : nothing}
      ${open ? html`<ol>${all.map((it) => this.item(it))}</ol>` : nothing}</li>`;
  }

  item(it) {
    const chosen = this.app.card && this.app.card.approval.id;
    const left = this.app.left(it);
    return html`<li><a class="item" href="/approvals/${encodeURIComponent(it.id)}" aria-current=${it.id === chosen ? 'true' : nothing} @click=${(event) => { event.preventDefault(); history.pushState(null, '', event.currentTarget.pathname); this.wanted = it.id; this.app.show(it.id); }}>
      <b>${it.tool || it.asked_by.event}</b><span class="left num ${/^0:[0-5]/.test(left) ? 'soon' : ''}">${left}</span><span class="what">${it.what}</span><span class="who">${sessionName(it.session)}</span></a></li>`;
  }

  past(it) {
    const granted = it.decision && it.decision.granted;
    const [kind, sign, word] = it.decision && it.decision.how !== 'answered' && !granted ? ['dim', '–', 'ended without an answer'] : granted ? ['ok', '✓', 'allowed'] : ['no', '✕', 'denied'];
    return html`<li class="done"><span class=${kind} role="img" aria-label=${word}>${sign}</span><span>${it.tool} <code>${it.what}</code></span><time>${ago(it.decision.decided_at)}</time></li>`;
  }

  // There is no "allow all": denying is safe, allowing takes reading.
  async denyAll(all) {
    if (!this.app.connected) return;
    for (const it of all) {
      try {
        const shown = await call('GET', `/approvals/${encodeURIComponent(it.id)}`);
        const deny = shown.options.find((option) => !option.grants);
        if (shown.nonce) await call('POST', `/approvals/${encodeURIComponent(it.id)}/decision`, { option: deny.id, digest: shown.operation.digest, nonce: shown.nonce, seen: 'part' });
      } catch (problem) {
        if (problem.status !== 409 && problem.status !== 404) throw problem;
      }
    }
    await this.app.fetch();
  }
}
