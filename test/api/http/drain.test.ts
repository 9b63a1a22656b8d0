import { Agent, createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { drainer } from '../../../api/http/drain.js'

/** A server whose every answer takes `pause`, and that tells its clients while it drains, as the API does. */
async function serve(pause = 0) {
  let draining = false
  const server: Server = createServer(async (_, response) => {
    await sleep(pause)
    if (draining) response.setHeader('Connection', 'close')
    response.end('answer')
  })
  const drain = drainer(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
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
  const { port, drain } = await serve(300)
  const answer = ask(port, new Agent())
  await sleep(50)
  await drain()
  t.is(await answer, 'close')
  await t.throwsAsync(ask(port, new Agent()), { code: 'ECONNREFUSED' })
})

test('a client that keeps its connection is still answered, and told to close it', async (t) => {
  const { port, drain } = await serve()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.is(await ask(port, agent), 'keep-alive')
  const gone = drain()
  await sleep(100)
  t.is(await ask(port, agent), 'close')
  await gone
})

test('connections on which nothing happens do not hold the server', async (t) => {
  const { port, drain } = await serve()
  const agent = new Agent({ keepAlive: true })
  await ask(port, agent)
  const unused = connect(port, '127.0.0.1')
  await new Promise((resolve) => unused.once('connect', resolve))
  const begun = Date.now()
  await drain()
  t.true(Date.now() - begun < 5000)
})
