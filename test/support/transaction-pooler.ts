/**
 * A proxy that delivers notifications as a pooler in transaction mode does whose client gets the same server connection each time: only
 * while the client waits for an answer. All others are dropped.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TransactionPooler {
  /** Of the database through the pooler. */
  url: string
  close(): Promise<void>
}

export async function transactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const { hostname, port, searchParams, username, password, pathname } = new URL(databaseUrl)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  const serverPort = Number(port || searchParams.get('port') || 5432)
  const server = createServer((client) => {
    const upstream = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${serverPort}` } : { host, port: serverPort })
    poolConnection(client, upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const [readyForQuery, notification] = [...Buffer.from('ZA')]

function poolConnection(client: Socket, upstream: Socket): void {
  let isWaiting = true
  let received: Buffer = Buffer.alloc(0)
  client.on('data', (data) => {
    isWaiting = true
    upstream.write(data)
  })
  upstream.on('data', (data) => {
    received = Buffer.concat([received, data])
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const message = received.subarray(0, received.readInt32BE(1) + 1)
      received = received.subarray(message.length)
      if (isWaiting || message[0] !== notification) client.write(message)
      if (message[0] === readyForQuery) isWaiting = false
    }
  })
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
}
