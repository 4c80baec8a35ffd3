// Talks to this page's own server, and to nothing else.

export class Refused extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.body = body;
  }
}

async function read(response) {
  const text = await response.text();
  const json = text ? JSON.parse(text) : {};
  if (!response.ok) throw new Refused(response.status, json);
  return response.status === 204 ? null : json;
}

export async function call(method, path, body) {
  return read(await fetch('/api/v1' + path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
  }));
}

// What the document's headers have asked the browser to fetch along with the scripts is taken from there, once.
export async function first(path) {
  return read(await fetch('/api/v1' + path, { credentials: 'same-origin' }));
}

// The token of the link works once; it leaves the address before anything else happens.
export async function login() {
  const token = new URLSearchParams(location.hash.slice(1)).get('t');
  if (!token) return;
  history.replaceState(null, '', location.pathname + location.search);
  await call('POST', '/login', { token });
}

// One socket for everything that is pushed. The page says only which rows of the logs it wants.
export function listen(onMessage, onState) {
  let wait = 1000;
  let stopped = false;
  let socket;
  let timer;
  const open = () => {
    clearTimeout(timer);
    socket = new WebSocket((location.protocol === 'https:' ? 'wss://' : 'ws://') + location.host + '/ws');
    const mine = socket;
    socket.onopen = () => { wait = 1000; onState('connected'); };
    socket.onmessage = (message) => onMessage(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (stopped || mine !== socket) return;
      onState(event.code === 4008 ? 'slow' : 'away');
      timer = setTimeout(open, wait * (0.8 + 0.4 * Math.random()));
      wait = Math.min(wait * 2, 15000);
    };
  };
  open();
  return {
    retry: () => { wait = 1000; const old = socket; socket = null; old.close(); open(); },
    stop: () => { stopped = true; clearTimeout(timer); socket.close(); },
    send: (wish) => { if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wish)); },
  };
}
