import { html, nothing } from '/assets/lit-html.js';
import { callFigure } from '/assets/call.js';
import { action, ago, icon, nanos, shield } from '/assets/words.js';

const SCOPES = { exact: 'Exactly this call', directory: 'This tool in this directory', pattern: 'A pattern' };

// The card: what is asked, in the order in which it is read, and the answers below it, always in the same place.
export const cardView = (card, isModal) => {
  const it = card.approval;
  return html`<div class="card ${card.isOver ? 'over' : ''}" aria-labelledby="t" role=${isModal || card.isOver ? 'group' : 'alertdialog'} aria-describedby="q">
    <div class="scroll" tabindex="0" role="region" aria-label="What is asked">
      <div class="title"><h2 id="t">${it.tool ? html`${it.tool} <code>${it.what}</code>` : it.shown.title}</h2>
        <div class="clock" role="timer"><time class="num" id="left">${card.app.left(it)}</time><span class=${it.on_timeout === 'allow' ? 'act q' : ''}>${it.on_timeout === 'allow' ? 'then allowed' : 'then denied'}</span></div>
        <p class="from">${origin(it.session)}${it.session.turn ? ` · turn ${it.session.turn}` : ''} · asked ${ago(it.created_at, Date.now() + card.app.skew)} ago</p>
        <svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="3"></rect><rect class="part" width=${card.isOver ? 0 : 100 * card.app.part(it)} height="3"></rect></svg></div>
      <div class="asks">${shield}<p id="q"><b>${it.asked_by.hook} asks:</b>${it.asked_by.of > 1 ? html` <span class="chip">${it.asked_by.question} of ${it.asked_by.of}</span>` : nothing} ${it.asked_by.prompt}${it.asked_by.reason ? html`<small>${it.asked_by.reason}</small>` : nothing}</p></div>
      ${it.facts.length ? html`<ul class="facts" aria-label="About this call">${it.facts.map((fact) => html`<li class="chip ${fact.warning ? 'warn' : ''}">${fact.text}</li>`)}</ul>` : nothing}
      ${callFigure(card, it)}${said(it)}${runs(it)}${quorum(card, it)}
      ${card.mode === 'edit' ? form(card, it) : nothing}${card.mode === 'rule' ? ruleForm(card) : nothing}
    </div>
    ${card.isOver ? html`<div class="answers"><p id="over" class="hint" role="status">${card.app.ending(it)}</p></div>` : answers(card, it)}</div>`;
};

// The session that asks; if it works for another one, that one first.
const origin = (session) => {
  const link = (it) => html`<a href="/sessions/${encodeURIComponent(it.id)}">${it.name || it.id}</a>`;
  return session.parent ? html`${link(session.parent)} › sub-agent <b>${link(session)}</b>` : link(session);
};

const said = (it) => (it.said.user || it.said.model ? html`<dl class="said">${it.said.user ? html`<div><dt>Your prompt</dt><dd>“${it.said.user}”</dd></div>` : nothing}${it.said.model ? html`<div><dt>The model's words, not checked</dt><dd>“${it.said.model}”</dd></div>` : nothing}</dl>` : nothing);

const runs = (it) => {
  if (!it.runs.length) return nothing;
  const ran = it.runs.filter((run) => run.action !== 'skipped');
  const others = it.runs.length - ran.length;
  return html`<h3>Hooks that had a say</h3><div class="runs">${ran.map((run) => html`<span class="run"><b>${run.hook}</b>${action(run.action)}<i>${nanos(run.elapsed_ns)}</i></span>`)}${others ? html`<span class="dim">${others === 1 ? '1 other is' : `${others} others are`} not for ${it.tool || 'this'}</span>` : nothing}</div>`;
};

const quorum = (card, it) => {
  if (it.quorum.needed < 2 && it.quorum.of.length === 0) return nothing;
  const names = it.quorum.of.length ? it.quorum.of : it.quorum.votes.map((vote) => vote.by);
  const voted = (name) => it.quorum.votes.find((vote) => vote.by === name);
  return html`<h3 id="quorum">Needs ${it.quorum.needed}${it.quorum.of.length ? ` of ${it.quorum.of.length} approvers` : ` persons, ${it.quorum.votes.length} so far`}</h3>
    <ul class="votes">${names.map((name) => html`<li><span class="vote ${voted(name) ? 'y' : name === card.app.me.name ? 'you' : ''}" aria-hidden="true">${voted(name) ? '✓' : ''}</span>${name === card.app.me.name ? html`<b>You</b>` : name}${voted(name) ? ` allowed${voted(name).at ? `, ${ago(voted(name).at, Date.now() + card.app.skew)} ago` : ''}, ${voted(name).channel || 'by no channel'}` : ''}</li>`)}</ul>`;
};

// Lines that are equal at both ends stay; those between are what was asked, then what is edited.
const differences = (asked, edited) => {
  const [old, fresh] = [asked.split('\n'), edited.split('\n')];
  let head = 0;
  while (head < Math.min(old.length, fresh.length) && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const part = (op, all) => all.map((line) => [op, line]);
  return [...part('same', old.slice(0, head)), ...part('del', old.slice(head, old.length - tail)), ...part('add', fresh.slice(head, fresh.length - tail)), ...part('same', old.slice(old.length - tail))];
};

const form = (card, it) => {
  const denied = card.verdict && ['deny', 'unreadable'].includes(card.verdict.verdict);
  const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  const changed = Object.keys(it.operation.input).filter((field) => text(it.operation.input[field]) !== text(card.edited[field]));
  return html`<h3>Edit the call</h3><div class="edit">${Object.entries(it.operation.input).map(([field, value]) => html`
      <label>${field}<textarea rows=${Math.min(16, Math.max(2, text(value).split('\n').length))} data-field=${field} spellcheck="false" .value=${text(value)} @input=${(event) => card.typed(field, event.target.value)}></textarea></label>`)}</div>
    ${changed.length ? html`<figure class="op"><figcaption><b>Asked → edited</b></figcaption><div class="lines" role="group" aria-label="Asked and edited">${changed.map((field) => html`<div class="hunk">${field}</div>${differences(text(it.operation.input[field]), text(card.edited[field])).map(([op, line]) => html`<div class=${op}><span class="s" aria-hidden="true">${op === 'del' ? '−' : op === 'add' ? '+' : ' '}</span><span class="t">${op === 'del' ? html`<del>${line}</del>` : op === 'add' ? html`<ins>${line}</ins>` : line}</span></div>`)}`)}</div></figure>` : nothing}
    ${card.verdict ? html`<p class="verdict ${denied ? 'bad' : ''}" role="status">${verdict(card.verdict)}</p>` : nothing}`;
};

const verdict = ({ verdict: word, reason }) => {
  const words = { allow: 'The guards let it pass.', ask: 'A guard would ask about it again, which denies it.', deny: 'A guard denies it.', unreadable: 'It cannot be allowed so.' }[word] || 'The guards will judge it before it runs.';
  return reason ? `${words} ${reason}` : words;
};

const ruleForm = (card) => {
  if (!card.rules) return nothing;
  if (!card.rules.length) return html`<p class="verdict" role="status">No rule can cover this: ${card.whyNone}.</p>`;
  const option = (key, all) => html`<select aria-label=${key === 'ends' ? 'Ends' : 'Uses'} @change=${(event) => { card.life = { ...card.life, [key]: key === 'ends' ? event.target.value : Number(event.target.value) }; card.app.draw(); }}>${all.map(([value, words]) => html`<option value=${value} ?selected=${card.life[key] === value}>${words}</option>`)}</select>`;
  return html`<h3>Allow with a rule</h3><div class="rule"><fieldset><legend class="sr">How far the rule goes</legend>
    ${card.rules.map((rule) => html`<label class="scope"><input type="radio" name="scope" value=${rule.scope} .checked=${rule.scope === card.chosen} @change=${() => { card.chosen = rule.scope; card.app.draw(); }}>
      <span><strong>${SCOPES[rule.scope.replace(/_\d+$/, '')] || rule.scope}</strong><code>${rule.text}${card.life.ends === 'session' ? ` in session ${card.approval.session.id}` : ''}</code></span>
      <span class="cover">covers <b>${rule.covers} of ${rule.past}</b> past calls<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="6"></rect><rect class="part" width=${rule.past ? 100 * rule.covers / rule.past : 0} height="6"></rect><rect class="bad" width=${rule.past ? 100 * rule.contradicted / rule.past : 0} height="6"></rect></svg>${rule.contradicted ? html`<span class="bad">${rule.contradicted} of them ${rule.contradicted === 1 ? 'was' : 'were'} denied</span>` : nothing}</span></label>`)}
    </fieldset><div class="life"><span>Ends ${option('ends', [['1h', 'in 1 hour'], ['8h', 'in 8 hours'], ['168h', 'in 7 days'], ['session', 'with this session']])}</span><span>Uses ${option('max_uses', [[1, 'one'], [10, 'at most 10'], [100, 'at most 100']])}</span><span class="dim">No rule outranks a denial. The Rules page ends it.</span></div></div>`;
};

const answers = (card, it) => {
  if (card.app.me.role !== 'approver') return html`<div class="answers"><p class="hint">You may look, not answer.</p></div>`;
  const off = !card.mayAnswer;
  const locked = off || !card.seen;
  const denied = card.checking || (card.verdict && card.verdict.verdict !== 'allow' && card.verdict.verdict !== 'unknown');
  return html`<div class="answers ${card.more ? 'all' : ''}" role="group" aria-label="Answers">
    ${card.mode === 'why' ? html`<form class="why" @submit=${(event) => { event.preventDefault(); card.answer(card.deny, { reason: event.target.reason.value }); }}><input name="reason" aria-label="Why; the model is told" maxlength="500"><button class="btn stop">Deny with this</button></form>` : nothing}
    <div class="row">
      <button id="deny" class="btn stop main" aria-disabled=${off ? 'true' : nothing} @click=${() => card.answer(card.deny)}>Deny <kbd>D</kbd></button>
      <button id="why" class="btn wide" aria-disabled=${off ? 'true' : nothing} @click=${() => { card.mode = 'why'; card.app.draw(); document.querySelector('.why input').focus(); }}>Deny and say why…</button>
      ${it.operation.editable ? html`<button id="edit" class="btn wide push" aria-disabled=${off ? 'true' : nothing} @click=${() => card.edit()}>${card.mode === 'edit' ? 'Leave the edit' : 'Edit first…'} <kbd>E</kbd></button>` : html`<span class="push"></span>`}
      <button id="rule" class="btn wide" aria-disabled=${locked ? 'true' : nothing} @click=${() => { if (!locked) card.proposeRules(); }}>${card.mode === 'rule' ? 'Leave the rule' : 'Allow with a rule…'} <kbd>R</kbd></button>
      ${go(card, locked, denied)}
      <button class="btn more-btn" aria-label="More answers" aria-expanded=${card.more ? 'true' : 'false'} @click=${() => { card.more = !card.more; card.app.draw(); }}>⋯</button>
    </div>
    <p class="hint"><span id="lock" role="status">${card.note || (card.seen ? 'You have seen all of it.' : card.missing)}</span><span class="keys">Letters move the focus, <kbd>Enter</kbd> answers.</span><span class="push">call <code title="What you decide on, and nothing else">${it.operation.digest.slice(7, 11)}…${it.operation.digest.slice(-4)}</code></span></p></div>`;
};

const go = (card, locked, denied) => {
  const more = card.mode === 'edit' ? { input: card.edited } : card.mode === 'rule' && card.chosen ? { rule: { scope: card.chosen, ...card.life } } : {};
  const label = card.mode === 'edit' ? 'Allow the edited call' : card.mode === 'rule' && card.chosen ? 'Allow with this rule' : card.allow ? card.allow.label : 'Allow';
  const off = locked || !card.allow || (card.mode === 'edit' && denied);
  return html`<button id="allow" class="btn ${off ? '' : 'go'}" aria-disabled=${off ? 'true' : nothing} aria-describedby="lock" @click=${() => (off ? card.say(card.seen ? 'This cannot be allowed now.' : card.missing) : card.answer(card.allow, more))}>${off ? icon('lock') : nothing}${label} <kbd>A</kbd></button>`;
};
