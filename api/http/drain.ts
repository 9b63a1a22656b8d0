/** How connections end, so that no client loses a request to it. */
import type { Server } from 'node:http'
import { type Socket, Server as NetServer } from 'node:net'
import { minutes, seconds } from '../../shared/kernel/time.js'

/** Longer than a proxy keeps an idle connection: who closes first must be the one that sends, or a request meets a closed door. */
export const keepAliveMilliseconds = minutes(2)

/**
 * Gives the function that ends a server: it takes no new connections, and resolves when the last one is gone. Node's own `close` shuts idle
 * connections at once, among them those on which a request is on its way. A client with work to do sends its next request within `grace`,
 * and learns from the answer that the connection ends.
 */
export function drainer(server: Server, grace = seconds(1)): () => Promise<void> {
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
    }, grace)
    await closed
    clearInterval(sweep)
  }
}
