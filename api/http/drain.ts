/** Closes connections without losing a request. */
import type { Server } from 'node:http'
import { type Socket, Server as NetServer } from 'node:net'
import { minutes, seconds } from '../../shared/kernel/time.js'

/** Milliseconds. Longer than proxies keep idle connections: if the server closes first, a request can arrive on a closed socket. */
export const keepAliveTimeoutMs = minutes(2)

/**
 * Gives the function that ends a server: it takes no new connections, and resolves when the last one is gone. Node's own `close` shuts idle
 * connections at once, among them those on which a request is on its way. A client with work to do sends its next request within `grace`,
 * and the response has the header `Connection: close`.
 */
export function drainer(server: Server, sweepIntervalMs = seconds(1)): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      // What a browser opened in advance and never used counts as busy.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, sweepIntervalMs)
    await closed
    clearInterval(sweep)
  }
}
