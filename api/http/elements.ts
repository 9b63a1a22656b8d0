/** A body of many elements. What is more than one answer can hold is handed on as it arrives and never held whole. */
import type { IncomingMessage } from 'node:http'
import { badRequest } from '../../shared/kernel/errors.js'
import { bodyLimit, parseJson } from './body.js'
import { splitLines, splitList } from './split-elements.js'

/** Either the parsed body, or the JSON texts of its elements. */
export type Sent = { value: unknown } | { elements: AsyncIterable<readonly string[]> }

export interface Reading {
  /** More elements than these are handed on. */
  beyond: number
  /** All are handed on, however few. */
  isLater: boolean
  /** How many elements a body holds that is no list. */
  sizeOf(value: unknown): number
  onBytes(bytes: Buffer): void
}

const largestBody = 64 * 1024 * 1024
const largestElement = 1024 * 1024

/** Refuses with `bad_request` what the reader of a plain body refuses, and what is larger than anybody needs. */
export async function readElements(request: IncomingMessage, reading: Reading): Promise<Sent> {
  const texts = decoded(request, reading.onBytes)
  const begin = await skipSpace(texts)
  const isLines = /^application\/(x-)?(ndjson|jsonl)\b/.test(request.headers['content-type'] ?? '')
  if (!isLines && !begin.startsWith('[')) return wholeOf(await collect(begin, texts), reading)
  const elements = split(begin, texts, isLines)
  const few: string[] = []
  let size = 0
  while (!reading.isLater && few.length <= reading.beyond && size <= bodyLimit) {
    const { value, done } = await elements.next()
    if (done) return { value: few.map(parseJson) }
    few.push(...value)
    size += value.reduce((sum, { length }) => sum + length, 0)
  }
  return { elements: resumed(few, elements) }
}

function wholeOf(text: string, { beyond, isLater, sizeOf }: Reading): Sent {
  const value = parseJson(text)
  return isLater || sizeOf(value) > beyond ? { elements: resumed([text], null) } : { value }
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
    if (pending > largestElement) throw badRequest('An element of the request body is larger than 1mb.')
  }
  const last = splitter.end()
  for (const element of last) parseJson(element)
  if (last.length > 0) yield last
}

async function* decoded(request: IncomingMessage, onBytes: Reading['onBytes']): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  // Kept open: who sent too much still gets an answer.
  for await (const chunk of unbroken(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)) {
    onBytes(chunk)
    size += chunk.length
    if (size > largestBody) throw badRequest('The request body is larger than 64mb.')
    yield decode(() => decoder.decode(chunk, { stream: true }))
  }
  yield decode(() => decoder.decode())
}

async function* unbroken(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch {
    throw badRequest('The request body could not be read.')
  }
}

function decode(text: () => string): string {
  try {
    return text()
  } catch {
    throw badRequest('The request body is not valid JSON.')
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
    if (text.length > bodyLimit) throw badRequest('The request body is larger than 4mb.')
  }
  return text
}
