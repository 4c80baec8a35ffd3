import { render } from '/assets/lit-html.js';
import { Refused, call, first, listen, login } from '/assets/api.js';
import { Card } from '/assets/card.js';
import { ApprovalsPage } from '/assets/approvals.js';
import { LivePage } from '/assets/live.js';
import { SessionPage, SessionsPage } from '/assets/sessions.js';
import { RulesPage } from '/assets/rules.js';
import { HooksPage } from '/assets/hooks.js';
import { addressOf, shell, signedOut } from '/assets/shell.js';
import { ago, clock, timeLeft } from '/assets/words.js';

const CHANNELS = { terminal: ' in the terminal', console: ' on a page', '': '' };
const WAITING = '/approvals?state=pending&limit=200';
const ENDED = '/approvals?state=ended&limit=8';
const isTyping = (element) => element && /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && !['radio', 'checkbox'].includes(element.type);

class App {
  constructor() {
    Object.assign(this, { me: { name: '', role: 'viewer' }, waiting: [], ended: [], card: null, connected: false, slow: false, status: null, running: 0, logs: 0, brokenLogs: 0, skew: 0 });
    Object.assign(this, { keysDown: new Set(), aside: new Set(), modal: null, showing: null, menu: false, help: false, failure: null, goes: false });
  }

  async start() {
    try {
      await login();
      if (location.pathname === '/') history.replaceState(null, '', '/approvals');
      this.page = this.route();
      const data = first(this.page.address()).then((answer) => ({ answer }), (problem) => ({ problem }));
      const [me, waiting, ended] = await Promise.all([first('/me'), first(WAITING), first(ENDED)]);
      this.me = me;
      this.taken(waiting, ended);
      const { answer, problem } = await data;
      this.page.take(problem ? this.page.missing(problem) : answer);
    } catch (problem) {
      this.signedOut(problem);
      return;
    }
    const late = setTimeout(() => { this.slow = !this.connected; this.draw(); }, 1000);
    this.socket = listen((message) => this.heard(message), (state) => { clearTimeout(late); this.connection(state); });
    setInterval(() => this.tick(), 1000);
    addEventListener('popstate', () => this.go(location.pathname + location.search, true));
    addEventListener('click', (event) => this.clicked(event));
    addEventListener('keydown', (event) => this.keydown(event));
    addEventListener('keyup', (event) => this.keysDown.delete(event.code));
    addEventListener('blur', () => this.keysDown.clear());
    this.draw();
    this.page.shown();
    performance.mark('shown');
  }

  route() {
    const [, name, id] = /^\/([a-z]*)(?:\/(.*))?$/.exec(location.pathname) || [];
    const query = new URLSearchParams(location.search);
    const wanted = id ? decodeURIComponent(id) : null;
    if (name === 'live') return new LivePage(this, query);
    if (name === 'sessions') return wanted ? new SessionPage(this, wanted) : new SessionsPage(this);
    if (name === 'rules') return new RulesPage(this, wanted);
    if (name === 'hooks') return new HooksPage(this, wanted, query);
    return new ApprovalsPage(this, wanted);
  }

  // Another page of the console, without loading the document again.
  async go(address, isBack = false) {
    if (!isBack) history.pushState(null, '', address);
    const page = this.route();
    this.page.left();
    Object.assign(this, { page, menu: false, modal: null, showing: null, failure: null });
    await page.load();
    if (this.page !== page) return;
    this.draw();
    page.shown();
    const heading = document.querySelector('h1');
    if (heading && page.name !== 'approvals') { heading.tabIndex = -1; heading.focus(); }
  }

  clicked(event) {
    const link = event.target.closest && event.target.closest('a[href^="/"]');
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.getAttribute('href'));
  }

  signedOut(problem) {
    const known = problem instanceof Refused && problem.status === 401;
    this.gone = true;
    if (this.socket) this.socket.stop();
    document.title = 'Signed out – Carabiner';
    render(signedOut(known, problem), document.querySelector('#app'));
    if (known) setInterval(() => { fetch('/api/v1/me').then((answer) => { if (answer.ok) location.reload(); }, () => {}); }, 3000);
  }

  connection(state) {
    this.slow = false;
    if (state === 'connected') {
      this.connected = true;
      this.page.connected();
      if (this.away) this.isBack = true;
      else this.status = null;
      this.away = null;
    } else {
      this.connected = false;
      this.wasSlow = state === 'slow';
      this.away = this.away || new Date();
      this.status = { kind: 'away', text: state === 'slow' ? 'This page was too slow, so that the server has closed its connection. It comes back at the newest.' : `Away since ${this.away.toLocaleTimeString([], { hour12: false })}. Requests may have ended.` };
      call('GET', '/me').catch((problem) => { if (problem.status === 401) this.signedOut(problem); });
    }
    this.draw();
  }

  async heard(message) {
    if (message.type === 'rows') { this.page.rows(message); return; }
    Object.assign(this, { running: message.running, logs: message.logs, brokenLogs: message.broken_logs });
    if (message.problem) {
      this.status = { kind: 'bad', text: `${message.problem}. No answer can be given now.` };
      this.broken = true;
      this.draw();
      return;
    }
    if (this.broken) { this.broken = false; this.status = null; }
    try {
      await this.fetch();
      this.page.changed();
    } catch (problem) {
      if (problem.status === 401) this.signedOut(problem);
    }
  }

  taken(waiting, ended) {
    const before = this.waiting.map((it) => it.id);
    this.waiting = waiting.approvals;
    this.ended = ended.approvals;
    this.skew = Date.parse(waiting.now) - Date.now();
    return before.filter((id) => !this.waiting.some((it) => it.id === id)).length;
  }

  // The list is fetched anew, never patched.
  async fetch() {
    const [waiting, ended] = await Promise.all([call('GET', WAITING), call('GET', ENDED)]);
    const gone = this.taken(waiting, ended);
    if (this.isBack) {
      this.isBack = false;
      this.status = { kind: 'back', text: gone ? `Back. ${gone} answered meanwhile.` : 'Back. The list is new.' };
      setTimeout(() => { if (this.status && this.status.kind === 'back') this.status = null; this.draw(); }, 4000);
    }
    if (this.card && !this.card.isOver) {
      const now = this.waiting.find((it) => it.id === this.card.approval.id);
      if (!now) await this.refresh(this.card);
      else if (now.version !== this.card.approval.version) this.card.approval = { ...this.card.approval, quorum: now.quorum, version: now.version };
    }
    if (this.page.name === 'approvals') await this.page.settle();
    else this.interrupt();
    this.draw();
  }

  // A new question comes over any other page, unless that would take the keys from a text field.
  interrupt() {
    if (this.modal && this.card && this.card.isOver && !this.lingers) this.closeModal();
    const next = this.waiting.find((it) => !this.aside.has(it.id));
    if (!next || this.modal || this.help || isTyping(document.activeElement)) return;
    this.openModal(next.id);
  }

  // It may be set aside before what it shows has come.
  async openModal(id) {
    this.aside.delete(id);
    this.modal = id;
    await this.show(id);
    if (this.modal === id && !this.card) { this.modal = null; this.draw(); }
  }

  setAside() {
    this.aside.add(this.card ? this.card.approval.id : this.modal);
    this.closeModal();
  }

  closeModal() {
    const dialog = document.querySelector('#modal');
    if (dialog) dialog.close();
    this.modal = null;
    this.showing = null;
    this.card = null;
    this.draw();
  }

  async refresh(card) {
    try {
      card.approval = await call('GET', `/approvals/${encodeURIComponent(card.approval.id)}`);
      if (this.card === card) this.linger();
    } catch (problem) {
      if (this.card === card) this.card = null;
    }
  }

  // What has ended stays a moment; what is on the screen by then is left alone.
  linger() {
    const ended = this.card;
    this.lingers = true;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => {
      this.lingers = false;
      if (this.card !== ended) return;
      if (this.modal) { this.closeModal(); this.interrupt(); } else if (this.page.name === 'approvals' && this.waiting.length) this.show(this.waiting[0].id);
    }, 5000);
  }

  // Of several that are asked for, the last is shown, unless it was set aside or left meanwhile.
  async show(id, known) {
    if (this.card && this.card.approval.id === id && !this.card.isOver) return;
    const asked = {};
    this.showing = asked;
    const approval = known || await call('GET', `/approvals/${encodeURIComponent(id)}`).catch(() => null);
    if (this.showing !== asked) return;
    this.card = approval && new Card(this, approval);
    this.draw();
    if (!this.card) return;
    const deny = document.querySelector('#deny');
    if (deny && !isTyping(document.activeElement)) deny.focus();
    if (!this.card.isOver) document.querySelector('#live').textContent = `${this.card.approval.asked_by.hook} asks: ${this.card.approval.shown.title}`;
  }

  // By then the page may show another card, or none.
  async answered(card, approval) {
    card.approval = { ...card.approval, ...approval };
    if (approval.state === 'pending') {
      card.show(await call('GET', `/approvals/${encodeURIComponent(approval.id)}`));
      card.note = 'Your answer counts; more are needed.';
    } else if (this.card === card) this.linger();
    await this.fetch();
  }

  async refused(card, problem) {
    if (problem.status === 409) { await this.refresh(card); } else if (problem.status === 412) {
      card.show(problem.body.approval);
      card.note = 'The call has changed. Read it again.';
    } else if (problem.status === 401) { this.signedOut(problem); return; } else if (problem.status === 503) { this.unkept(card, problem); } else {
      const note = problem.message;
      try { card.show(await call('GET', `/approvals/${encodeURIComponent(card.approval.id)}`)); } catch { /* it is said below */ }
      card.note = note;
    }
    this.draw();
  }

  // The store did not take the answer: none can be given until it lets itself be read again. The nonce may be used up, so the card is shown anew.
  unkept(card, problem) {
    this.broken = true;
    this.status = { kind: 'bad', text: `The answer was not kept: ${problem.message}. No answer can be given now.` };
    setTimeout(() => this.tryAgain(card), 5000);
  }

  async tryAgain(card) {
    try {
      const now = await call('GET', `/approvals/${encodeURIComponent(card.approval.id)}`);
      if (now.operation.digest === card.approval.operation.digest) card.approval = now; else card.show(now);
      if (card.isOver && this.card === card) this.linger();
    } catch (problem) {
      if (problem.status === 401) { this.signedOut(problem); return; }
      if (!problem.status || problem.status === 503) { this.unkept(card, problem); this.draw(); return; }
    }
    this.broken = false;
    if (this.status && this.status.kind === 'bad') this.status = null;
    this.draw();
  }

  keydown(event) {
    const typing = isTyping(event.target);
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    if (!event.repeat && event.key !== 'Enter' && event.key !== ' ' && event.key !== 'Tab' && event.key !== 'Shift') this.keysDown.add(event.code);
    if (event.key === 'Enter' && !typing) this.keysDown.delete(event.code);
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.goes) { this.goes = false; const address = addressOf(event.key); if (address && !this.modal) { event.preventDefault(); this.go(address); return; } }
    if (event.key === 'g') this.goes = true;
    else if (event.key === '?') { this.help = true; this.draw(); document.querySelector('#help').showModal(); } else if (event.key === '/') {
      const search = document.querySelector('main input[type=search]');
      if (search) { event.preventDefault(); search.focus(); }
    } else if (this.card && (this.modal || this.page.name === 'approvals')) this.card.key(event.key);
  }

  left(it) {
    if (it.state !== 'pending') return '–';
    if (!this.connected) return '?';
    return timeLeft(this.seconds(it));
  }

  seconds(it) { return Math.max(0, Math.floor((Date.parse(it.expires_at) - Date.now() - this.skew) / 1000)); }

  // How much of the time is left, from 0 to 1.
  part(it) {
    const all = Date.parse(it.expires_at) - Date.parse(it.created_at);
    return all > 0 ? Math.min(1, Math.max(0, (Date.parse(it.expires_at) - Date.now() - this.skew) / all)) : 0;
  }

  tick() {
    if (this.card && !this.card.isOver) this.announce(this.card);
    this.draw();
  }

  // The time is said when it passes one of these marks, also if no tick falls on it.
  announce(card) {
    const now = this.seconds(card.approval);
    const passed = this.connected && [60, 30, 10].find((mark) => card.secondsLeft > mark && now <= mark);
    if (passed) document.querySelector('#live').textContent = `${now} seconds left`;
    card.secondsLeft = now;
  }

  ending(it) {
    const decision = it.decision;
    if (!decision) return '';
    if (it.state === 'expired') return decision.granted ? 'Time is up: allowed' : 'Time is up: denied';
    if (decision.how !== 'answered') return 'It ended without an answer.';
    if (decision.decided_by === this.me.name && decision.channel === 'console') return `${decision.granted ? 'Allowed' : 'Denied'} by you, ${clock(decision.decided_at)}`;
    return `${decision.decided_by} ${decision.granted ? 'allowed' : 'denied'} it${CHANNELS[decision.channel] || ` (${decision.channel})`} ${ago(decision.decided_at, Date.now() + this.skew)} ago`;
  }

  failed(text) {
    if (this.failure || this.gone) return;
    this.failure = { text, id: `page-${Date.now().toString(36)}` };
    this.draw();
  }

  draw() {
    if (this.gone || !this.page) return;
    document.title = `${this.waiting.length ? `(${this.waiting.length}) ` : ''}${this.page.title} – Carabiner`;
    render(shell(this), document.querySelector('#app'));
    const dialog = document.querySelector('#modal');
    if (dialog && !dialog.open) dialog.showModal();
  }
}

const app = new App();
addEventListener('error', (event) => app.failed(event.message));
addEventListener('unhandledrejection', (event) => { if (event.reason instanceof Refused && event.reason.status === 401) app.signedOut(event.reason); else if (event.reason instanceof TypeError && /fetch/i.test(event.reason.message)) app.draw(); else app.failed(String(event.reason && event.reason.message || event.reason)); });
app.start();
