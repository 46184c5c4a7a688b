import type { Handler } from '../http/handler.js';
import { sendHtml } from './plain-replies.js';

/** A line of the page that lists what the admin port has. */
export interface MenuEntry {
  readonly path: string;
  readonly title: string;
}

/** `/`: a page of links. */
export function menuPage(entries: readonly MenuEntry[]): Handler {
  return (exchange) => {
    const items = entries.map(
      ({ path, title }) => `    <li><a href="${escaped(exchange.contextPath + path)}">${escaped(title)}</a></li>\n`,
    );
    sendHtml(
      exchange,
      `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Operational Menu</title>
  <style>body { font-family: sans-serif; margin: 2em; }</style>
</head>
<body>
  <h1>Operational Menu</h1>
  <ul>
${items.join('')}  </ul>
</body>
</html>
`,
    );
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
