/** A query string that keeps the exact text of unchanged parameters: encoding, order and missing `=`. */

interface Pair {
  name: string
  text: string
}

export class RawQuery {
  private pairs: Pair[]

  /** `text` without the question mark. */
  constructor(text: string) {
    this.pairs = text === '' ? [] : text.split('&').map((part) => ({ name: nameOf(part), text: part }))
  }

  get names(): string[] {
    return this.pairs.map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.pairs.some((pair) => pair.name === name)
  }

  /** Returns the decoded value of the last parameter of that name, or null. */
  get(name: string): string | null {
    const text = this.pairs.findLast((pair) => pair.name === name)?.text
    return text === undefined ? null : decode(text.slice(text.indexOf('=') < 0 ? text.length : text.indexOf('=') + 1))
  }

  /** Replaces the parameter in place, or appends it. */
  set(name: string, value: string): void {
    this.put({ name, text: `${encodeURIComponent(name)}=${encodeURIComponent(value)}` })
  }

  delete(name: string): void {
    this.pairs = this.pairs.filter((pair) => pair.name !== name)
  }

  /**
   * Copies the parameters of another query without changing their text. All values of a name replace those of the same name in place. Both
   * queries may have thousands of parameters, which any visitor can send.
   */
  merge(other: RawQuery, isExcluded: (name: string) => boolean): void {
    const copied = other.pairs.filter(({ name }) => !isExcluded(name))
    const valuesByName = new Map<string, Pair[]>()
    for (const pair of copied) {
      const values = valuesByName.get(pair.name)
      if (values) values.push(pair)
      else valuesByName.set(pair.name, [pair])
    }
    const replaced = new Set<string>()
    const merged = this.pairs.flatMap((pair) => {
      const values = valuesByName.get(pair.name)
      if (!values) return [pair]
      const isFirst = !replaced.has(pair.name)
      replaced.add(pair.name)
      return isFirst ? values : []
    })
    this.pairs = [...merged, ...copied.filter(({ name }) => !replaced.has(name))]
  }

  toString(): string {
    return this.pairs.map(({ text }) => text).join('&')
  }

  private put(pair: Pair): void {
    const firstIndex = this.pairs.findIndex(({ name }) => name === pair.name)
    if (firstIndex < 0) this.pairs.push(pair)
    else
      this.pairs = this.pairs
        .filter(({ name }, index) => name !== pair.name || index === firstIndex)
        .map((existing, index) => (index === firstIndex ? pair : existing))
  }
}

const nameOf = (part: string) => decode(part.slice(0, part.indexOf('=') < 0 ? part.length : part.indexOf('=')))

function decode(text: string): string {
  const withSpaces = text.replaceAll('+', ' ')
  if (!withSpaces.includes('%')) return withSpaces
  try {
    return decodeURIComponent(withSpaces)
  } catch {
    return withSpaces // malformed escapes are kept
  }
}

export interface SplitUrl {
  /** Scheme, host and path. */
  base: string
  query: string
  /** Including `#`, or empty. */
  hash: string
}

/** Splits a URL at `?` and `#`. Appends `/` to a bare host, as a query requires it. */
export function splitUrl(url: string): SplitUrl {
  const hashAt = url.indexOf('#')
  const hash = hashAt < 0 ? '' : url.slice(hashAt)
  const rest = hashAt < 0 ? url : url.slice(0, hashAt)
  const queryAt = rest.indexOf('?')
  const base = queryAt < 0 ? rest : rest.slice(0, queryAt)
  return { base: /^https?:\/\/[^/]+$/i.test(base) ? `${base}/` : base, query: queryAt < 0 ? '' : rest.slice(queryAt + 1), hash }
}

export const joinUrl = ({ base, hash }: SplitUrl, query: string) => base + (query === '' ? '' : `?${query}`) + hash
