/**
 * The page at `/`: the live numbers of the arena, asked for once a second. One static text without anything of users in it;
 * numbers and game ids are set as text. The real pages of the arena come with `web/`.
 */
import { createHash } from 'node:crypto';

const SCRIPT = `
const show = (id, value) => { document.getElementById(id).textContent = value; };
let last = null;
async function refresh() {
  try {
    const status = await (await fetch('/api/status')).json();
    const now = performance.now();
    const rate = last ? (status.turns - last.turns) * 1000 / (now - last.at) : 0;
    last = { turns: status.turns, at: now };
    show('live', status.matches.live);
    show('waiting', status.matches.waiting + status.queued);
    show('ended', Object.values(status.matches.ended).reduce((a, b) => a + b, 0));
    show('turns', status.turns);
    show('rate', rate.toFixed(0));
    show('connections', status.connections.sockets + status.connections.inProcess);
    const rows = Object.entries(status.games).map(([game, counts]) => {
      const row = document.createElement('tr');
      for (const value of [game, counts.matches, counts.turns, counts.refused]) {
        const cell = document.createElement('td');
        cell.textContent = value;
        row.append(cell);
      }
      return row;
    });
    document.getElementById('games').replaceChildren(...rows);
    show('state', 'live');
  } catch {
    show('state', 'no connection');
  }
}
setInterval(refresh, 1000);
refresh();
`;

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
dt { opacity: .7; } dd { margin: 0; font-size: 1.6rem; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8884; }
`;

const HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Spiral Arena</title><style>${STYLE}</style></head>
<body>
<h1>Spiral Arena</h1>
<p role="status" id="state">connecting</p>
<dl>
<div><dt>live matches</dt><dd id="live">-</dd></div>
<div><dt>waiting</dt><dd id="waiting">-</dd></div>
<div><dt>ended</dt><dd id="ended">-</dd></div>
<div><dt>turns</dt><dd id="turns">-</dd></div>
<div><dt>turns a second</dt><dd id="rate">-</dd></div>
<div><dt>connections</dt><dd id="connections">-</dd></div>
</dl>
<table><thead><tr><th>game</th><th>matches</th><th>turns</th><th>refused</th></tr></thead><tbody id="games"></tbody></table>
<script>${SCRIPT}</script>
</body>
</html>
`;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page, and the policy under which a browser runs its own script and style and nothing else. */
export const STATUS_PAGE = {
  html: HTML,
  policy: `default-src 'none'; connect-src 'self'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
} as const;
