import { Agent, createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { drainer, keepAliveMilliseconds } from '../../../api/http/drain.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'

/** A server that tells its clients while it drains, as the API does. Its answers wait while they are `held`. */
async function serve(grace: number, held: Promise<void> = Promise.resolve()) {
  let draining = false
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const server: Server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, async (_, response) => {
    asked()
    await held
    if (draining) response.setHeader('Connection', 'close')
    response.end('answer')
  })
  const drain = drainer(server, grace)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    isAsked,
    listens: () => server.listening,
    drain() {
      draining = true
      return drain()
    },
  }
}

const ask = (port: number, agent: Agent) =>
  new Promise<string | undefined>((resolve, reject) => {
    get({ port, agent, host: '127.0.0.1' }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.headers.connection))
    }).on('error', reject)
  })

test('a request in hand is answered before the server is gone', async (t) => {
  let release = () => {}
  const { port, isAsked, listens, drain } = await serve(minutes(5), new Promise((resolve) => (release = resolve)))
  const answer = ask(port, new Agent())
  await isAsked
  const gone = drain()
  release()
  t.is(await answer, 'close')
  await gone
  t.false(listens())
})

test('a client that keeps its connection is still answered, and told to close it', async (t) => {
  const { port, drain } = await serve(minutes(5))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.is(await ask(port, agent), 'keep-alive')
  const gone = drain()
  await sleep(100) // an end of idle connections would have reached the client
  t.is(await ask(port, agent), 'close')
  await gone
})

test('connections on which nothing happens do not hold the server', async (t) => {
  const { port, drain } = await serve(seconds(0.1))
  const agent = new Agent({ keepAlive: true })
  await ask(port, agent)
  const unused = connect(port, '127.0.0.1')
  await new Promise((resolve) => unused.once('connect', resolve))
  const begun = Date.now()
  await drain()
  t.true(Date.now() - begun < keepAliveMilliseconds / 2, 'nobody waits for their clients')
})
