/** Parses the metadata in the head of an HTML page, in bounded time and without blocking the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises'
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

const tagNames: ReadonlySet<string> = new Set(Object.values(tagPreference).flat())

/** The parser searches its list of open elements for every tag, so unclosed elements make it quadratic. No head is nested this deep. */
const maxDepth = 64
/** Parsed in one turn of the event loop. */
const maxSliceLength = 16 * 1024
/** Longer values are truncated before they are examined. */
const maxValueLength = 100_000

/** Stops at the end of the head, and returns what was found when the page is nested too deeply or takes longer than `timeoutMs`. */
export async function parsePageHead(html: string, timeoutMs = 250): Promise<PageHead> {
  const reader = headReader()
  let remainingMs = timeoutMs
  for (let start = 0; start < html.length && !reader.isDone() && remainingMs > 0; start += maxSliceLength) {
    if (start > 0) await nextTurn()
    const startedAt = performance.now()
    reader.read(html.slice(start, start + maxSliceLength))
    remainingMs -= performance.now() - startedAt
  }
  const found = reader.finish()
  const choose = (names: readonly string[]) => names.map((name) => found.get(name)).find(Boolean) ?? null
  return { title: choose(tagPreference.title), description: choose(tagPreference.description), image: choose(tagPreference.image) }
}

/** Collects the first value of each tag. Accepts malformed and truncated HTML. */
function headReader() {
  const found = new Map<string, string>()
  const record = (name: string | undefined, value: string | undefined) => {
    if (!name || !tagNames.has(name) || found.has(name)) return
    const text = value?.slice(0, maxValueLength).replaceAll(/\s+/g, ' ').trim()
    if (text) found.set(name, text)
  }
  let title: string | null = null
  let svgDepth = 0
  let depth = 0
  let isDone = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isDone) return
      if (name === 'body' || ++depth > maxDepth) stop()
      else if (name === 'meta') record((attributes.property ?? attributes.name)?.toLowerCase(), attributes.content)
      else if (name === 'link') for (const relation of relationsOf(attributes.rel)) record(relation, attributes.href)
      else if (name === 'svg') svgDepth++
      // An inline SVG may contain a title of its own.
      else if (name === 'title' && svgDepth === 0) title = ''
    },
    ontext(text) {
      if (title !== null && title.length < maxValueLength) title += text
    },
    onclosetag(name) {
      depth--
      if (isDone) return
      if (name === 'svg') svgDepth--
      if (name === 'title' && title !== null) {
        record('<title>', title)
        title = null
      }
      if (name === 'head') stop()
    },
  })
  function stop(): void {
    isDone = true
    parser.pause() // the rest of the slice is not parsed
  }
  return {
    read: (slice: string) => parser.write(slice),
    isDone: () => isDone,
    finish(): ReadonlyMap<string, string> {
      if (!isDone) parser.end()
      return found
    },
  }
}

const relationsOf = (text = '') => text.slice(0, 1000).toLowerCase().split(/\s+/)
