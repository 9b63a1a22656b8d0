/** Bytes over a socket, for requests that no HTTP client agrees to send. */
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const patienceMs = 120_000

/** Sends `bytes` as they are and answers the first response. `cut` closes our side afterwards, as a client that dies does. */
export function sendRaw(port: number, bytes: Buffer, { cut = false }: { cut?: boolean } = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      finish()
    }
    const timer = setTimeout(
      () => settle(() => reject(new Error(`no answer within ${patienceMs} ms, but: ${Buffer.concat(chunks).toString('latin1')}`))),
      patienceMs,
    )
    const closed = () => {
      const answer = parseAnswer(Buffer.concat(chunks), true)
      settle(() => (answer ? resolve(answer) : reject(new Error('the connection was closed without an answer'))))
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const answer = parseAnswer(Buffer.concat(chunks), false)
      if (answer) settle(() => resolve(answer))
    })
    socket.on('end', closed)
    // A server that has refused does not read on; what it said before it closed is still there.
    socket.on('error', closed)
    if (cut) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** Null while the answer is incomplete. */
function parseAnswer(raw: Buffer, closed: boolean): RawAnswer | null {
  const head = raw.indexOf('\r\n\r\n')
  if (head < 0) return null
  const [first = '', ...lines] = raw.subarray(0, head).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  if (status === 100) return parseAnswer(raw.subarray(head + 4), closed)
  const body = raw.subarray(head + 4)
  const length = headers['content-length']
  const complete =
    closed ||
    (length === undefined ? headers['transfer-encoding'] === 'chunked' && body.includes('0\r\n\r\n') : body.length >= Number(length))
  return complete ? { status, headers, body: body.toString('utf8') } : null
}
