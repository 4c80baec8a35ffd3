import { html, nothing } from '/assets/lit-html.js';
import { brand, command, icon } from '/assets/words.js';

const PAGES = [['approvals', 'Approvals', 'a'], ['live', 'Live', 'l'], ['sessions', 'Sessions', 's'], ['hooks', 'Hooks', 'h'], ['rules', 'Rules', 'r']];

export const addressOf = (letter) => { const page = PAGES.find((it) => it[2] === letter); return page && `/${page[0]}`; };

const links = (app) => PAGES.map(([name, title]) => html`
  <a class="nav" href="/${name}" aria-current=${app.page.name === name ? 'page' : nothing}>${icon(name)}${title}${name === 'approvals' && app.waiting.length ? html`<span class="badge" role="img" aria-label="${app.waiting.length} waiting">${app.waiting.length}</span>` : nothing}</a>`);

const foot = (app) => html`<div class="foot">
  <div><span class="dot ${app.connected ? '' : 'off'}" aria-hidden="true"></span><span id="connection">${app.connected ? `Connected · ${app.running === 1 ? '1 session' : `${app.running} sessions`}` : 'Away'}</span></div>
  <div id="chain">${app.brokenLogs ? html`<span class="no" aria-hidden="true">✕</span><a href="/sessions">${app.brokenLogs === 1 ? '1 log was changed' : `${app.brokenLogs} logs were changed`}</a>` : html`<span class="ok" aria-hidden="true">✓</span><span>${app.logs === 1 ? '1 log holds' : `${app.logs} logs hold`}</span>`}</div>
  <div class="me"><span class="face" aria-hidden="true">${app.me.name.slice(0, 2).toUpperCase()}</span><span>${app.me.name} · ${app.me.role}</span></div></div>`;

const bar = (app) => (app.status ? html`<p class="status ${app.status.kind}" role="status">${app.status.text} ${app.status.kind === 'away' ? html`<button class="btn small" @click=${() => app.socket.retry()}>Try now</button>` : nothing}</p>` : nothing);

// A question that came while another page is open, and was set aside or must not take the focus from a text field.
const asks = (app) => {
  const next = app.waiting[0];
  if (!next || app.page.name === 'approvals' || app.modal) return nothing;
  return html`<p class="status asking" role="status"><span><b>${next.tool || next.asked_by.event}</b> asks · <span class="num">${app.left(next)}</span></span> <button id="look" class="btn small" @click=${() => app.openModal(next.id)}>Look</button></p>`;
};

const help = (app) => html`<dialog id="help" aria-labelledby="help-title" @close=${() => { app.help = false; app.draw(); }}><h2 id="help-title">Keys</h2>
  <dl class="keys-list"><dt><kbd>g</kbd> then <kbd>a</kbd> <kbd>l</kbd> <kbd>s</kbd> <kbd>h</kbd> <kbd>r</kbd></dt><dd>Approvals, Live, Sessions, Hooks, Rules</dd>
  <dt><kbd>d</kbd> <kbd>a</kbd> <kbd>e</kbd> <kbd>r</kbd> <kbd>o</kbd></dt><dd>move the focus to an answer; <kbd>Enter</kbd> answers</dd>
  <dt><kbd>/</kbd></dt><dd>the search field</dd><dt><kbd>Esc</kbd></dt><dd>sets a request aside; it does not answer</dd></dl>
  <form method="dialog"><button class="btn">Close</button></form></dialog>`;

const modal = (app) => html`<dialog id="modal" role="alertdialog" aria-labelledby="t" aria-describedby="q" @cancel=${(event) => { event.preventDefault(); app.setAside(); }}>
  <div class="modal-head"><span>${app.waiting.length > 1 ? `${app.waiting.length} wait` : 'One agent waits'}</span><button class="btn small" id="aside" @click=${() => app.setAside()}>Set aside <kbd>Esc</kbd></button></div>${app.card ? app.card.view(true) : nothing}</dialog>`;

export const shell = (app) => html`<div class="app">
  ${app.slow ? html`<div class="loading" role="progressbar" aria-label="Connecting"></div>` : nothing}
  <nav class="rail" aria-label="Console"><a class="brand" href="/approvals">${brand}Carabiner</a>${links(app)}${foot(app)}</nav>
  <header class="top"><a class="brand" href="/approvals">${brand}${app.page.title}</a><span class="push"><span><span class="dot inline ${app.connected ? '' : 'off'}" aria-hidden="true"></span> ${app.connected ? 'Connected' : 'Away'}</span>
    <button class="menu" aria-label="Menu" aria-expanded=${app.menu ? 'true' : 'false'} @click=${() => { app.menu = !app.menu; app.draw(); }}>${icon('menu')}</button></span></header>
  ${app.menu ? html`<nav class="sheet" aria-label="Pages">${links(app)}</nav>` : nothing}
  <main id="main">${bar(app)}${asks(app)}${app.failure ? failed(app) : app.page.view()}</main>
  ${app.modal ? modal(app) : nothing}${app.help ? help(app) : nothing}</div>`;

const failed = (app) => html`<section class="empty"><h1>This page failed</h1><p>${app.failure.text}</p><p>Mention ${command(app.failure.id)} when you report it.</p><button class="btn" @click=${() => location.reload()}>Reload</button></section>`;

export const signedOut = (known, problem) => html`<main id="main" class="empty"><h1>${known ? 'Signed out' : 'It failed'}</h1><p>${known ? html`Open the link that <code>carabiner serve</code> shows.` : problem.message}</p></main>`;
