/** HTTP servers on this machine that simulate external servers. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'

export interface LoopbackServer {
  port: number
  origin: string
  /** Requested paths, in order. */
  requestedPaths: string[]
}

/** Listens on `host` until the test ends. */
export async function loopbackServer(t: ExecutionContext, handler: RequestListener, host = '127.0.0.1', port = 0): Promise<LoopbackServer> {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    handler(request, response)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const listeningPort = (server.address() as AddressInfo).port
  return { port: listeningPort, origin: `http://${host}:${listeningPort}`, requestedPaths }
}
