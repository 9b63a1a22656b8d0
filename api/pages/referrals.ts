/** The referral page that a website embeds in an iframe. */
import { sha256 } from '../../shared/kernel/hash.js'
import { Reply } from '../http/reply.js'
import { html, Markup } from './markup.js'
import { referralsScript } from './referrals-script.js'

const style = `
:root { color-scheme: light dark; --brand: #2563eb; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 44rem; padding: 1rem }
header { display: flex; align-items: center; gap: .6rem }
header img { height: 2rem }
h1 { font-size: 1.3rem; margin: 0 }
h2 { font-size: 1rem; margin: 1.5rem 0 .4rem }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: .6rem; margin: 1rem 0 }
dl div { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; padding: .5rem .7rem }
dt { opacity: .7 }
dd { margin: 0; font-size: 1.2rem; overflow-wrap: anywhere }
ul { list-style: none; padding: 0; margin: 0 }
li { padding: .35rem 0; overflow-wrap: anywhere }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between }
.row > div { min-width: 0; flex: 1 }
input { flex: 1; min-width: 8rem; padding: .45rem; font: inherit }
button { border: 0; border-radius: .4rem; padding: .45rem .9rem; font: inherit; color: #fff; background: var(--brand); cursor: pointer }
a { color: var(--brand) }
summary { cursor: pointer; padding: .35rem 0 }
footer { display: flex; gap: 1rem; margin-top: 1.5rem; opacity: .8 }
`
const sourceHash = (text: string) => `'sha256-${sha256(text).toString('base64')}'`

/** The page may be embedded by these hosts and by this service only. */
export function referralsPage(hosts: readonly string[]): Reply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Referrals</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <main id="main"><p>Loading</p></main>
        ${new Markup(`<script>${referralsScript}</script>`)}
      </body>
    </html>`
  const ancestors = hosts.flatMap((host) => [`https://${host}`, `http://${host}:*`])
  return new Reply(
    200,
    {
      'Content-Type': 'text/html; charset=utf-8',
      // The URL contains the token: it is not cached and not sent to other sites.
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src ${sourceHash(referralsScript)}`,
        `style-src ${sourceHash(style)}`,
        "img-src https: http: 'self'",
        "connect-src 'self'",
        "form-action 'none'",
        `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
        "base-uri 'none'",
      ].join('; '),
    },
    document.text,
  )
}
