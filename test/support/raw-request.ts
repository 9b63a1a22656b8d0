/** Sends raw bytes over a socket, for requests that HTTP clients cannot send. */
import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

const timeoutMs = 120_000

/** Sends `bytes` and returns the first response. `closeAfterSend` half-closes the connection afterwards, like a client that dies. */
export function sendRaw(port: number, bytes: Buffer, { closeAfterSend = false }: { closeAfterSend?: boolean } = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      finish()
    }
    const timer = setTimeout(
      () => settle(() => reject(new Error(`no response within ${timeoutMs} ms, received: ${Buffer.concat(chunks).toString('latin1')}`))),
      timeoutMs,
    )
    const onEnd = () => {
      const response = parseResponse(Buffer.concat(chunks), true)
      settle(() => (response ? resolve(response) : reject(new Error('the connection was closed without a response'))))
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const response = parseResponse(Buffer.concat(chunks), false)
      if (response) settle(() => resolve(response))
    })
    socket.on('end', onEnd)
    // A server that has rejected the request stops reading. Its response has already been received.
    socket.on('error', onEnd)
    if (closeAfterSend) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** Responses that end with their headers (RFC 9110). */
const hasNoBody = new Set([204, 304])

/** Null while the response is incomplete. */
function parseResponse(raw: Buffer, closed: boolean): RawResponse | null {
  const head = raw.indexOf('\r\n\r\n')
  if (head < 0) return null
  const [first = '', ...lines] = raw.subarray(0, head).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  if (status === 100) return parseResponse(raw.subarray(head + 4), closed)
  const body = raw.subarray(head + 4)
  const length = headers['content-length']
  const complete =
    closed ||
    hasNoBody.has(status) ||
    (length === undefined ? headers['transfer-encoding'] === 'chunked' && body.includes('0\r\n\r\n') : body.length >= Number(length))
  return complete ? { status, headers, body: body.toString('utf8') } : null
}
