/** Layout of the redirect handler's pages: no script, light and dark colours. */
import { escapeHtml } from '../../../shared/kernel/escape-html.js'

const style = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #5a6878; --ground: #f6f7f9; --sheet: #fff; --line: #dde2e8; --accent: #1f5eff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #9aa7b5; --ground: #10151b; --sheet: #18202a; --line: #2a3542; --accent: #7ba0ff } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: min(28rem, calc(100vw - 2rem)); padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem }
h1 { margin: 0 0 .5rem; font-size: 1.25rem } p { margin: .5rem 0; color: var(--soft) } a { color: var(--accent) }
dl { margin: 1rem 0 0 } dt { color: var(--soft); font-size: .85rem } dd { margin: 0 0 .75rem; overflow-wrap: anywhere }
form { display: flex; gap: .5rem; margin-top: 1rem } label { position: absolute; left: -100vw }
input { flex: 1; min-width: 0; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: .5rem;
background: var(--ground); color: inherit; font: inherit }
button { padding: .6rem 1rem; border: 0; border-radius: .5rem; background: var(--accent); color: #fff; font: inherit; cursor: pointer }
.wrong { color: #d1293d }`

/** `body` and `head` are HTML, `title` is text. The page carries `noindex`. */
export function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>${head}
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/** A page with a heading and one paragraph. */
export const noticePage = (title: string, text: string) => page(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`)
