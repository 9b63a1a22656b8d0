/**
 * Closes connections whose server has gone without a word, as in a power loss, a network partition or a failover. Their statements would
 * wait until TCP gives up, which takes a quarter of an hour, and with them everything that waits for a connection.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { seconds } from '../time.js'

/** What the driver's types omit; its version is pinned. */
interface WatchedClient extends pg.ClientBase {
  /** False while a statement waits for its answer. */
  readyForQuery: boolean
  /** The server process. */
  processID: number
  connection: { stream: Socket }
}

/** A statement that got no byte for this long may be lost. */
const silenceMs = seconds(10)
const probeTimeoutMs = seconds(5)
/** An answer that is on its way when the server is asked arrives within this time. */
const arrivalMs = seconds(1)

/** Watches connections of one server, from `add` until they close. */
export function watchConnections(connectionString: string | undefined, checkEveryMs = silenceMs): { add(client: pg.ClientBase): void } {
  /** The bytes that had been received at the check before. */
  const received = new Map<WatchedClient, number>()
  let timer: NodeJS.Timeout | undefined
  const isSilent = (client: WatchedClient) => !client.readyForQuery && received.get(client) === client.connection.stream.bytesRead

  async function check(): Promise<void> {
    const silent = [...received.keys()].filter(isSilent)
    for (const client of received.keys()) received.set(client, client.connection.stream.bytesRead)
    if (silent.length === 0) return
    const lost = await lostConnections(connectionString, silent)
    if (lost.length > 0) await pause(arrivalMs, undefined, { ref: false })
    for (const client of lost) if (isSilent(client)) client.connection.stream.destroy(lostError())
  }

  return {
    add(client) {
      const watched = client as WatchedClient
      const { stream } = watched.connection
      received.set(watched, stream.bytesRead)
      timer ??= setInterval(() => void check().catch(() => undefined), checkEveryMs).unref() // the next check asks again
      stream.once('close', () => {
        received.delete(watched)
        if (received.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
    },
  }
}

/** As if the network had reported it. */
const lostError = () =>
  Object.assign(new Error('Connection terminated: the server does not know its statement'), { code: 'ECONNRESET', syscall: 'read' })

/** The connections whose server process has ended or executes nothing. None if the server cannot be asked, or is behind a pooler. */
async function lostConnections(connectionString: string | undefined, clients: readonly WatchedClient[]): Promise<WatchedClient[]> {
  const probe = new pg.Client({ connectionString, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs })
  probe.on('error', () => undefined) // the statement reports it
  try {
    await probe.connect()
    const { processID } = probe as unknown as WatchedClient
    const ids = [processID, ...clients.map((client) => client.processID)]
    const { rows } = await probe.query<{ pid: number; state: string | null }>(
      'select pid, state from pg_stat_activity where pid = any ($1)',
      [ids],
    )
    const states = new Map(rows.map(({ pid, state }) => [pid, state]))
    // A pooler invents process ids.
    if (states.get(processID) !== 'active') return []
    return clients.filter((client) => {
      const state = states.get(client.processID)
      return state === undefined || state?.startsWith('idle')
    })
  } finally {
    await probe.end()
  }
}
