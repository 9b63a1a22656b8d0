/** A mail server on loopback that takes every letter and keeps it. */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface MailServer {
  url: string
  /** What came, as it came: the envelope's recipient and the whole message. */
  taken: { to: string; message: string }[]
  close(): Promise<void>
}

/** With `refuses`, no recipient is known. */
export async function mailServer({ refuses = false } = {}): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    converse(socket, refuses, (letter) => taken.push(letter))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function converse(socket: Socket, refuses: boolean, keep: (letter: { to: string; message: string }) => void): void {
  let text = ''
  let to = ''
  let inMessage = false
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (word === 'DATA') inMessage = true
    if (word === 'DATA') say('354 go on')
    else if (word === 'QUIT') socket.end('221 bye\r\n')
    else say(word === 'RCPT' && refuses ? '550 nobody' : '250 ok')
  }
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
    for (let end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')) {
      const part = text.slice(0, end)
      text = text.slice(end + (inMessage ? 5 : 2))
      if (inMessage) {
        keep({ to, message: part })
        say('250 taken')
        inMessage = false
      } else answer(part)
    }
  })
  say('220 ready')
}
