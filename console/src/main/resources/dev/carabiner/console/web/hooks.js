import { html, nothing } from '/assets/lit-html.js';
import { chart } from '/assets/chart.js';
import { Page, ago, command, count, marked, nanos, wrong } from '/assets/words.js';

const SEVERITIES = { error: 'x', warning: 'q' };

// The hooks in running order per event, with what the logs say of their calls.
export class HooksPage extends Page {
  constructor(app, name, query) {
    super(app, 'hooks', 'Hooks');
    this.chosen = name;
    this.over = query.get('over') === '24h' ? '24h' : '1h';
    this.list = [];
    this.findings = [];
    this.timer = setInterval(() => this.again(), 5000);
  }

  address() { return `/hooks?over=${this.over}`; }

  take(page) { if (page) { this.list = page.hooks; this.findings = page.findings || []; } }

  left() { clearInterval(this.timer); }

  async again() { if (this.app.page === this && this.app.connected && !document.hidden) { await this.load(); this.app.draw(); } }

  view() {
    const events = [...new Set(this.list.map((it) => it.event))];
    const failing = this.list.filter((it) => it.failures).length;
    const path = this.chosen ? `/hooks/${encodeURIComponent(this.chosen)}` : '/hooks';
    return html`<div class="head"><h1>${this.chosen ? html`<a href="/hooks">Hooks</a> › ${this.chosen}` : 'Hooks'}</h1>${this.chosen ? nothing : html`<p>${count(new Set(this.list.map((it) => it.hook)).size, 'hook')}${failing ? html`, <span class="act x">${failing} failing</span>` : ''}</p>`}
      <div class="tabs push" role="group" aria-label="Over"><a href=${path} aria-current=${this.over === '1h' ? 'true' : nothing}>1 h</a><a href="${path}?over=24h" aria-current=${this.over === '24h' ? 'true' : nothing}>24 h</a></div></div>
      <div class="body" tabindex="0" role="region" aria-label="Hooks">${this.problem ? wrong(this) : this.chosen ? this.one() : html`${this.ofBundle()}${events.length ? events.map((event) => this.event(event)) : this.empty()}`}</div>`;
  }

  empty() { return html`<section class="empty"><p class="big">No hook was called yet.</p><p>Start a session, and its hooks appear here:</p><p>${command('carabiner run "read README.md"')}</p></section>`; }

  event(event) {
    return html`<section class="event-hooks"><h2 class="mono">${event}</h2><ol class="rows hooks">
      ${this.header()}
      ${this.list.filter((it) => it.event === event).map((it) => this.row(it))}</ol></section>`;
  }

  header() { return html`<li class="header" aria-hidden="true"><span>order</span><span>hook</span><span>if it fails</span><span>calls</span><span>failures</span><span>p50</span><span>p99</span><span>share</span></li>`; }

  row(it) {
    return html`<li class=${it.failures ? 'failing' : ''}><span class="num">${it.priority}</span><span class="main"><a href="/hooks/${encodeURIComponent(it.hook)}${this.over === '24h' ? '?over=24h' : ''}"><b>${it.hook}</b></a>${it.findings && it.findings.length ? html` <span class="act q">${count(it.findings.length, 'finding')}</span>` : nothing}</span>
      <span><span class="sr">if it fails: </span>${it.on_failure || '–'}${it.timeout_ms ? ` · ${it.timeout_ms} ms` : ''}</span><span class="num"><i>calls </i>${it.calls.toLocaleString('en')}</span><span class="num ${it.failures ? 'act x' : ''}"><i>failures </i>${it.failures}</span>
      <span class="num"><i>p50 </i>${nanos(it.p50_ns)}</span><span class="num"><i>p99 </i>${nanos(it.p99_ns)}</span><span class="share"><i>share </i><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="8" rx="2"></rect><rect class="part" width=${Math.max(it.share * 100, it.calls ? 1 : 0)} height="8" rx="2"></rect></svg><span class="num">${Math.round(it.share * 100)} %</span></span></li>`;
  }

  one() {
    const mine = this.list.filter((it) => it.hook === this.chosen);
    if (!mine.length) return html`<section class="empty"><p>No hook ${this.chosen} is mounted or was called.</p></section>${this.found(this.findings.filter((it) => it.hooks.includes(this.chosen)))}`;
    const failures = mine.flatMap((it) => it.last_failures.map((failure) => ({ ...failure, event: it.event })));
    return html`${mine.map((it) => html`<section class="event-hooks">${chart(`${it.hook} at ${it.event}`, it.series, this.over === '24h' ? 24 : 1)}<ol class="rows hooks">${this.header()}${this.row(it)}</ol></section>`)}
      ${this.found(mine[0].findings)}${this.canaries(mine[0].canaries)}<section class="event-hooks"><h2>Last failures</h2>${failures.length ? html`<ul class="failures">${failures.map((it) => html`<li><span class="act x">${it.event}</span> ${it.failure} <a href="/sessions/${encodeURIComponent(it.session)}">${it.session}</a>, ${ago(it.time)} ago</li>`)}</ul>` : html`<p class="dim">None that the logs tell of.</p>`}</section>`;
  }

  // What "carabiner hooks validate" says of it; null as long as that is not known.
  found(all) {
    return html`<section class="event-hooks" id="findings"><h2>Findings</h2>${all && all.length ? this.findingList(all) : html`<p class="dim">${all ? 'None.' : 'The hooks are being checked…'}</p>`}</section>`;
  }

  ofBundle() {
    return this.findings.length ? html`<section class="event-hooks" id="findings"><h2>Findings about the bundle</h2>${this.findingList(this.findings)}</section>` : nothing;
  }

  findingList(all) {
    return html`<ul class="failures">${all.map((it) => html`<li><span class="act ${SEVERITIES[it.severity] || ''}">${it.severity}</span> ${marked(it.finding)} <span class="dim">→ ${marked(it.fix)}, ${marked(it.file)}:${it.line}</span></li>`)}</ul>`;
  }

  // What it must not let pass, and whether it does.
  canaries(it) {
    if (!it) return html`<section class="event-hooks"><h2>Canaries</h2><p class="dim">None that the logs tell of.</p></section>`;
    return html`<section class="event-hooks" id="canaries"><h2>Canaries</h2><p>${it.works ? html`<span class="act c">stops them</span>` : html`<span class="act x">lets some pass</span>`} ${count(it.probes, 'probe')}, ${ago(it.time)} ago in <a href="/sessions/${encodeURIComponent(it.session)}">${it.session}</a></p>
      ${it.passed.length ? html`<ul class="failures">${it.passed.map((text) => html`<li><span class="act x">passed</span> ${text}</li>`)}</ul>` : nothing}</section>`;
  }
}
