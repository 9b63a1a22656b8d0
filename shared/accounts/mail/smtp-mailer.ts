import type { Transporter } from 'nodemailer'
import { seconds } from '../../kernel/time.js'
import type { Mailer } from './mailer.js'

/** Emails at a time; each has a connection of its own, which the next email takes over. */
const maxConnections = 5
/** Servers limit how many messages a connection carries. */
const messagesPerConnection = 100
/** Connections without work are closed after this time, so that they do not delay a shutdown. */
const idleMs = seconds(2)

interface Pool {
  transport: Transporter
  /** Emails being sent. */
  active: number
  closing: NodeJS.Timeout | undefined
}

/** Open pools by URL: the emails of a process share their connections. */
const pools = new Map<string, Pool>()

async function openPool(url: string): Promise<Pool> {
  const { createTransport } = await import('nodemailer') // loaded on first use to keep the start fast
  const existing = pools.get(url)
  if (existing) return existing
  const [connectionTimeout, socketTimeout] = [seconds(10), seconds(20)]
  const options = { url, pool: true as const, maxConnections, maxMessages: messagesPerConnection }
  const transport = createTransport({ ...options, connectionTimeout, greetingTimeout: connectionTimeout, socketTimeout })
  const pool: Pool = { transport, active: 0, closing: undefined }
  pools.set(url, pool)
  return pool
}

export function smtpMailer(url: string, from: string): Mailer {
  return {
    async send(message) {
      const pool = await openPool(url)
      clearTimeout(pool.closing)
      pool.active++
      try {
        await pool.transport.sendMail({ ...message, from: message.from ?? from })
      } finally {
        if (--pool.active === 0) pool.closing = setTimeout(() => closePool(url, pool), idleMs).unref()
      }
    },
  }
}

function closePool(url: string, { transport }: Pool): void {
  pools.delete(url)
  transport.close()
}
