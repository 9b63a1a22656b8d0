/** Reads a body of many elements. A large body is streamed element by element and never held in memory as a whole. */
import type { IncomingMessage } from 'node:http'
import { TextDecoder } from 'node:util'
import { badRequest } from '../../shared/kernel/errors.js'
import { maxBodySize as maxBufferedSize } from './body.js'
import { decompressedBody } from './decompressed-body.js'
import { parseJson } from './json.js'
import { splitLines, splitList } from './split-json-elements.js'

/** Either the parsed body, or the JSON texts of its elements. */
export type ElementBody = { value: unknown } | { elements: AsyncIterable<readonly string[]> }

export interface ReadOptions {
  /** A body with more elements than this is streamed. */
  threshold: number
  /** Streams the body whatever its size. */
  isAsync: boolean
  /** Number of elements of a body that is not a list. */
  sizeOf(value: unknown): number
  onBytes(bytes: Buffer): void
}

const maxBodySize = 64 * 1024 * 1024
const maxElementSize = 1024 * 1024

/** Throws `bad_request` for anything that `readJson` rejects, for an element over 1 MB and for a body over 64 MB. */
export async function readElements(request: IncomingMessage, reading: ReadOptions): Promise<ElementBody> {
  const texts = decoded(request, reading.onBytes)
  const begin = await skipSpace(texts)
  const isLines = /^application\/(x-)?(ndjson|jsonl)\b/i.test(request.headers['content-type'] ?? '')
  if (!isLines && !begin.startsWith('[')) return singleValue(await collect(begin, texts), reading)
  const elements = split(begin, texts, isLines)
  const buffered: string[] = []
  let size = 0
  while (!reading.isAsync && buffered.length <= reading.threshold && size <= maxBufferedSize) {
    const { value, done } = await elements.next()
    if (done) return { value: buffered.map(parseJson) }
    buffered.push(...value)
    size += value.reduce((sum, { length }) => sum + length, 0)
  }
  return { elements: resumed(buffered, elements) }
}

function singleValue(text: string, { threshold, isAsync, sizeOf }: ReadOptions): ElementBody {
  const value = parseJson(text)
  return isAsync || sizeOf(value) > threshold ? { elements: resumed([text], null) } : { value }
}

async function* resumed(first: string[], rest: AsyncGenerator<string[]> | null): AsyncGenerator<string[]> {
  yield first
  if (rest) yield* rest
}

async function* split(begin: string, texts: AsyncGenerator<string>, isLines: boolean): AsyncGenerator<string[], void> {
  const splitter = isLines ? splitLines() : splitList()
  let [pending, found] = [0, splitter.push(begin)]
  for (;;) {
    for (const element of found) parseJson(element)
    if (found.length > 0) yield found
    const { value, done } = await texts.next()
    if (done) break
    found = splitter.push(value)
    pending = found.length > 0 ? 0 : pending + value.length
    if (pending > maxElementSize) throw badRequest('An element of the request body is larger than 1mb.')
  }
  const last = splitter.end()
  for (const element of last) parseJson(element)
  if (last.length > 0) yield last
}

const utf8 = () => new TextDecoder('utf-8', { fatal: true })
const invalidBody = () => badRequest('The request body is not valid JSON.')

/** The text of a body as it arrives. Throws `bad_request` for a body over 64 MB, and `invalid` for one that the decoder refuses. */
export async function* decoded(
  request: IncomingMessage,
  onBytes: ReadOptions['onBytes'],
  { decoderOf = utf8, invalid = invalidBody }: { decoderOf?: (begin: Buffer) => TextDecoder; invalid?: () => Error } = {},
): AsyncGenerator<string, void> {
  let decoder: TextDecoder | null = null
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? (decoder ??= decoderOf(chunk)).decode(chunk, { stream: true }) : (decoder?.decode() ?? '')
    } catch {
      throw invalid()
    }
  }
  let size = 0
  // The socket stays open, so a caller that sent too much still receives the error.
  for await (const chunk of readChunks(decompressedBody(request).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)) {
    onBytes(chunk)
    size += chunk.length
    if (size > maxBodySize) throw badRequest('The request body is larger than 64mb.')
    yield decode(chunk)
  }
  yield decode()
}

async function* readChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch {
    throw badRequest('The request body could not be read.')
  }
}

async function skipSpace(texts: AsyncGenerator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await texts.next()
    if (done) return ''
    const begin = value.trimStart()
    if (begin !== '') return begin
  }
}

async function collect(begin: string, texts: AsyncGenerator<string>): Promise<string> {
  let text = begin
  for await (const more of texts) {
    text += more
    if (text.length > maxBufferedSize) throw badRequest('The request body is larger than 4mb.')
  }
  return text
}
