/** Closes connections whose clients do not read what was sent to them: the responses would be kept in memory for as long as they like. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { counter } from '../../shared/kernel/metrics.js'

const closed = counter('slow_readers_total', 'Connections closed because their clients did not read the response')

/** What was sent when a period began. */
interface Period {
  startedAt: number
  bytes: number
}

/** Everything that waits to be read must be read within the timeout. Streams may last longer, and connections without pending data too. */
export function closeSlowReaders(server: Server, timeoutMs: number): void {
  const check = slowReaderCheck(server, timeoutMs)
  const timer = setInterval(() => check(performance.now()), timeoutMs / 6)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Returns the function that closes the slow readers of this moment. Must be called before the server accepts connections. */
export function slowReaderCheck(server: Server, timeoutMs: number): (nowMs: number) => void {
  const periods = new Map<Socket, Period | null>()
  server.on('connection', (socket: Socket) => {
    periods.set(socket, null)
    socket.once('close', () => periods.delete(socket))
  })
  return (nowMs) => {
    for (const [socket, period] of periods) {
      // The system takes data into its own buffers, so this counts what it has accepted for the client.
      const bytesRead = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0) periods.set(socket, null)
      else if (period === null || bytesRead >= period.bytes) periods.set(socket, { startedAt: nowMs, bytes: socket.bytesWritten })
      else if (nowMs - period.startedAt >= timeoutMs) {
        closed.inc()
        socket.resetAndDestroy() // frees the buffers of the system too
      }
    }
  }
}
