import { setTimeout as pause } from 'node:timers/promises'
import { newsChannel } from '../accounts/index.js'
import { newBell } from '../kernel/bell.js'
import { openGuardedClient } from '../kernel/guarded-client.js'
import type { JobScope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { passOnNews } from './delivery/pass-on-news.js'
import { closeStation, expect, openStation, readAnew, refresh, type Station, turn } from './delivery/station.js'
import { atOnce, graceAtStop } from './limits.js'
import { eventsChanged, webhooksChannel } from './tell-webhooks.js'

/** Rounds of a loop begin no sooner than this after each other: what arrives meanwhile is done together. */
const breath = 20

/** Webhooks that are served by one host share its connections; each has as many to itself as it may use. */
const connections = 50 * atOnce

/** Makes news into deliveries and sends them until told to stop. Any number of processes may do so at once. */
export async function deliverWebhooks(scope: JobScope, stop: AbortSignal): Promise<void> {
  const { config, store } = scope
  const cut = new AbortController()
  const client = openGuardedClient({
    allowPrivateTargets: config.allowPrivateTargets,
    userAgent: `Tributary (+${config.baseUrl})`,
    connections,
  })
  // Ends what is on its way. One listener for each of thousands of requests would have to be searched for at each.
  cut.signal.addEventListener('abort', () => void client.close(), { once: true })
  const station = openStation(scope, client, cut.signal)
  const newsBell = newBell()
  const listening = await Promise.all([
    store.subscribe(newsChannel, newsBell.ring, newsBell.ring),
    store.subscribe(webhooksChannel, (id) => (id === eventsChanged ? readAnew(station) : refresh(station, id)), station.bell.ring),
  ])
  const end = () => {
    newsBell.ring()
    station.bell.ring()
  }
  stop.addEventListener('abort', end, { once: true })
  try {
    await Promise.all([
      repeat(scope, stop, async () => ((await passOn(scope, station)) ? null : newsBell.rung(seconds(1)))),
      repeat(scope, stop, async () => {
        await turn(station)
        await station.bell.rung(seconds(1))
      }),
    ])
    const late = setTimeout(() => cut.abort(), graceAtStop)
    await closeStation(station).finally(() => clearTimeout(late))
  } finally {
    cut.abort()
    await Promise.all(listening.map((leave) => leave()))
  }
}

/** Answers whether there may be more. */
async function passOn(scope: JobScope, station: Station): Promise<boolean> {
  const { more, events } = await passOnNews(scope)
  station.bodies.remember(events)
  if (events.length > 0) expect(station, new Set(events.flatMap(({ hearers }) => hearers.map(({ id }) => id))))
  return more
}

async function repeat({ log }: JobScope, stop: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!stop.aborted) {
    try {
      await work()
      await pause(breath)
    } catch (error) {
      log.warn({ err: error }, 'webhooks could not be served and are tried again')
      await pause(seconds(1))
    }
  }
}
