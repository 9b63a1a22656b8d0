/** Server-sent events: a long-lived response whose messages a browser receives through EventSource. */
import { Readable } from 'node:stream'
import type { Context } from 'koa'

/** One message. A browser that reconnects sends the last id it received. A message without data only sets that id. */
export interface ServerSentEvent {
  id?: string
  event?: string
  data?: unknown
}

/** Errors before the first value become ordinary error responses. */
export async function sendEvents(context: Context, values: AsyncIterable<ServerSentEvent | null>): Promise<void> {
  const iterator = values[Symbol.asyncIterator]()
  const first = await iterator.next()
  context.status = 200
  context.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' })
  context.body = Readable.from(texts(first, iterator), { objectMode: false })
}

async function* texts(
  first: IteratorResult<ServerSentEvent | null>,
  iterator: AsyncIterator<ServerSentEvent | null>,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value === null ? ': still here\n\n' : textOf(next.value)
  } finally {
    await iterator.return?.()
  }
}

function textOf({ id, event, data }: ServerSentEvent): string {
  const head = [...(id === undefined ? [] : [`id: ${id}`]), ...(event === undefined ? [] : [`event: ${event}`])]
  return [...head, ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`])].join('\n') + '\n\n'
}
