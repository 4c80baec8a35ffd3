import { html, nothing } from '/assets/lit-html.js';
import { call } from '/assets/api.js';
import { Page, ago, count, until, wrong } from '/assets/words.js';

const KINDS = [['shell', 'a command', 'git log *'], ['directory', 'files below a directory', '/srv/app/docs'], ['file', 'one file', '/srv/app/README.md'], ['host', 'a host', '*.example.org'], ['any', 'any input', '']];
const BLANK = { decision: 'allow', hook: '*', tool: 'Bash', kind: 'shell', value: '', ends: '8h', max_uses: 10 };

export class RulesPage extends Page {
  constructor(app, id) {
    super(app, 'rules', 'Rules');
    this.chosen = id;
    this.list = [];
    this.words = '';
    this.form = null;
    this.ending = null;
  }

  address() { return this.chosen ? `/rules/${encodeURIComponent(this.chosen)}` : '/rules'; }

  take(page) {
    if (!page) return;
    this.list = page.rules || [page.rule];
    this.measured = page.coverage;
    this.now = Date.parse(page.now);
  }

  get may() { return this.app.me.role === 'approver' && this.app.connected && !this.app.broken; }

  async again() { await this.load(); this.app.draw(); }

  changed() { this.again(); }

  begin() { this.form = { ...BLANK }; this.coverage = null; this.app.draw(); document.querySelector('#rule-value').focus(); }

  body() {
    const { decision, hook, tool, kind, value, ends, max_uses: uses } = this.form;
    return { decision, hook: hook.trim() || '*', tool: tool.trim() || '*', kind, ...(kind === 'any' ? {} : { value: value.trim() }), ...(ends ? { ends } : {}), ...(uses ? { max_uses: uses } : {}) };
  }

  // What it would have decided of past calls, shortly after the last key.
  typed(key, value) {
    this.form[key] = value;
    this.coverage = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.measure(), 300);
    this.app.draw();
  }

  async measure() {
    if (!this.form || (this.form.kind !== 'any' && !this.form.value.trim())) return;
    const asked = JSON.stringify(this.body());
    try {
      const coverage = await call('POST', '/rules/coverage', JSON.parse(asked));
      if (this.form && JSON.stringify(this.body()) === asked) this.coverage = coverage;
    } catch (problem) {
      this.coverage = { problem: problem.message };
    }
    this.app.draw();
  }

  async add() {
    if (!this.may) return;
    try {
      await call('POST', '/rules', this.body());
      this.form = null;
      await this.again();
    } catch (problem) {
      this.coverage = { problem: problem.message };
      this.app.draw();
    }
  }

  async end(id) {
    if (this.ending !== id) { this.ending = id; this.app.draw(); return; }
    this.ending = null;
    try { await call('POST', `/rules/${encodeURIComponent(id)}/end`, {}); } catch (problem) { if (problem.status !== 404) throw problem; }
    await this.again();
  }

  view() {
    const words = this.words.toLowerCase();
    const fitting = this.list.filter((it) => `${it.text} ${it.id} ${it.made_by}`.toLowerCase().includes(words));
    return html`<div class="head"><h1>Rules</h1><p>${count(this.list.filter((it) => it.holds).length, 'rule')} in force</p><input class="push search" type="search" aria-label="Find a rule" placeholder="Find" .value=${this.words} @input=${(event) => { this.words = event.target.value; this.app.draw(); }}>
      ${this.app.me.role === 'approver' && !this.form ? html`<button id="add-rule" class="btn small" @click=${() => this.begin()}>Add a rule…</button>` : nothing}</div>
      <div class="body" tabindex="0" role="region" aria-label="Rules">${this.form ? this.adding() : nothing}${this.problem ? wrong(this) : fitting.length ? html`<ol class="rows rules">${fitting.map((it) => this.row(it))}</ol>` : this.empty()}
      ${this.chosen && this.measured ? html`<section id="covered" class="event-hooks"><h2>What it covers</h2>${this.covered(this.measured)}</section>` : nothing}${this.chosen ? html`<p class="more-rows"><a href="/rules">All rules</a></p>` : nothing}</div>`;
  }

  empty() {
    return this.form ? nothing : html`<section class="empty"><p class="big">${this.list.length ? 'No rule fits.' : 'No rules.'}</p><p>A rule answers for you: what surely fits is allowed, what might fit is denied. The card of a request offers rules with <b>Allow with a rule…</b></p></section>`;
  }

  row(it) {
    const soon = it.holds && it.ends_at && Date.parse(it.ends_at) - this.now < 3600000;
    return html`<li class=${it.holds ? '' : 'over'}><span class="state ${it.decision === 'deny' ? 'no' : 'ok'}">${it.decision}</span><a class="text" href="/rules/${encodeURIComponent(it.id)}"><code>${it.text}</code></a>
      <span class="meta"><span>${it.made_by ? `made by ${it.made_by}` : 'origin not known'}${it.made_at ? `, ${ago(it.made_at, this.now)} ago` : ''}${it.request ? html` of <a class="of" href="/approvals/${encodeURIComponent(it.request)}">an approval</a>` : nothing}</span><span class=${soon ? 'act q' : ''}>${!it.holds ? 'over' : it.ends_at ? `ends ${until(it.ends_at, this.now)}` : it.session ? 'ends with its session' : 'without an end'}</span>
      <span class=${it.uses ? '' : 'act q'}>${it.uses ? count(it.uses, 'use') : 'unused'}${it.uses_left === null ? '' : `, ${it.uses_left} left`}</span>${it.last_used_at ? html`<span>last ${ago(it.last_used_at, this.now)} ago</span>` : nothing}<span>${it.id}</span></span>
      ${this.app.me.role === 'approver' && it.holds ? html`<button class="btn small stop" aria-label="${this.ending === it.id ? 'Really end' : 'End'} rule ${it.id}" @click=${() => this.end(it.id)}>${this.ending === it.id ? 'Really end it' : 'End now'}</button>` : nothing}</li>`;
  }

  adding() {
    const { form } = this;
    const kind = KINDS.find(([name]) => name === form.kind);
    const off = !this.may || !this.coverage || this.coverage.problem;
    const field = (name, label, hint) => html`<label>${label}<input id="rule-${name}" .value=${form[name]} placeholder=${hint} autocomplete="off" spellcheck="false" @input=${(event) => this.typed(name, event.target.value)}></label>`;
    return html`<form id="rule-form" class="new-rule" aria-label="A new rule" @submit=${(event) => { event.preventDefault(); if (!off) this.add(); }}>
      <fieldset class="choice"><legend>It</legend>${['allow', 'deny'].map((word) => html`<label><input type="radio" name="decision" value=${word} .checked=${form.decision === word} @change=${() => this.typed('decision', word)}> ${word === 'allow' ? 'allows what surely fits' : 'denies what might fit'}</label>`)}</fieldset>
      <div class="fields">${field('tool', 'Tool', '* for every tool')}${field('hook', 'When this hook asks', '* for any hook')}
      <label>It is about<select id="rule-kind" @change=${(event) => this.typed('kind', event.target.value)}>${KINDS.map(([name, words]) => html`<option value=${name} ?selected=${name === form.kind}>${words}</option>`)}</select></label>
      ${form.kind === 'any' ? html`<span id="rule-value" tabindex="-1"></span>` : field('value', kind[1][0].toUpperCase() + kind[1].slice(1), kind[2])}
      <label>Ends<select id="rule-ends" @change=${(event) => this.typed('ends', event.target.value)}>${[['1h', 'in 1 hour'], ['8h', 'in 8 hours'], ['168h', 'in 7 days'], ['', 'never']].map(([value, words]) => html`<option value=${value} ?selected=${value === form.ends}>${words}</option>`)}</select></label>
      <label>Uses<select id="rule-uses" @change=${(event) => this.typed('max_uses', Number(event.target.value))}>${[[1, 'one'], [10, 'at most 10'], [100, 'at most 100'], [0, 'any number']].map(([value, words]) => html`<option value=${value} ?selected=${value === form.max_uses}>${words}</option>`)}</select></label></div>
      <div id="coverage" role="status">${this.covered(this.coverage)}</div>
      <div class="row"><button class="btn" type="button" @click=${() => { this.form = null; this.app.draw(); }}>Leave it</button><button id="save-rule" class="btn push ${off ? '' : 'go'}" aria-disabled=${off ? 'true' : nothing}>Add this rule</button></div></form>`;
  }

  covered(it) {
    if (!it) return html`<p class="dim">What it would have covered is shown here before it can be added.</p>`;
    if (it.problem) return html`<p class="verdict bad">${it.problem}</p>`;
    return html`<p><code>${it.text}</code></p><p>covers <b>${it.covers} of ${it.past}</b> past calls</p>
      ${it.contradicted ? html`<p class="contradicts"><b>${it.contradicted} of them ${it.contradicted === 1 ? 'was' : 'were'} decided the other way:</b></p><ul class="contradictions">${it.examples.map((past) => html`<li><code>${past.title}</code> ${past.granted ? 'allowed' : 'denied'} by ${past.decided_by}, ${ago(past.decided_at)} ago</li>`)}</ul>` : nothing}`;
  }
}
