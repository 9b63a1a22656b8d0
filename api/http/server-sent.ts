/** Server-sent events: one long answer, each part of which a browser's EventSource hears as a message. */
import { Readable } from 'node:stream'
import type { Context } from 'koa'

/** One message. With an id, a browser that comes again names the last that it got; without data, that is all it does. */
export interface ServerSent {
  id?: string
  event?: string
  data?: unknown
}

/** Whatever refuses the request does so before the answer begins. */
export async function sendEvents(context: Context, values: AsyncIterable<ServerSent | null>): Promise<void> {
  const iterator = values[Symbol.asyncIterator]()
  const first = await iterator.next()
  context.status = 200
  context.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' })
  context.body = Readable.from(texts(first, iterator), { objectMode: false })
}

async function* texts(first: IteratorResult<ServerSent | null>, iterator: AsyncIterator<ServerSent | null>): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value === null ? ': still here\n\n' : textOf(next.value)
  } finally {
    await iterator.return?.()
  }
}

function textOf({ id, event, data }: ServerSent): string {
  const head = [...(id === undefined ? [] : [`id: ${id}`]), ...(event === undefined ? [] : [`event: ${event}`])]
  return [...head, ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`])].join('\n') + '\n\n'
}
