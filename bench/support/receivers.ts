/**
 * Receivers of webhooks as a process of their own, so lean that they cost next to nothing: a server for each, which reads no more of a
 * request than it must. Argument: how many. The first one hangs, the second one fails; the others note how long an event took to come.
 * Tells its parent the addresses, and what was heard since it was asked last.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Since the last time it was asked. */
export interface Heard {
  /** Requests at each receiver, repetitions included. */
  requests: number[]
  /** Milliseconds from the making of an event to its arrival: one for each event at each of the good receivers. */
  took: number[]
}

const count = Number(process.argv[2])
const seen = Array.from({ length: count }, () => new Set<string>())
const nothing = (): Heard => ({ requests: Array.from({ length: count }, () => 0), took: [] })
let heard = nothing()

const ok = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
const failure = Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
const answerOf = (at: number) => (at === 0 ? null : at === 1 ? failure : ok)

/** Ids of events say the millisecond in which they were made. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeOf = (id: string) => [...id.slice(4, 14)].reduce((time, letter) => time * 32 + crockford.indexOf(letter), 0)

function note(at: number, id: string): void {
  heard.requests[at] = (heard.requests[at] ?? 0) + 1
  if (answerOf(at) !== ok || seen[at]?.has(id)) return
  seen[at]?.add(id)
  heard.took.push(Date.now() - timeOf(id))
}

function serve(socket: Socket, at: number): void {
  const answer = answerOf(at)
  let rest = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = rest.toString('latin1', 0, end)
      const whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (rest.length < whole) return
      note(at, /webhook-id: (\S+)/i.exec(head)?.[1] ?? '')
      rest = rest.subarray(whole)
      if (answer) socket.write(answer)
    }
  })
}

const servers = Array.from({ length: count }, (_, at) => createServer((socket) => serve(socket, at)).listen(0, '127.0.0.1'))
await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
process.on('message', () => {
  process.send?.(heard)
  heard = nothing()
})
process.on('disconnect', () => process.exit())
process.send?.(servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
