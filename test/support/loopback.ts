/** Servers on this machine that play somebody else's. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'

export interface Loopback {
  port: number
  origin: string
  /** Paths that were asked, in order. */
  asked: string[]
}

/** Listens on `host` until the test ends. */
export async function loopback(t: ExecutionContext, answer: RequestListener, host = '127.0.0.1', port = 0): Promise<Loopback> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = (server.address() as AddressInfo).port
  return { port: at, origin: `http://${host}:${at}`, asked }
}
