import { html, nothing } from '/assets/lit-html.js';
import { call } from '/assets/api.js';

const MARK = { add: '+', del: '−', same: ' ', cmd: '$', field: ' ' };
const MOMENT = 700;

// One request on the screen. It acts only on what it has shown: digest and nonce are those of this very object.
export class Card {
  constructor(app, approval) {
    this.app = app;
    this.show(approval);
  }

  show(approval) {
    this.approval = approval;
    this.opened = approval.shown.hidden_lines === 0;
    this.note = '';
    this.mode = 'look';
    this.rules = null;
    this.verdict = null;
    this.quietUntil = performance.now() + MOMENT;
    this.busy = false;
    this.edited = { ...approval.operation.input };
  }

  get isOver() { return this.approval.state !== 'pending'; }
  get mayAnswer() { return this.app.me.role === 'approver' && !this.isOver && this.app.connected; }
  get deny() { return this.approval.options.find((it) => !it.grants); }
  get allow() { return this.approval.options.find((it) => it.grants && it.id !== 'allow_always') || this.approval.options.find((it) => it.grants); }

  // Early clicks and keys that were down before the card appeared do nothing.
  isEarly() {
    if (performance.now() < this.quietUntil || this.app.keysDown.size > 0) {
      this.say('One moment: read it first.');
      return true;
    }
    return false;
  }

  say(text) { this.note = text; this.app.draw(); }

  open() { this.opened = true; this.note = ''; this.app.draw(); }

  async answer(option, more = {}) {
    if (!this.mayAnswer || this.busy || this.isEarly()) return;
    if (option.grants && !this.opened) {
      this.say(`Open it first: ${this.approval.shown.hidden_lines} lines are hidden.`);
      return;
    }
    this.busy = true;
    try {
      const body = { option: option.id, digest: this.approval.operation.digest, nonce: this.approval.nonce, seen: this.opened ? 'all' : 'part', ...more };
      await this.app.answered(await call('POST', `/approvals/${encodeURIComponent(this.approval.id)}/decision`, body));
    } catch (problem) {
      await this.app.refused(problem);
    } finally {
      this.busy = false;
    }
  }

  async proposeRules() {
    if (this.isEarly()) return;
    this.mode = 'rule';
    this.rules = (await call('GET', `/approvals/${encodeURIComponent(this.approval.id)}/rules`)).rules;
    this.chosen = this.rules.length ? this.rules[0].scope : null;
    this.app.draw();
  }

  edit() { if (!this.isEarly()) { this.mode = 'edit'; this.preview(); this.app.draw(); } }

  typed(field, text) {
    const before = this.approval.operation.input[field];
    this.edited[field] = typeof before === 'string' ? text : this.parsed(text, before);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.preview(), 300);
  }

  parsed(text, before) { try { return JSON.parse(text); } catch { return before; } }

  async preview() {
    try {
      this.verdict = await call('POST', `/approvals/${encodeURIComponent(this.approval.id)}/preview`, { input: this.edited });
    } catch (problem) {
      this.verdict = { verdict: 'unknown', reason: problem.message };
    }
    this.app.draw();
  }

  key(letter) {
    const target = { d: '#deny', a: '#allow', e: '#edit', r: '#rule', o: '#open' }[letter];
    const element = target && document.querySelector(target);
    if (element) element.focus();
  }

  view() {
    const it = this.approval;
    return html`
      <div class="card ${this.isOver ? 'over' : ''}" aria-labelledby="t" role=${this.isOver ? 'article' : 'alertdialog'} aria-describedby="q">
        <div class="scroll" tabindex="0" aria-label="What is asked">
          <div class="title">
            <h2 id="t">${it.shown.title}</h2>
            <div class="clock" role="timer"><time class="num" id="left">${this.app.left(it)}</time><span>${it.on_timeout === 'allow' ? 'then allowed' : 'then denied'}</span></div>
            <p class="from">session ${it.session.id}</p>
          </div>
          <div class="asks"><p id="q"><b>${it.asked_by.hook} asks:</b> ${it.asked_by.prompt}${it.asked_by.reason ? html`<small>${it.asked_by.reason}</small>` : nothing}</p></div>
          ${this.call(it)}
          ${this.quorum(it)}
          ${this.mode === 'edit' ? this.form(it) : nothing}
          ${this.mode === 'rule' ? this.ruleForm() : nothing}
        </div>
        ${this.isOver ? this.over(it) : this.answers(it)}
      </div>`;
  }

  call(it) {
    const shown = this.opened ? it.shown.lines : it.shown.lines.slice(0, it.shown.open_lines);
    return html`
      <figure class="op">
        <figcaption><span><b>${it.shown.kind === 'diff' ? 'Changes' : it.shown.kind === 'command' ? 'Command' : 'Call'}</b> <span class="dim">as Carabiner read it from the call</span></span></figcaption>
        <div class="lines" role="group" aria-label="The call">${shown.map((line) => this.line(line))}</div>
        ${it.shown.escapes ? html`<p class="note"><b>${it.shown.escapes} invisible or misleading ${it.shown.escapes === 1 ? 'character' : 'characters'}.</b> <span>Shown as escapes.</span></p>` : nothing}
        ${this.opened ? nothing : html`<div class="more"><span><b>Not shown yet:</b> ${it.shown.hidden_lines} lines</span><button id="open" class="btn push" @click=${() => this.open()}>Show everything <kbd>O</kbd></button></div>`}
      </figure>`;
  }

  line({ op, text }) {
    const words = op === 'add' ? html`<ins>${text}</ins>` : op === 'del' ? html`<del>${text}</del>` : text;
    return html`<div class=${op}><span class="s" aria-hidden="true">${MARK[op]}</span><span class="t">${words}</span></div>`;
  }

  quorum(it) {
    if (it.quorum.needed < 2 && it.quorum.of.length === 0) return nothing;
    const names = it.quorum.of.length ? it.quorum.of : it.quorum.votes.map((vote) => vote.by);
    const voted = (name) => it.quorum.votes.find((vote) => vote.by === name);
    return html`<h3>Needs ${it.quorum.needed}${it.quorum.of.length ? ` of ${it.quorum.of.length} approvers` : ' persons'}</h3>
      <ul class="votes">${names.map((name) => html`<li><span class="vote ${voted(name) ? 'y' : ''}" aria-hidden="true">${voted(name) ? '✓' : ''}</span>${name}${voted(name) ? ` allowed (${voted(name).channel})` : ''}</li>`)}</ul>`;
  }

  form(it) {
    const denied = this.verdict && this.verdict.verdict === 'deny';
    return html`<h3>Edit the call</h3>
      <div class="edit">${Object.entries(it.operation.input).map(([field, value]) => html`
        <label>${field}<textarea rows="3" data-field=${field} .value=${typeof value === 'string' ? value : JSON.stringify(value)} @input=${(event) => this.typed(field, event.target.value)}></textarea></label>`)}
      </div>
      ${this.verdict ? html`<p class="verdict ${denied ? 'bad' : ''}" role="status">${this.words(this.verdict)}</p>` : nothing}`;
  }

  words({ verdict, reason }) {
    const said = { allow: 'The guards let it pass.', ask: 'A guard would ask about it again, which denies it.', deny: 'A guard denies it.' }[verdict] || 'The guards will judge it before it runs.';
    return reason ? `${said} ${reason}` : said;
  }

  ruleForm() {
    if (!this.rules) return nothing;
    if (!this.rules.length) return html`<p class="verdict">No rule can cover this.</p>`;
    return html`<h3>Allow with a rule</h3><div class="rule"><fieldset><legend class="sr">How far the rule goes</legend>
      ${this.rules.map((rule) => html`<label class="scope"><input type="radio" name="scope" value=${rule.scope} .checked=${rule.scope === this.chosen} @change=${() => { this.chosen = rule.scope; this.app.draw(); }}>
        <span><strong>${rule.scope.replace('_', ' ')}</strong><code>${rule.text}</code></span>
        <span class="cover">covers <b>${rule.covers} of ${rule.past}</b> past calls${rule.contradicted ? html` <span class="bad">${rule.contradicted} of them were denied</span>` : nothing}</span></label>`)}
      </fieldset><div class="life">It ends in 8 hours, or after 10 uses. 'carabiner rules end' ends it earlier.</div></div>`;
  }

  answers(it) {
    if (this.app.me.role !== 'approver') return html`<div class="answers"><p class="hint">You may look, not answer.</p></div>`;
    const off = !this.mayAnswer;
    const locked = off || !this.opened;
    const denied = this.verdict && this.verdict.verdict !== 'allow' && this.verdict.verdict !== 'unknown';
    return html`<div class="answers" role="group" aria-label="Answers">
      ${this.mode === 'why' ? html`<form class="why" @submit=${(event) => { event.preventDefault(); this.answer(this.deny, { reason: event.target.reason.value }); }}><input name="reason" aria-label="Why; the model is told" maxlength="500"><button class="btn stop">Deny with this</button></form>` : nothing}
      <div class="row">
        <button id="deny" class="btn stop main" aria-disabled=${off ? 'true' : nothing} @click=${() => this.answer(this.deny)}>Deny <kbd>D</kbd></button>
        <button id="why" class="btn wide" aria-disabled=${off ? 'true' : nothing} @click=${() => { this.mode = 'why'; this.app.draw(); }}>Deny and say why…</button>
        ${it.operation.editable ? html`<button id="edit" class="btn wide push" aria-disabled=${off ? 'true' : nothing} @click=${() => this.edit()}>Edit first… <kbd>E</kbd></button>` : html`<span class="push"></span>`}
        <button id="rule" class="btn wide" aria-disabled=${locked ? 'true' : nothing} @click=${() => this.proposeRules()}>Allow with a rule… <kbd>R</kbd></button>
        ${this.go(locked, denied)}
      </div>
      <p class="hint"><span id="lock" role="status">${this.note || (this.opened ? 'You have seen all of it.' : `To allow it, show all of it first: ${it.shown.hidden_lines} lines are hidden.`)}</span><span class="keys">Letters move the focus, <kbd>Enter</kbd> answers.</span><span class="push">call <code>${it.operation.digest.slice(0, 8)}…</code></span></p>
    </div>`;
  }

  go(locked, denied) {
    const more = this.mode === 'edit' ? { input: this.edited } : this.mode === 'rule' && this.chosen ? { rule: { scope: this.chosen, ends: '8h', max_uses: 10 } } : {};
    const label = this.mode === 'edit' ? 'Allow the edited call' : this.mode === 'rule' && this.chosen ? 'Allow with this rule' : this.allow ? this.allow.label : 'Allow';
    const off = locked || !this.allow || (this.mode === 'edit' && denied);
    return html`<button id="allow" class="btn ${off ? '' : 'go'}" aria-disabled=${off ? 'true' : nothing} aria-describedby="lock" @click=${() => (off ? this.say(this.opened ? 'This cannot be allowed now.' : `Open it first: ${this.approval.shown.hidden_lines} lines are hidden.`) : this.answer(this.allow, more))}>${label} <kbd>A</kbd></button>`;
  }

  over(it) {
    return html`<div class="answers"><p id="over" class="hint" role="status">${this.app.ending(it)}</p></div>`;
  }
}
