/**
 * Questions about half a million leads and two hundred thousand sales of one workspace within thirty days through the API, and about
 * everything at once. `BENCH_CLICKS` makes it another number of clicks beside them; the other settings are those of the bench of clicks.
 */
import { makeClicks } from './support/clicks.js'
import { makeConversions } from './support/conversions.js'
import { asker, asks, foldAll, halfAndMost, isAsked, onStage, pause, timesOf } from './support/questions.js'
import { report } from './support/stage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const amounts = { leads: Number(process.env.BENCH_LEADS ?? 500_000), sales: Number(process.env.BENCH_SALES ?? 200_000) }

const groupBys = ['count', 'timeseries', 'countries', 'cities', 'devices', 'top_links', 'top_urls']
const questions = [
  ...['leads', 'sales'].flatMap((event) => groupBys.map((groupBy) => ({ path: `event=${event}&groupBy=${groupBy}`, target: 60 }))),
  { path: 'event=leads&groupBy=event_names', target: 60 },
  ...[...groupBys, 'top_domains'].map((groupBy) => ({ path: `event=composite&groupBy=${groupBy}`, target: 150 })),
  { path: 'event=sales&groupBy=countries&saleType=new', target: 1000 },
  { path: 'event=composite&groupBy=browsers&country=DE&device=Mobile', target: 1000 },
  { path: 'event=composite&groupBy=devices&referer=site-3.example', target: 1000 },
  { path: `event=sales&groupBy=count&query=${encodeURIComponent(`metadata['plan']:pro`)}`, target: 1000 },
]

await onStage(async (stage, pool, workspaceId) => {
  await makeClicks(pool, workspaceId, clicks)
  await makeConversions(pool, amounts)
  await foldAll(pool)
  await stage.start('dist/api/main.js', 'any')
  const ours = asker(stage)
  for (const { path, target } of questions.filter((one) => isAsked(one.path))) {
    const ask = () => ours(`/analytics?interval=30d&${path}`)
    await ask()
    report(
      `${decodeURIComponent(path)} (ms: p50 / p95)`,
      halfAndMost(await timesOf(ask, asks, pause)),
      '',
      Number.NaN,
      `p95 at most ${target}`,
    )
  }
})
