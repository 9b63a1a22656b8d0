/** Server-sent events: a long-lived response whose messages a browser receives through EventSource. */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'koa'
import { linkAbort } from '../../shared/kernel/link-abort.js'
import { seconds } from '../../shared/kernel/time.js'

/** One message. A browser that reconnects sends the last id it received. A message without data only sets that id. */
export interface ServerSentEvent {
  id?: string
  event?: string
  data?: unknown
}

/** Set on the Koa application: aborted when the server closes, which waits for its connections. */
export interface Closing {
  closing?: AbortSignal
}

/** How often an open stream checks that its caller still has access. */
const accessCheckIntervalMs = seconds(5)

/**
 * Errors before the first value become ordinary error responses. When the caller disconnects, `isAllowed` returns false, or the server
 * closes, the stream ends: the signal of `open` is aborted and no further value is read.
 */
export async function sendEvents(
  context: Context,
  open: (signal: AbortSignal) => AsyncIterable<ServerSentEvent | null>,
  isAllowed: () => Promise<boolean>,
): Promise<void> {
  const end = new AbortController()
  if (context.res.closed) end.abort()
  else context.res.once('close', () => end.abort())
  onAbort(end.signal, linkAbort(end, (context as Closing).closing))
  const iterator = open(end.signal)[Symbol.asyncIterator]()
  const first = await iterator.next()
  context.status = 200
  context.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' })
  context.body = Readable.from(texts(first, iterator), { objectMode: false })
  // A stream that its reader never starts does not return the iterator.
  onAbort(end.signal, () => void iterator.return?.().catch(() => undefined))
  endWithoutAccess(end, isAllowed).catch(() => undefined) // the pause is aborted with the stream
}

function onAbort(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true })
}

/** A check that fails for another reason, such as an unavailable database, is repeated. */
async function endWithoutAccess(end: AbortController, isAllowed: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await pause(accessCheckIntervalMs, undefined, { signal: end.signal, ref: false })
    if (!(await isAllowed().catch(() => true))) end.abort()
  }
}

async function* texts(
  first: IteratorResult<ServerSentEvent | null>,
  iterator: AsyncIterator<ServerSentEvent | null>,
): AsyncGenerator<string> {
  for (let next = first; !next.done; next = await iterator.next()) yield next.value === null ? ': still here\n\n' : textOf(next.value)
}

function textOf({ id, event, data }: ServerSentEvent): string {
  const head = [...(id === undefined ? [] : [`id: ${id}`]), ...(event === undefined ? [] : [`event: ${event}`])]
  return [...head, ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`])].join('\n') + '\n\n'
}
