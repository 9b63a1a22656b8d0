/**
 * Analytics of half a million leads and two hundred thousand sales of one workspace over thirty days through the API, and of all events
 * together. `BENCH_CLICKS` sets the number of clicks; the other settings are those of the analytics benchmark.
 */
import {
  createRequester,
  repetitions,
  rollUpAll,
  formatPercentiles,
  isSelected,
  withInstallation,
  requestInterval,
  measureTimes,
} from './support/analytics-requests.js'
import { makeClicks } from './support/clicks.js'
import { makeConversions } from './support/conversions.js'
import { report } from './support/installation.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const amounts = { leads: Number(process.env.BENCH_LEADS ?? 500_000), sales: Number(process.env.BENCH_SALES ?? 200_000) }

const groupBys = ['count', 'timeseries', 'countries', 'cities', 'devices', 'top_links', 'top_urls']
const requests = [
  ...['leads', 'sales'].flatMap((event) => groupBys.map((groupBy) => ({ path: `event=${event}&groupBy=${groupBy}`, target: 60 }))),
  { path: 'event=leads&groupBy=event_names', target: 60 },
  ...[...groupBys, 'top_domains'].map((groupBy) => ({ path: `event=composite&groupBy=${groupBy}`, target: 150 })),
  { path: 'event=sales&groupBy=countries&saleType=new', target: 1000 },
  { path: 'event=composite&groupBy=browsers&country=DE&device=Mobile', target: 1000 },
  { path: 'event=composite&groupBy=devices&referer=site-3.example', target: 1000 },
  { path: `event=sales&groupBy=count&query=${encodeURIComponent(`metadata['plan']:pro`)}`, target: 1000 },
]

await withInstallation(async (installation, pool, workspaceId) => {
  await makeClicks(pool, [workspaceId], clicks)
  await makeConversions(pool, amounts)
  await rollUpAll(pool)
  await installation.start('dist/api/main.js', 'any')
  const request = createRequester(installation)
  for (const { path, target } of requests.filter((one) => isSelected(one.path))) {
    const send = () => request(`/analytics?interval=30d&${path}`)
    await send()
    report(
      `${decodeURIComponent(path)} (ms: p50 / p95)`,
      formatPercentiles(await measureTimes(send, repetitions, requestInterval)),
      '',
      Number.NaN,
      `p95 at most ${target}`,
    )
  }
})
