/** What a page says about itself in its head. Pure. */
import { Parser } from 'htmlparser2'

export interface PageHead {
  title: string | null
  description: string | null
  /** As it stands in the page: perhaps relative. */
  image: string | null
}

/** Names of tags, the preferred first; of a name that comes repeatedly the first value counts. */
const preferred = {
  title: ['og:title', 'twitter:title', '<title>'],
  description: ['description', 'og:description', 'twitter:description'],
  image: ['og:image', 'twitter:image', 'image_src', 'icon'],
}

/** Reads also what is broken or cut off; what was never named is null. */
export function readHead(html: string): PageHead {
  const found = collect(html)
  const choose = (names: readonly string[]) => names.map((name) => found.get(name)).find(Boolean) ?? null
  return { title: choose(preferred.title), description: choose(preferred.description), image: choose(preferred.image) }
}

function collect(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string | undefined, value: string | undefined) => {
    const text = value?.replaceAll(/\s+/g, ' ').trim()
    if (name && text && !found.has(name)) found.set(name, text)
  }
  let title: string | null = null
  let drawings = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') note((attributes.property ?? attributes.name)?.toLowerCase(), attributes.content)
      else if (name === 'link') for (const relation of (attributes.rel ?? '').toLowerCase().split(/\s+/)) note(relation, attributes.href)
      else if (name === 'svg') drawings++
      // A drawing in the page may have a title of its own.
      else if (name === 'title' && drawings === 0) title = ''
    },
    ontext(text) {
      if (title !== null) title += text
    },
    onclosetag(name) {
      if (name === 'svg') drawings--
      if (name !== 'title' || title === null) return
      note('<title>', title)
      title = null
    },
  })
  parser.end(html)
  return found
}
