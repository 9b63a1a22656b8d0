/** A proxy in front of a server. It can be interrupted, as if the server were gone. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Cuts all connections and refuses new ones. */
  interrupt(): Promise<void>
  /** Accepts connections and data, but forwards nothing until the next `interrupt`, as if the server hung. */
  hang(): void
  /** Forwards new connections again. Those that hang stay silent, as after a network partition that dropped their state. */
  recover(): void
  resume(): Promise<void>
  close(): Promise<void>
}

/** Forwards to a host and port, or to a Unix socket. */
export async function tcpProxy(target: { host: string; port: number } | { path: string }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  /** The connections of clients that are forwarded, with those to the server. */
  const forwarded = new Map<Socket, Socket>()
  let hangs = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((client) => {
    track(client)
    if (hangs) return
    const upstream = connect(target)
    track(upstream)
    forwarded.set(client, upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => {
      if (forwarded.delete(client)) client.destroy()
    })
  })
  const listen = (port: number) => new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const interrupt = () =>
    new Promise<void>((resolve) => {
      hangs = false
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    interrupt,
    hang() {
      hangs = true
      // The server does see that they end: while one waits for the password of a client, no database of the server can be dropped.
      for (const [client, upstream] of forwarded) {
        forwarded.delete(client)
        client.unpipe()
        upstream.unpipe().destroy()
      }
    },
    recover: () => void (hangs = false),
    resume: () => listen(port),
    close: () => (server.listening ? interrupt() : Promise.resolve()),
  }
}
