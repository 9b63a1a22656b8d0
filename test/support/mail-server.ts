/** An SMTP server on loopback that records all messages. */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface MailServer {
  url: string
  /** Envelope recipient and raw message. */
  received: { to: string; message: string }[]
  /** How many connections were opened. */
  connections(): number
  close(): Promise<void>
}

/** Rejects the recipients for whom `rejects` is true. */
export async function mailServer({ rejects = () => false }: { rejects?(to: string): boolean } = {}): Promise<MailServer> {
  const received: MailServer['received'] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    connections++
    handleConnection(socket, rejects, (message) => received.push(message))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function handleConnection(
  socket: Socket,
  rejects: (to: string) => boolean,
  onMessage: (message: { to: string; message: string }) => void,
): void {
  let text = ''
  let to = ''
  let inMessage = false
  const reply = (line: string) => void socket.write(`${line}\r\n`)
  const handleCommand = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') inMessage = true
    if (command === 'DATA') reply('354 send data')
    else if (command === 'QUIT') socket.end('221 bye\r\n')
    else reply(command === 'RCPT' && rejects(to) ? '550 unknown recipient' : '250 ok')
  }
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
    for (let end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')) {
      const part = text.slice(0, end)
      text = text.slice(end + (inMessage ? 5 : 2))
      if (inMessage) {
        onMessage({ to, message: part })
        reply('250 accepted')
        inMessage = false
      } else handleCommand(part)
    }
  })
  reply('220 ready')
}
