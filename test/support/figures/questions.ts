/** Random questions to `/analytics`, and their answers from the events of the world. */
import type { Random } from '../shop/random.js'
import { compareList } from './compare-list.js'
import { comparePrevious } from './compare-previous.js'
import {
  add,
  type CountedEvent,
  type Counts,
  countsOf,
  firstOfVisitors,
  grouped,
  groupBys,
  keyOfRow,
  type LinkField,
  listedTexts,
  noCounts,
  type Question,
  select,
  type Values,
} from './counts.js'
import { type Difference, differs, sorted } from './differences.js'
import { request, type Simulation } from './simulation.js'
import type { Dimension, Metadata } from './world.js'

const zones = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Berlin']

const filterable: Partial<Record<Dimension, string[]>> = {
  country: ['US', 'de', 'FR'],
  continent: ['NA', 'EU'],
  region: ['US-CA', 'DE-BE'],
  city: ['Berlin', 'New York'],
  device: ['Mobile', 'desktop'],
  browser: ['Chrome', 'firefox'],
  os: ['iOS', 'Linux'],
  trigger: ['qr', 'link'],
  referer: ['news.example', '(direct)'],
  refererUrl: ['https://www.news.example/today'],
  baseUrl: ['https://shop.example/1', 'https://shop.example/2'],
  utm_source: ['mail', 'ads'],
  utm_campaign: ['may'],
}

function pickValues(random: Random, all: readonly string[]): Values {
  const values = all.filter(() => random.bool(0.6))
  return { values: values.length > 0 ? values : [random.pick(all)], negated: random.bool(0.3) }
}

const parameter = ({ values, negated }: Values) => `${negated ? '-' : ''}${values.join()}`

const allEvents = (event: Question['event']): Question => ({
  event,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  dimensions: {},
  linkIds: null,
  links: {},
  customerId: null,
  saleType: null,
  metadata: null,
  unique: false,
})

/** The same question as the parameters of a request, and for the world. */
interface QuestionDraft {
  query: URLSearchParams
  question: Question
}

function newQuestion(simulation: Simulation, workspace: string, now: number): QuestionDraft {
  const { random } = simulation
  const question = allEvents(random.pick(['clicks', 'leads', 'sales', 'composite', 'composite']))
  const draft = { query: new URLSearchParams({ event: question.event }), question }
  chooseTime(random, draft, now)
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count--) chooseDimension(random, draft)
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count--) chooseLinks(simulation, draft, workspace)
  chooseConversions(simulation, draft)
  if (question.event === 'clicks' && random.bool(0.4)) {
    question.unique = true
    draft.query.set('unique', 'true')
  }
  return draft
}

function chooseDimension(random: Random, { query, question }: QuestionDraft): void {
  const name = random.pick(Object.keys(filterable) as Dimension[])
  const values = pickValues(random, filterable[name] as string[])
  question.dimensions[name] = values
  query.set(name === 'baseUrl' ? 'url' : name, parameter(values))
}

function chooseLinks({ random, world, domains, workspaces }: Simulation, { query, question }: QuestionDraft, workspace: string): void {
  const owner = workspaces.find(({ id }) => id === workspace)
  const fields: [LinkField | 'linkId', string[]][] = [
    ['linkId', [...world.links.keys()]],
    ['domain', domains],
    ['folderId', owner?.folderIds ?? []],
    ['tagId', owner?.tagIds ?? []],
    ['tenantId', ['tenant-1', 'tenant-2']],
    ['partnerId', [...world.groupOf.keys()]],
    ['groupId', [...new Set(world.groupOf.values())]],
  ]
  const [field, all] = random.pick(fields)
  const values = pickValues(random, all)
  if (field === 'linkId') question.linkIds = values
  else question.links[field] = values
  query.set(field, parameter(values))
}

const seats = (metadata: Metadata) => Number(metadata?.seats ?? Number.NaN)
const metadataQueries: [string, (metadata: Metadata) => boolean][] = [
  ["metadata['plan']:pro", (metadata) => metadata?.plan === 'pro'],
  ['metadata["plan"] = free', (metadata) => metadata?.plan === 'free'],
  ["metadata['plan']!=pro", (metadata) => metadata?.plan !== 'pro'],
  ["metadata['seats']>=12", (metadata) => seats(metadata) >= 12],
  ["metadata['seats']:3", (metadata) => seats(metadata) === 3],
  ["metadata['plan']:pro AND metadata['seats']<5", (metadata) => metadata?.plan === 'pro' && seats(metadata) < 5],
  ["metadata['plan']:free or metadata['seats']<=3", (metadata) => metadata?.plan === 'free' || seats(metadata) <= 3],
]

function chooseConversions({ random, world }: Simulation, { query, question }: QuestionDraft): void {
  if (random.bool(0.15) && world.customers.size > 0) {
    question.customerId = random.pick([...world.customers.keys()])
    query.set('customerId', question.customerId)
  }
  if (random.bool(0.2)) {
    question.saleType = random.pick(['new', 'recurring'])
    query.set('saleType', question.saleType)
  }
  if (random.bool(0.3)) {
    const [text, matches] = random.pick(metadataQueries)
    question.metadata = matches
    query.set('query', text)
  }
}

const localDay = (at: number, zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)

/** The first instant of a local day, found by bisection of the clock of the zone. */
function startOfDay(day: string, zone: string): number {
  let [low, high] = [Date.parse(day) - 2 * 86_400_000, Date.parse(day) + 2 * 86_400_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localDay(middle, zone) < day) low = middle
    else high = middle
  }
  return high
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

function chooseTime(random: Random, { query, question }: QuestionDraft, now: number): void {
  const zone = random.pick(zones)
  query.set('timezone', zone)
  const kind = random.pick(['all', 'all', '24h', 'days', 'days', 'mtd', 'qtd', 'ytd'])
  const today = localDay(now, zone)
  if (kind === 'days') {
    const [a, b] = [random.below(110), random.below(110)].map((age) => localDay(now - age * 86_400_000, zone)).toSorted() as [
      string,
      string,
    ]
    query.set('start', a)
    query.set('end', b)
    question.from = startOfDay(a, zone)
    question.to = startOfDay(dayAfter(b), zone)
    return
  }
  query.set('interval', kind)
  question.to = startOfDay(dayAfter(today), zone)
  if (kind === '24h') question.from = now - 86_400_000
  if (kind === 'mtd') question.from = startOfDay(`${today.slice(0, 7)}-01`, zone)
  const quarter = 3 * Math.floor((Number(today.slice(5, 7)) - 1) / 3) + 1
  if (kind === 'qtd') question.from = startOfDay(`${today.slice(0, 4)}-${String(quarter).padStart(2, '0')}-01`, zone)
  if (kind === 'ytd') question.from = startOfDay(`${today.slice(0, 4)}-01-01`, zone)
}

export async function compareQuestion(simulation: Simulation): Promise<Difference[]> {
  const { random, world, workspaces } = simulation
  const workspace = random.pick(workspaces).id
  const { query, question } = newQuestion(simulation, workspace, Date.now())
  const events = select(world, workspace, question)
  if (question.event !== 'composite' && !question.unique && random.bool(0.2))
    return compareList(simulation, workspace, query, listedTexts(world, workspace, events))
  const groupBy = random.pick(['count', 'count', 'timeseries', 'timeseries', ...groupBys])
  query.set('groupBy', groupBy)
  if (random.bool(0.3)) query.set('compare', 'previous')
  const path = `/analytics?${query.toString()}`
  const response = await request(simulation, workspace, `GET ${path}`)
  if (response.status !== 200) return [{ what: path, expected: 200, found: [response.status, response.body] }]
  return [
    ...compareCounts(simulation, workspace, { query, question, events }, response.body),
    ...(query.has('compare') ? comparePrevious(simulation, workspace, { query, question }, response.body) : []),
  ]
}

function compareCounts(
  { world }: Simulation,
  workspace: string,
  { query, question, events }: QuestionDraft & { events: CountedEvent[] },
  body: any,
): Difference[] {
  const groupBy = query.get('groupBy') as string
  const path = `/analytics?${query.toString()}`
  if (groupBy === 'count') return differs(path, firstOfVisitors(events, question).reduce(add, noCounts()), countsOf(body))
  if (groupBy === 'timeseries') return compareSeries(path, query.get('timezone') as string, body, question, events)
  const rows = body as Counts[]
  const found = Object.fromEntries(rows.map((row) => [keyOfRow[groupBy]?.(row) ?? '', countsOf(row)]))
  return differs(path, sorted(grouped(world, workspace, groupBy, events, question)), sorted(found))
}

/** Each row counts the events until the next one, and starts when the clock of the zone shows a full hour or a new day. */
function compareSeries(path: string, zone: string, rows: (Counts & { start: string })[], question: Question, events: CountedEvent[]) {
  const starts = rows.map(({ start }) => Date.parse(start))
  // A request that was sent just before may have arrived after.
  if (events.some(({ at }) => starts.some((start) => start > at && start - at < 5000))) return []
  const expected = starts.map((start, index) => {
    const end = starts[index + 1] ?? Number.MAX_SAFE_INTEGER
    const inRow = events.filter(({ at }) => at >= start && at < end)
    return firstOfVisitors(inRow, question).reduce(add, noCounts())
  })
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const isHourly = (starts[1] ?? Infinity) - (starts[0] ?? 0) <= 3_600_000
  const times = starts.map((start) => clock.format(start)).filter((time) => !(isHourly ? /:00:00$/ : / 00:00:00$/).test(time))
  const early = events.filter(({ at }) => at < (starts[0] ?? 0))
  return [
    ...differs(path, expected, rows.map(countsOf)),
    ...differs(`times of ${path}`, [], times),
    ...differs(`before ${path}`, [], early),
  ]
}
