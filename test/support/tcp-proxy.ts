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
  let hangs = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((client) => {
    const upstream = connect(target)
    track(client)
    track(upstream)
    if (!hangs) client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
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
      for (const socket of sockets) socket.unpipe()
    },
    recover: () => void (hangs = false),
    resume: () => listen(port),
    close: () => (server.listening ? interrupt() : Promise.resolve()),
  }
}
