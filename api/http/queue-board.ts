/** Bull Board at `/admin/queues`, behind the admin key. */
import type { Middleware, Request } from 'koa'
import { badRequest, ServiceError } from '../../shared/kernel/errors.js'
import { equalsInConstantTime } from '../../shared/kernel/hash.js'
import { queueNames } from '../../shared/kernel/queue/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queue/queues.js'

const prefix = '/admin/queues'

export interface QueueBoardOptions {
  queues: Queues
  adminKey: string | undefined
  /** Throws for changes that a page of another site requests, to which browsers attach the password that they remember. */
  requireSameOrigin(request: Pick<Request, 'method' | 'headers'>): void
}

/** Accepts HTTP Basic (any user name, the admin key as password), which browsers prompt for, or the admin key as bearer token. */
export function queueBoard({ queues, adminKey, requireSameOrigin }: QueueBoardOptions): { prefixes: string[]; middleware: Middleware } {
  let board: Promise<Middleware> | undefined
  return {
    prefixes: [prefix],
    async middleware(context, next) {
      if (context.path !== prefix && !context.path.startsWith(`${prefix}/`)) return next()
      if (!adminKey || !isAdmin(context.get('authorization'), adminKey)) throw adminKeyRequired()
      requireSameOrigin(context.request)
      // The board's page refers to a font on another host. The policy keeps the browser from requesting it.
      context.set(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; img-src 'self' data:",
      )
      board ??= openBoard(queues)
      // The board treats errors of later middleware as its own, so `next` only records that the board has no such page.
      let isNotFound = false
      await Promise.resolve((await board)(context, async () => void (isNotFound = true))).catch(rejectBody)
      if (isNotFound) await next()
    },
  }
}

const adminKeyRequired = () =>
  new ServiceError('unauthorized', 'The admin key is required: use any user name and the key as password.', {
    'WWW-Authenticate': 'Basic realm="Tributary admin", charset="UTF-8"',
  })

// Loaded with the first request, so that processes without visitors of the board do not spend memory on it.
async function openBoard(queues: Queues): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ])
  const adapter = new KoaAdapter()
  adapter.setBasePath(prefix)
  createBullBoard({
    queues: queueNames.map((name) => new BullMQAdapter(queues.queue(name))),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Tributary queues' } },
  })
  return adapter.registerPlugin()
}

/** The board's body parser throws errors with a status. */
function rejectBody(error: Error & { status?: number }): never {
  throw error.status !== undefined && error.status < 500 ? badRequest(error.message) : error
}

function isAdmin(header: string, adminKey: string): boolean {
  const [scheme, credential = ''] = header.split(' ')
  if (scheme === 'Bearer') return equalsInConstantTime(credential, adminKey)
  if (scheme !== 'Basic') return false
  const decoded = Buffer.from(credential, 'base64').toString('utf8')
  return equalsInConstantTime(decoded.slice(decoded.indexOf(':') + 1), adminKey)
}
