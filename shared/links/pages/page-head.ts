/** Parses the metadata in the head of an HTML page. Pure. */
import { Parser } from 'htmlparser2'

export interface PageHead {
  title: string | null
  description: string | null
  /** As written in the page; may be relative. */
  image: string | null
}

/** Tag names in order of preference. The first value of a repeated tag counts. */
const tagPreference = {
  title: ['og:title', 'twitter:title', '<title>'],
  description: ['description', 'og:description', 'twitter:description'],
  image: ['og:image', 'twitter:image', 'image_src', 'icon'],
}

/** Accepts malformed and truncated HTML. Fields without a tag are null. */
export function parsePageHead(html: string): PageHead {
  const found = collectTags(html)
  const choose = (names: readonly string[]) => names.map((name) => found.get(name)).find(Boolean) ?? null
  return { title: choose(tagPreference.title), description: choose(tagPreference.description), image: choose(tagPreference.image) }
}

function collectTags(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const record = (name: string | undefined, value: string | undefined) => {
    const text = value?.replaceAll(/\s+/g, ' ').trim()
    if (name && text && !found.has(name)) found.set(name, text)
  }
  let title: string | null = null
  let svgDepth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') record((attributes.property ?? attributes.name)?.toLowerCase(), attributes.content)
      else if (name === 'link') for (const relation of (attributes.rel ?? '').toLowerCase().split(/\s+/)) record(relation, attributes.href)
      else if (name === 'svg') svgDepth++
      // An inline SVG may contain a title of its own.
      else if (name === 'title' && svgDepth === 0) title = ''
    },
    ontext(text) {
      if (title !== null) title += text
    },
    onclosetag(name) {
      if (name === 'svg') svgDepth--
      if (name !== 'title' || title === null) return
      record('<title>', title)
      title = null
    },
  })
  parser.end(html)
  return found
}
