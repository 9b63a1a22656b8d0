import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { slowReaderCheck } from '../../../api/http/slow-readers.js'
import { hours, seconds } from '../../../shared/kernel/time.js'
import { testApi } from '../../support/api.js'
import { waitUntil } from '../../support/wait-until.js'

const timeoutMs = seconds(60)
/** More than the buffers of the system between both ends. */
const largeText = 'x'.repeat(32 * 1024 * 1024)

/** A connected client that reads nothing yet, and the socket of the server. */
async function serve(t: ExecutionContext, listener: RequestListener) {
  const server = createServer(listener)
  const check = slowReaderCheck(server, timeoutMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const client = connectTo(t, (server.address() as AddressInfo).port)
  const [socket] = (await once(server, 'connection')) as [Socket]
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { check, client, socket }
}

function connectTo(t: ExecutionContext, port: number): Socket {
  const client = connect(port, '127.0.0.1').pause()
  client.on('error', () => undefined) // the server may reset the connection
  t.teardown(() => client.destroy())
  return client
}

test('a client that does not read a response is disconnected after the timeout', async (t) => {
  const { check, socket } = await serve(t, (_, response) => response.end(largeText))
  await waitUntil(() => socket.writableLength > 0)
  check(0)
  check(timeoutMs - 1)
  t.false(socket.destroyed)
  check(timeoutMs)
  t.true(socket.destroyed)
})

test('a client that reads what was sent in each period is not disconnected', async (t) => {
  const { check, client, socket } = await serve(t, (_, response) => {
    response.write(largeText)
    response.once('drain', () => response.end(largeText))
  })
  await waitUntil(() => socket.writableLength > 0)
  check(0)
  client.resume()
  await once(socket, 'drain')
  client.pause()
  await waitUntil(() => socket.writableLength > 0)
  check(timeoutMs)
  check(timeoutMs * 2 - 1)
  t.false(socket.destroyed)
  check(timeoutMs * 2)
  t.true(socket.destroyed)
})

test('a connection without pending data stays open, however long its response takes', async (t) => {
  const { check, client, socket } = await serve(t, (_, response) => void response.write('first part'))
  await waitUntil(() => client.bytesRead > 0 || client.readableLength > 0 || (socket.bytesWritten > 0 && socket.writableLength === 0))
  for (const now of [0, timeoutMs, hours(1)]) check(now)
  t.false(socket.destroyed)
})

test('the API disconnects clients that send requests and read no responses', async (t) => {
  const api = await testApi({}, { clientMs: seconds(1) })
  t.teardown(() => api.close())
  const client = connectTo(t, Number(new URL(api.url).port))
  const request = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n'
  client.write(request.repeat(100))
  // A paused client notices the end of the connection only when it writes.
  await waitUntil(() => {
    client.write(request)
    return client.destroyed
  })
  t.true(client.destroyed)
})
