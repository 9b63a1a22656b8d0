/** The frame of the pages that the service has for people: no script, no foreign resource. */
import { createHash } from 'node:crypto'
import { Reply } from '../http/reply.js'
import { html, Markup } from './markup.js'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
label { display: block; margin: 1rem 0 }
input:not([type=radio]) { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
button { padding: .5rem 1.2rem; font: inherit; margin-right: .5rem }
.problem { padding: .5rem .8rem; border-left: .3rem solid #c33 }
`
const styleHash = createHash('sha256').update(style).digest('base64')

export interface PageOptions {
  status?: number
  /** Origins besides ours to which a form of the page may lead, by a redirect. */
  leadsTo?: string[]
}

export function page(title: string, body: Markup, { status = 200, leadsTo = [] }: PageOptions = {}): Reply {
  const whole = html`<!doctype html>
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
      // Addresses of these pages hold tokens: nothing keeps them, and no other site is told.
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src https:; form-action ${["'self'", ...leadsTo].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
    },
    whole.text,
  )
}

export const problem = (text: string | null): Markup => html`${text && html`<p class="problem" role="alert">${text}</p>`}`

/** A field of a form, with its name for people. */
export function field(
  label: string,
  name: string,
  { type = 'text', value = '', autocomplete }: { type?: string; value?: string; autocomplete: string },
): Markup {
  return html`<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required /></label>`
}

export const hidden = (name: string, value: string): Markup => html`<input type="hidden" name="${name}" value="${value}" />`

/** A form that sends to one of our own paths. */
export const form = (path: string, ...parts: Markup[]): Markup => html`<form method="post" action="${path}">${parts}</form>`
