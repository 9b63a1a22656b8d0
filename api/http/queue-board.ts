/** Bull Board at `/admin/queues`, behind the admin key. */
import { timingSafeEqual, createHash } from 'node:crypto'
import type { Middleware } from 'koa'
import { badRequest, ServiceError } from '../../shared/kernel/errors.js'
import { queueNames } from '../../shared/kernel/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queues.js'

const prefix = '/admin/queues'

/** A browser asks for the key by itself (HTTP Basic: any user, the admin key as password); a program may send it as bearer. */
export function queueBoard(queues: Queues, adminKey: string | undefined): { prefixes: string[]; middleware: Middleware } {
  let board: Promise<Middleware> | undefined
  return {
    prefixes: [prefix],
    async middleware(context, next) {
      if (context.path !== prefix && !context.path.startsWith(`${prefix}/`)) return next()
      if (!adminKey || !isAdmin(context.get('authorization'), adminKey)) throw keyWanted()
      // The board's page names a font on a foreign host; nothing of ours asks outside.
      context.set(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; img-src 'self' data:",
      )
      board ??= openBoard(queues)
      // The board takes what others throw for faults of its own: so it only says that it has no such page.
      let isElsewhere = false
      await Promise.resolve((await board)(context, async () => void (isElsewhere = true))).catch(refuseBody)
      if (isElsewhere) await next()
    },
  }
}

const keyWanted = () =>
  new ServiceError('unauthorized', 'The admin key is needed: any user name, the key as password.', {
    'WWW-Authenticate': 'Basic realm="Tributary admin", charset="UTF-8"',
  })

// Loaded when somebody looks: a process that nobody asks for the board does not carry it.
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

/** The board's reader of bodies throws errors with a status. */
function refuseBody(error: Error & { status?: number }): never {
  throw error.status !== undefined && error.status < 500 ? badRequest(error.message) : error
}

function isAdmin(header: string, adminKey: string): boolean {
  const [scheme, credential = ''] = header.split(' ')
  if (scheme === 'Bearer') return same(credential, adminKey)
  if (scheme !== 'Basic') return false
  const decoded = Buffer.from(credential, 'base64').toString('utf8')
  return same(decoded.slice(decoded.indexOf(':') + 1), adminKey)
}

// Hashes have one length, so the comparison takes one time.
const hash = (text: string) => createHash('sha256').update(text).digest()
const same = (given: string, wanted: string) => timingSafeEqual(hash(given), hash(wanted))
