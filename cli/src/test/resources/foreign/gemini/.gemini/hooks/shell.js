#!/usr/bin/env node
let text = '';
process.stdin.on('data', (chunk) => (text += chunk));
process.stdin.on('end', () => {
  const { tool_name: tool, tool_input: input, timestamp } = JSON.parse(text);
  if (tool !== 'run_shell_command' || !timestamp) throw new Error('not for me');
  if (/\bsudo\b/.test(input.command)) {
    console.log(JSON.stringify({ decision: 'deny', reason: 'sudo is not for agents', systemMessage: 'sudo refused' }));
  } else if (input.command.startsWith('pip ')) {
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { ...input, command: 'python3 -m ' + input.command } } }));
  } else {
    console.log(JSON.stringify({ decision: 'allow' }));
  }
});
