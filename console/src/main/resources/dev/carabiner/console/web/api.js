// Talks to this page's own server, and to nothing else.

export class Refused extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.body = body;
  }
}

export async function call(method, path, body) {
  const response = await fetch('/api/v1' + path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
  });
  const text = await response.text();
  const json = text ? JSON.parse(text) : {};
  if (!response.ok) throw new Refused(response.status, json);
  return json;
}

// The token of the link works once; it leaves the address before anything else happens.
export async function login() {
  const token = new URLSearchParams(location.hash.slice(1)).get('t');
  if (!token) return;
  history.replaceState(null, '', location.pathname + location.search);
  await call('POST', '/login', { token });
}

// One socket for everything that is pushed. It only says that something has changed.
export function listen(onChange, onState) {
  let wait = 1000;
  let stopped = false;
  let socket;
  const open = () => {
    socket = new WebSocket((location.protocol === 'https:' ? 'wss://' : 'ws://') + location.host + '/ws');
    socket.onopen = () => { wait = 1000; onState('connected'); };
    socket.onmessage = (message) => onChange(JSON.parse(message.data));
    socket.onclose = () => {
      if (stopped) return;
      onState('away');
      setTimeout(open, wait * (0.8 + 0.4 * Math.random()));
      wait = Math.min(wait * 2, 15000);
    };
  };
  open();
  return { retry: () => { wait = 1000; socket.close(); open(); }, stop: () => { stopped = true; socket.close(); } };
}
