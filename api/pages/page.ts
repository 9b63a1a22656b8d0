/** The layout of the pages without scripts: everything that they need is in the page. */
import { readFileSync } from 'node:fs'
import { sha256 } from '../../shared/kernel/hash.js'
import { Reply } from '../http/reply.js'
import { html, Markup } from './markup.js'

/** The build bundles it from `styles.css`. Read with the first page. */
let loadedStyle: string | undefined
const readStyle = () => (loadedStyle ??= readFileSync(new URL('../../clients/pages.css', import.meta.url), 'utf8'))

const mark = new Markup('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4c0 8 8 6 8 16M20 4c0 8-8 6-8 16"/></svg>')

/** What a page of a program looks like. */
export interface Brand {
  name: string
  logo: string | null
  /** Hexadecimal. */
  color: string | null
}

export interface PageOptions {
  status?: number
  /** Other origins to which a form of the page may redirect. */
  formTargets?: string[]
  brand?: Brand
}

export function page(title: string, body: Markup, { status = 200, formTargets = [], brand }: PageOptions = {}): Reply {
  const color = brand?.color && /^#[0-9a-f]{3,8}$/i.test(brand.color) ? brand.color : null
  const style = readStyle() + (color ? `:root{--brand:${color}}` : '')
  const logo = brand?.logo?.startsWith('https:') ? brand.logo : null
  const document = html`<!doctype html>
    <html lang="en" class="${color ? 'branded' : ''}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          ${logo ? html`<img class="logo" src="${logo}" alt="${brand?.name}" />` : html`<p class="mark">${brand ? brand.name : html`${mark}Tributary`}</p>`}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `
  return new Reply(status, headersOf(style, formTargets), document.text)
}

const headersOf = (style: string, formTargets: readonly string[]) => ({
  'Content-Type': 'text/html; charset=utf-8',
  // URLs of these pages contain one-time tokens: they are not cached and not sent to other sites.
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style).toString('base64')}'`,
    'img-src https:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
})

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
/** A form with files. */
export const fileForm = (path: string, ...parts: Markup[]): Markup =>
  html`<form method="post" action="${path}" enctype="multipart/form-data">${parts}</form>`
