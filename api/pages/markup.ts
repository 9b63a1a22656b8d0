/** A template tag for HTML that escapes interpolated values. */
import { escapeHtml } from '../../shared/kernel/escape-html.js'

/** Trusted HTML, created by `html` only. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | Part[] | string | number | null | undefined | false

/** `` html`<p>${name}</p>` ``: escapes values, inserts markup and lists of markup as they are, and omits null, undefined and false. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''))
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part))
}
