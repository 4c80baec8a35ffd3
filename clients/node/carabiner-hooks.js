'use strict';
/**
 * Write a Carabiner hook in JavaScript: read the event, answer, stay warm. One file, no dependencies, Node 18 or newer.
 *
 *     const { serve, deny } = require('./carabiner-hooks.js');
 *     serve((event, data) => {
 *       if ((data.tool_input.command || '').includes('rm -rf')) return deny('No');
 *     });
 *
 * The same script works cold (one event, one process) and warm (`warm: true`: one process, a line per event, several at
 * once). console.log goes to standard error: standard output belongs to the answers. A handler that throws has failed; the
 * failure policy of the hook decides then.
 */

const { createInterface } = require('node:readline');

const proceed = (more = {}) => ({ action: 'continue', ...more });
const deny = (reason, more = {}) => ({ action: 'deny', reason, ...more });
const modify = (data, more = {}) => ({ action: 'modify', data, ...more });
const inject = (text, more = {}) => ({ action: 'inject_context', context_injection: text, ...more });
const ask = (prompt, more = {}) => ({ action: 'ask_user', approval_prompt: prompt, ...more });

const ACTIONS = ['continue', 'deny', 'modify', 'inject_context', 'ask_user'];

function checked(result) {
  if (result === undefined || result === null) return {};
  if (typeof result !== 'object' || Array.isArray(result)) {
    throw new TypeError('the handler answered ' + typeof result + '; expected a result, or nothing');
  }
  if (result.action !== undefined && !ACTIONS.includes(result.action)) {
    throw new TypeError('action is ' + result.action + '; expected one of ' + ACTIONS.join(', '));
  }
  return result;
}

/** Answers events until there are no more. The handler is a function of event and data, and may return a promise. */
function serve(handler) {
  const write = process.stdout.write.bind(process.stdout);
  console.log = console.info = console.debug = console.error;
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', async (line) => {
    const text = line.replace(/^\uFEFF/, '').trim();
    if (!text) return;
    const document = JSON.parse(text);
    const warm = document.id !== undefined;
    let answer;
    try {
      answer = checked(await handler(document.event, document.data));
    } catch (error) {
      console.error(error);
      if (!warm) {
        process.exitCode = 1;
        return;
      }
      answer = { error: String(error) };
    }
    if (warm) answer = { id: document.id, ...answer };
    if (Object.keys(answer).length > 0) write(JSON.stringify(answer) + '\n');
  });
}

module.exports = { serve, proceed, deny, modify, inject, ask };
