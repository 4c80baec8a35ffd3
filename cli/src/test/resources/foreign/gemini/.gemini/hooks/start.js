console.error('debug: starting');
console.log(JSON.stringify({
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Memories: 3' },
  systemMessage: '3 memories loaded',
}));
