/** Reads the answer to a POST as it comes over a connection (RFC 9112): no more of it than its end and the connection's next use depend on. */

export interface AnswerReader {
  /** Takes what came. Says whether that was all; throws where it is no answer. */
  take(part: Buffer): boolean
  /** Whether an answer that ends with its connection is whole. */
  endsWithConnection(): boolean
  /** Once all is there, or its first bytes where it is longer. */
  status(): number
  body(): Buffer
  /** Milliseconds for which the connection may be kept for another request; 0 where it may not. */
  keepFor(): number
}

export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

interface Head {
  status: number
  length: number | null
  isChunked: boolean
  keepFor: number
}

/** Takes a part of the body; answers what came behind its end, or null as long as there is more to come. */
type TakeBody = (part: Buffer) => Buffer | null

const nothing: Buffer = Buffer.alloc(0)
const longestHead = 16 * 1024
const longestLine = 1024
/** Most servers keep an idle connection for five seconds: a request that is sent just then would be lost. */
export const keptUnasked = 4000
const margin = 1000
const longestKept = 60_000

/** Of a longer body, no more than about `keptBytes` is waited for. */
export function answerReader(keptBytes: number): AnswerReader {
  const parts: Buffer[] = []
  let [unread, bytes, head, takeBody, isOver]: [Buffer, number, Head | null, TakeBody | null, boolean] = [nothing, 0, null, null, false]
  const keep = (part: Buffer) => {
    parts.push(part)
    bytes += part.length
  }
  const takeHead = (): TakeBody | null => {
    for (;;) {
      const end = unread.indexOf('\r\n\r\n')
      if ((end < 0 ? unread.length : end) > longestHead) throw new NoAnswer('the head is too long')
      if (end < 0) return null
      head = headOf(unread.toString('latin1', 0, end))
      unread = unread.subarray(end + 4)
      // One that only says that an answer will come is passed over.
      if (head.status >= 200) return bodyAfter(head, keep)
    }
  }
  return {
    take(part) {
      unread = unread.length > 0 ? Buffer.concat([unread, part]) : part
      takeBody ??= takeHead()
      if (!takeBody) return false
      const behind = takeBody(unread)
      unread = behind ?? nothing
      isOver = behind !== null
      return isOver || bytes > keptBytes
    },
    endsWithConnection: () => head !== null && head.status >= 200 && head.length === null && !head.isChunked,
    status: () => head?.status ?? 0,
    body: () => (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).subarray(0, keptBytes),
    keepFor: () => (isOver && unread.length === 0 ? (head?.keepFor ?? 0) : 0),
  }
}

function headOf(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const [, version, code] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? []
  const status = Number(code)
  // Nobody asked for another protocol.
  if (!code || status < 100 || status === 101) throw new NoAnswer('this is no answer of HTTP')
  const head: Head = { status, length: null, isChunked: false, keepFor: version === '1' ? keptUnasked : 0 }
  let isCoded = false
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (name === 'content-length') head.length = lengthOf(line.slice(colon + 1).trim(), head.length)
    else if (name === 'transfer-encoding') [isCoded, head.isChunked] = [true, /(?:^|[,:\s])chunked\s*$/i.test(line)]
    else if (name === 'connection' && /\bclose\b/i.test(line)) head.keepFor = 0
    else if (name === 'keep-alive' && head.keepFor > 0) head.keepFor = keptAsSaid(line)
  }
  if (status === 204 || status === 304) return { ...head, length: 0, isChunked: false }
  // A length beside a coding means nothing, and tells of a server that is not to be trusted with a second request.
  return isCoded ? { ...head, length: null, keepFor: head.isChunked && head.length === null ? head.keepFor : 0 } : head
}

function lengthOf(said: string, before: number | null): number {
  const length = /^\d{1,15}$/.test(said) ? Number(said) : Number.NaN
  if (Number.isNaN(length) || (before !== null && before !== length)) throw new NoAnswer('the length is none')
  return length
}

function keptAsSaid(line: string): number {
  const said = /timeout=(\d{1,6})/i.exec(line)?.[1]
  return said === undefined ? keptUnasked : Math.min(Math.max(0, Number(said) * 1000 - margin), longestKept)
}

function bodyAfter({ length, isChunked }: Head, keep: (part: Buffer) => void): TakeBody {
  if (isChunked) return inChunks(keep)
  if (length === null)
    return (part) => {
      keep(part)
      return null
    }
  let left = length
  return (part) => {
    const own = part.length > left ? part.subarray(0, left) : part
    left -= own.length
    if (own.length > 0) keep(own)
    return left === 0 ? part.subarray(own.length) : null
  }
}

/** A size in hexadecimal, so many bytes, the next size; after the last one, which is 0, lines up to an empty one. */
function inChunks(keep: (part: Buffer) => void): TakeBody {
  let [unread, left, isLast]: [Buffer, number, boolean] = [nothing, 0, false]
  const takeLine = (): string | null => {
    const end = unread.indexOf('\r\n')
    if ((end < 0 ? unread.length : end) > longestLine) throw new NoAnswer('a line is too long')
    if (end < 0) return null
    const line = unread.toString('latin1', 0, end)
    unread = unread.subarray(end + 2)
    return line
  }
  /** Whether more can be read of what is there. */
  const step = (): boolean => {
    if (left > 0) {
      const own = unread.subarray(0, left)
      unread = unread.subarray(own.length)
      left -= own.length
      if (own.length > 0) keep(own)
      return left === 0
    }
    const line = takeLine()
    if (line === null) return false
    // Behind the bytes of a chunk stands an empty line.
    if (line !== '') [left, isLast] = sizeOf(line)
    return true
  }
  return (part) => {
    unread = unread.length > 0 ? Buffer.concat([unread, part]) : part
    while (!isLast) if (!step()) return null
    for (let line = takeLine(); line !== null; line = takeLine()) if (line === '') return unread
    return null
  }
}

function sizeOf(line: string): [number, boolean] {
  const digits = /^([0-9a-f]{1,8})\s*(?:;|$)/i.exec(line)?.[1]
  if (digits === undefined) throw new NoAnswer('a chunk has no size')
  const size = Number.parseInt(digits, 16)
  return [size, size === 0]
}
