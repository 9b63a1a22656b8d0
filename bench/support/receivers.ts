/**
 * Webhook receivers in a process of their own, with minimal CPU use: one server each, which reads no more of a request than needed.
 * Argument: the number of receivers. The first one hangs, the second one fails, the others record the delay of events. Sends its parent the
 * URLs, and on request the statistics since the last request.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Statistics since the last request for them. */
export interface ReceiverStats {
  /** Requests per receiver, including retries. */
  requests: number[]
  /** Milliseconds from the creation of an event to its arrival, one per event and working receiver. */
  delays: number[]
}

const count = Number(process.argv[2])
const seen = Array.from({ length: count }, () => new Set<string>())
const emptyStats = (): ReceiverStats => ({ requests: Array.from({ length: count }, () => 0), delays: [] })
let stats = emptyStats()

const ok = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
const failure = Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
const responseOf = (at: number) => (at === 0 ? null : at === 1 ? failure : ok)

/** Event ids contain the time of their creation in milliseconds. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeOf = (id: string) => [...id.slice(4, 14)].reduce((time, letter) => time * 32 + crockford.indexOf(letter), 0)

function recordRequest(at: number, id: string): void {
  stats.requests[at] = (stats.requests[at] ?? 0) + 1
  if (responseOf(at) !== ok || seen[at]?.has(id)) return
  seen[at]?.add(id)
  stats.delays.push(Date.now() - timeOf(id))
}

function serve(socket: Socket, at: number): void {
  const response = responseOf(at)
  let buffered = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = buffered.toString('latin1', 0, end)
      const requestLength = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (buffered.length < requestLength) return
      recordRequest(at, /webhook-id: (\S+)/i.exec(head)?.[1] ?? '')
      buffered = buffered.subarray(requestLength)
      if (response) socket.write(response)
    }
  })
}

const servers = Array.from({ length: count }, (_, at) => createServer((socket) => serve(socket, at)).listen(0, '127.0.0.1'))
await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
process.on('message', () => {
  process.send?.(stats)
  stats = emptyStats()
})
process.on('disconnect', () => process.exit())
process.send?.(servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
