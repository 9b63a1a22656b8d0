/** The layout of all HTML pages: no scripts, no external resources. */
import { sha256 } from '../../shared/kernel/hash.js'
import { Reply } from '../http/reply.js'
import { html, Markup } from './markup.js'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
label { display: block; margin: 1rem 0 }
input:not([type=radio], [type=checkbox]), select, textarea { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
button { padding: .5rem 1.2rem; font: inherit; margin-right: .5rem }
.error { padding: .5rem .8rem; border-left: .3rem solid #c33 }
`
const styleHash = sha256(style).toString('base64')

export interface PageOptions {
  status?: number
  /** Other origins to which a form of the page may redirect. */
  formTargets?: string[]
}

export function page(title: string, body: Markup, { status = 200, formTargets = [] }: PageOptions = {}): Reply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html> `
  return new Reply(
    status,
    {
      'Content-Type': 'text/html; charset=utf-8',
      // URLs of these pages contain one-time tokens: they are not cached and not sent to other sites.
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${styleHash}'`,
        'img-src https:',
        `form-action ${["'self'", ...formTargets].join(' ')}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
    },
    document.text,
  )
}

export const errorBox = (text: string | null): Markup => html`${text && html`<p class="error" role="alert">${text}</p>`}`

/** A required form field with its label. */
export function field(
  label: string,
  name: string,
  { type = 'text', value = '', autocomplete }: { type?: string; value?: string; autocomplete: string },
): Markup {
  return html`<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required /></label>`
}

export const hidden = (name: string, value: string): Markup => html`<input type="hidden" name="${name}" value="${value}" />`

/** A form that posts to a path of this service. */
export const form = (path: string, ...parts: Markup[]): Markup => html`<form method="post" action="${path}">${parts}</form>`
