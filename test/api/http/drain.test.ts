import { Agent, createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'ava'
import { drainer, keepAliveTimeoutMs } from '../../../api/http/drain.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'

/** A server that closes connections while it drains, as the API does. Its responses wait for `blocked`. */
async function serve(grace: number, blocked: Promise<void> = Promise.resolve()) {
  let draining = false
  let notifyReceived = () => {}
  const received = new Promise<void>((resolve) => (notifyReceived = resolve))
  const server: Server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, async (_, response) => {
    notifyReceived()
    await blocked
    if (draining) response.setHeader('Connection', 'close')
    response.end('done')
  })
  const drain = drainer(server, grace)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    listens: () => server.listening,
    drain() {
      draining = true
      return drain()
    },
  }
}

/** Returns the `Connection` header of the response, and whether the request used the connection of an earlier one. */
const exchange = (port: number, agent: Agent) =>
  new Promise<{ header: string | undefined; isReused: boolean }>((resolve, reject) => {
    const sent = get({ port, agent, host: '127.0.0.1' }, (response) => {
      response.resume()
      response.on('end', () => resolve({ header: response.headers.connection, isReused: sent.reusedSocket }))
    }).on('error', reject)
  })
const request = async (port: number, agent: Agent) => (await exchange(port, agent)).header

test('a request in progress is completed before the server closes', async (t) => {
  let release = () => {}
  const { port, received, listens, drain } = await serve(minutes(5), new Promise((resolve) => (release = resolve)))
  const connectionHeader = request(port, new Agent())
  await received
  const drained = drain()
  release()
  t.is(await connectionHeader, 'close')
  await drained
  t.false(listens())
})

test('a keep-alive client is still served, and its connection is closed', async (t) => {
  const { port, drain } = await serve(minutes(5))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.is(await request(port, agent), 'keep-alive')
  const drained = drain()
  t.deepEqual(await exchange(port, agent), { header: 'close', isReused: true })
  await drained
})

test('idle connections do not delay the drain', async (t) => {
  const { port, drain } = await serve(seconds(0.1))
  const agent = new Agent({ keepAlive: true })
  await request(port, agent)
  const unused = connect(port, '127.0.0.1')
  await new Promise((resolve) => unused.once('connect', resolve))
  const startedAt = Date.now()
  await drain()
  t.true(Date.now() - startedAt < keepAliveTimeoutMs / 2, 'the drain does not wait for idle clients')
})
