/** A query as its pieces stand: what nobody changes keeps its exact text, encodings, order and missing `=` included. */

interface Pair {
  name: string
  text: string
}

export class RawQuery {
  private pairs: Pair[]

  /** `text` without the question mark. */
  constructor(text: string) {
    this.pairs = text === '' ? [] : text.split('&').map((piece) => ({ name: nameOf(piece), text: piece }))
  }

  get names(): string[] {
    return this.pairs.map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.pairs.some((pair) => pair.name === name)
  }

  /** The decoded value of the last pair of that name; null when there is none. */
  get(name: string): string | null {
    const text = this.pairs.findLast((pair) => pair.name === name)?.text
    return text === undefined ? null : decode(text.slice(text.indexOf('=') < 0 ? text.length : text.indexOf('=') + 1))
  }

  /** Overwrites in place, else appends. */
  set(name: string, value: string): void {
    this.put({ name, text: `${encodeURIComponent(name)}=${encodeURIComponent(value)}` })
  }

  delete(name: string): void {
    this.pairs = this.pairs.filter((pair) => pair.name !== name)
  }

  /** Takes over another query's pairs as they stand: those of the same name are overwritten in place. */
  merge(other: RawQuery, isLeftOut: (name: string) => boolean): void {
    for (const pair of other.pairs) if (!isLeftOut(pair.name)) this.put(pair)
  }

  toString(): string {
    return this.pairs.map(({ text }) => text).join('&')
  }

  private put(pair: Pair): void {
    const at = this.pairs.findIndex(({ name }) => name === pair.name)
    if (at < 0) this.pairs.push(pair)
    else
      this.pairs = this.pairs
        .filter(({ name }, place) => name !== pair.name || place === at)
        .map((one, place) => (place === at ? pair : one))
  }
}

const nameOf = (piece: string) => decode(piece.slice(0, piece.indexOf('=') < 0 ? piece.length : piece.indexOf('=')))

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced // a broken escape stands for itself
  }
}

export interface SplitUrl {
  /** Scheme, host and path. */
  base: string
  query: string
  /** With its `#`, or empty. */
  hash: string
}

/** Cuts a URL at `?` and `#`. A bare host gets its `/`, which a query needs. */
export function splitUrl(url: string): SplitUrl {
  const hashAt = url.indexOf('#')
  const hash = hashAt < 0 ? '' : url.slice(hashAt)
  const rest = hashAt < 0 ? url : url.slice(0, hashAt)
  const queryAt = rest.indexOf('?')
  const base = queryAt < 0 ? rest : rest.slice(0, queryAt)
  return { base: /^https?:\/\/[^/]+$/i.test(base) ? `${base}/` : base, query: queryAt < 0 ? '' : rest.slice(queryAt + 1), hash }
}

export const joinUrl = ({ base, hash }: SplitUrl, query: string) => base + (query === '' ? '' : `?${query}`) + hash
