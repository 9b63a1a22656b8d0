/** Server-sent events: one long answer, each part of which a browser's EventSource hears as a message. */
import { Readable } from 'node:stream'
import type { Context } from 'koa'

/** Whatever refuses the request does so before the answer begins. */
export async function sendEvents(context: Context, values: AsyncIterable<unknown>): Promise<void> {
  const iterator = values[Symbol.asyncIterator]()
  const first = await iterator.next()
  context.status = 200
  context.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' })
  context.body = Readable.from(texts(first, iterator), { objectMode: false })
}

async function* texts(first: IteratorResult<unknown>, iterator: AsyncIterator<unknown>): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value === null ? ': still here\n\n' : `data: ${JSON.stringify(next.value)}\n\n`
  } finally {
    await iterator.return?.()
  }
}
