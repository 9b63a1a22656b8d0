/** HTML that escapes whatever is put into it. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is HTML already. Made by `html` only. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | Part[] | string | number | null | undefined | false

/** `` html`<p>${name}</p>` ``: values are escaped, markup and lists of it stand as they are, nothing stays nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''))
}

function written(part: Part): string {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return part === null || part === undefined || part === false ? '' : String(part).replaceAll(/[&<>"']/g, (sign) => escapes[sign] as string)
}
