import { html, nothing } from '/assets/lit-html.js';
import { count, marked } from '/assets/words.js';

const MARK = { add: '+', del: '−', same: ' ', cmd: '$', field: ' ' };
const SAID = { add: 'added', del: 'removed' };
const KINDS = { diff: 'Changes', command: 'Command', fields: 'Call' };

// The call as the server has rendered it: nothing is left out but what is folded, and nothing is added.
export const callFigure = (card, it) => {
  const folded = it.shown.parts.find((part) => part.folded);
  const shown = linesOf(card.opened ? it.shown.parts : it.shown.parts.filter((part) => !part.folded));
  const kind = KINDS[it.shown.kind];
  const views = [['look', kind], ...(it.shown.kind === 'diff' ? [['side', 'Side by side']] : []), ['raw', 'Raw input']];
  return html`<figure class="op">
    <figcaption><span><b>${title(it)}</b> <span class="dim">as Carabiner read it from the call</span></span><span class="seg" role="group" aria-label="View">${views.map(([view, words]) => html`<button class=${view} aria-pressed=${card.figure === view ? 'true' : 'false'} @click=${() => { card.figure = view; card.app.draw(); }}>${words}</button>`)}</span></figcaption>
    ${card.figure === 'raw' ? raw(it) : card.figure === 'side' ? sideBySide(shown) : lines(it, shown)}
    ${it.shown.escapes.length ? html`<p class="note"><b>${escaped(it.shown.escapes)}</b> <span>${it.shown.escapes.map((each, i) => html`${i ? '; ' : ''}${each.count} × <code>${each.char}</code> ${each.name}${each.line ? `, line ${each.line}` : ''}`)}. Shown as escapes; the call holds them too.</span></p>` : nothing}
    ${card.opened ? html`<p class="end" id="end" aria-hidden="true"></p>` : html`<div class="more"><span><b>Not shown yet:</b> ${count(it.shown.hidden_lines, 'line')}, ${marked(folded.heading)}</span><button id="open" class="btn push" @click=${() => card.open()}>Show everything <kbd>O</kbd></button></div>`}</figure>`;
};

// The lines of some parts, each under its heading.
const linesOf = (parts) => parts.flatMap((part) => [...(part.heading ? [{ op: 'head', text: part.heading }] : []), ...part.lines]);

const title = (it) => {
  if (it.shown.kind === 'diff') return count(it.shown.added + it.shown.removed, 'changed line');
  const commands = linesOf(it.shown.parts).filter((line) => line.op === 'cmd').length;
  return it.shown.kind === 'command' && commands > 1 ? `${commands} commands` : KINDS[it.shown.kind];
};

const escaped = (all) => {
  const sum = all.reduce((n, each) => n + each.count, 0);
  return `${sum} invisible or misleading ${sum === 1 ? 'character' : 'characters'}.`;
};

// Of a line that replaces another, what differs is underlined.
const words = (line) => {
  if (!line.mark || line.mark[0] >= line.mark[1]) return marked(line.text);
  const [from, to] = line.mark;
  return html`${marked(line.text.slice(0, from))}<mark>${marked(line.text.slice(from, to))}</mark>${marked(line.text.slice(to))}`;
};

const text = (line) => (line.op === 'add' ? html`<ins>${words(line)}</ins>` : line.op === 'del' ? html`<del>${words(line)}</del>` : words(line));

const row = (line, numbered) => (line.op === 'head' ? html`<div class="hunk">${marked(line.text)}</div>`
  : html`<div class=${line.op}>${numbered ? html`<span class="n">${line.old ?? ''}</span><span class="n">${line.new ?? ''}</span>` : nothing}<span class="s" aria-hidden="true">${MARK[line.op]}</span><span class="t">${SAID[line.op] ? html`<span class="sr">${SAID[line.op]}: </span>` : nothing}${text(line)}</span></div>`);

const lines = (it, shown) => {
  const numbered = shown.some((line) => line.old || line.new);
  return html`<div class="lines ${numbered ? 'numbered' : ''}" role="group" aria-label="The call">${shown.map((line) => row(line, numbered))}</div>`;
};

const raw = (it) => html`<div class="lines" role="group" aria-label="The raw input">${it.shown.raw.map((line) => row({ op: 'field', text: line }))}</div>`;

// Lines that replace each other stand beside each other.
const sideBySide = (shown) => {
  const pairs = [];
  let gone = [];
  let come = [];
  const flush = () => { for (let i = 0; i < Math.max(gone.length, come.length); i++) pairs.push([gone[i], come[i]]); gone = []; come = []; };
  shown.forEach((line) => { if (line.op === 'del') gone.push(line); else if (line.op === 'add') come.push(line); else { flush(); pairs.push(line.op === 'same' ? [line, line] : [line]); } });
  flush();
  const half = (line) => (line ? html`<div class=${line.op}><span class="t">${SAID[line.op] ? html`<span class="sr">${SAID[line.op]}: </span>` : nothing}${text(line)}</span></div>` : html`<div class="none"></div>`);
  return html`<div class="lines sides" role="group" aria-label="The call, before and after">${pairs.map((pair) => (pair.length === 1 ? row(pair[0]) : html`<div class="pair">${half(pair[0])}${half(pair[1])}</div>`))}</div>`;
};
