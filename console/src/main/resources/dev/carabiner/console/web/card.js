import { call } from '/assets/api.js';
import { cardView } from '/assets/answers.js';

const MOMENT = 700;

// One request on the screen. It acts only on what it has shown: digest and nonce are those of this very object.
export class Card {
  constructor(app, approval) {
    this.app = app;
    this.checked = 0;
    this.show(approval);
  }

  show(approval) {
    clearTimeout(this.timer);
    this.checked++;
    this.approval = approval;
    this.opened = !approval.shown.parts.some((part) => part.folded);
    this.scrolled = this.opened;
    this.note = '';
    this.mode = 'look';
    this.rules = null;
    this.verdict = null;
    this.busy = false;
    this.edited = { ...approval.operation.input };
    this.unread = new Set();
    this.checking = false;
    this.appeared();
    this.figure = 'look';
    this.whyNone = '';
    this.life = { ends: '8h', max_uses: 10 };
    this.more = false;
  }

  get isOver() { return this.approval.state !== 'pending'; }
  get mayAnswer() { return this.app.me.role === 'approver' && !this.isOver && this.app.connected && !this.app.broken; }
  get deny() { return this.approval.options.find((it) => !it.grants); }
  get allow() { return this.approval.options.find((it) => it.grants && it.id !== 'allow_always') || this.approval.options.find((it) => it.grants); }

  // What has just come on the screen has not been read.
  appeared() { this.quietUntil = performance.now() + MOMENT; }

  // Early clicks and keys that were down before the card appeared do nothing.
  isEarly() {
    if (performance.now() < this.quietUntil || this.app.keysDown.size > 0) {
      this.say('One moment: read it first.');
      return true;
    }
    return false;
  }

  say(text) { this.note = text; this.app.draw(); }

  // What was folded is seen when it was opened and its end has come into view.
  get seen() { return this.opened && this.scrolled; }
  get missing() { return this.opened ? 'To allow it, scroll through all of it first.' : `To allow it, show all of it first: ${this.approval.shown.hidden_lines} lines are hidden.`; }

  open() {
    this.opened = true;
    this.note = '';
    this.appeared();
    this.app.draw();
    const end = document.querySelector('#end');
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((it) => it.isIntersecting)) { watch.disconnect(); this.scrolled = true; this.app.draw(); }
    }, { root: document.querySelector('.card .scroll') });
    watch.observe(end);
    document.querySelector('.card .scroll').focus();
  }

  async answer(option, more = {}) {
    if (!this.mayAnswer || this.busy || this.isEarly()) return;
    if (option.grants && !this.seen) {
      this.say(this.missing);
      return;
    }
    this.busy = true;
    try {
      const body = { option: option.id, digest: this.approval.operation.digest, nonce: this.approval.nonce, seen: this.seen ? 'all' : 'part', ...more };
      await this.app.answered(this, await call('POST', `/approvals/${encodeURIComponent(this.approval.id)}/decision`, body));
    } catch (problem) {
      await this.app.refused(this, problem);
    } finally {
      this.busy = false;
    }
  }

  async proposeRules() {
    if (this.mode === 'rule') { this.asAsked(); return; }
    if (this.isEarly()) return;
    this.mode = 'rule';
    const offered = await call('GET', `/approvals/${encodeURIComponent(this.approval.id)}/rules`);
    this.rules = offered.rules;
    this.whyNone = offered.why_none;
    this.chosen = this.rules.length ? this.rules[0].scope : null;
    this.appeared();
    this.app.draw();
  }

  edit() { if (this.mode === 'edit') this.asAsked(); else if (!this.isEarly()) { this.mode = 'edit'; this.appeared(); this.changed(); this.app.draw(); } }

  // Without the form: what can be allowed again is the call as it was asked, and nothing of the form is kept.
  asAsked() {
    clearTimeout(this.timer);
    this.checked++;
    Object.assign(this, { mode: 'look', checking: false, verdict: null, edited: { ...this.approval.operation.input } });
    this.unread.clear();
    this.appeared();
    this.app.draw();
  }

  typed(field, text) {
    try {
      this.edited[field] = typeof this.approval.operation.input[field] === 'string' ? text : JSON.parse(text);
      this.unread.delete(field);
    } catch {
      this.unread.add(field);
    }
    this.changed(300);
    this.app.draw();
  }

  // From here until the guards have seen the last of what was typed, it cannot be allowed.
  changed(wait = 0) {
    this.checking = true;
    this.verdict = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.preview(++this.checked), wait);
  }

  async preview(number) {
    let verdict;
    try {
      verdict = this.unread.size ? { verdict: 'unreadable', reason: `Not JSON: ${[...this.unread].join(', ')}.` } : await call('POST', `/approvals/${encodeURIComponent(this.approval.id)}/preview`, { input: this.edited });
    } catch (problem) {
      verdict = { verdict: 'unknown', reason: problem.message };
    }
    if (number !== this.checked) return;
    this.verdict = verdict;
    this.checking = false;
    this.app.draw();
  }

  key(letter) {
    const target = { d: '#deny', a: '#allow', e: '#edit', r: '#rule', o: '#open' }[letter];
    const element = target && document.querySelector(target);
    if (element) element.focus();
  }

  view(isModal) { return cardView(this, isModal); }
}
