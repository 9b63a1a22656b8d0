/** Events as they happen, and earlier ones below. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { urlOf } from '../api-client.js'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { EmptyState } from '../kit/empty-state.js'
import { FilterBar } from '../kit/filter-bar.js'
import { formatCountry, formatExact, formatMoney, formatRelative, formatUrl } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { type Column, Table } from '../kit/table.js'
import { Badge } from '../kit/texts.js'
import { useList } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type StoredEvent = Output<'listEvents'>[number]
type Row = StoredEvent & { id: string }
const kinds = ['clicks', 'leads', 'sales'] as const

/** Rows of the table need an id: an event has its own, or that of its click. */
const toRow = (event: StoredEvent): Row => ({ ...event, id: event.event === 'click' ? event.click.id : event.eventId })

const tones = { click: 'neutral', lead: 'waiting', sale: 'good' } as const
const names = { click: 'Click', lead: 'Lead', sale: 'Sale' }

const columns: Column<Row>[] = [
  { label: 'Event', cell: ({ event }) => <Badge tone={tones[event]}>{names[event]}</Badge> },
  {
    label: 'Link',
    cell: (row) => (
      <div class="two-lines">
        <strong>{formatUrl(row.link.shortLink)}</strong>
        <span class="muted">{formatUrl(row.url)}</span>
      </div>
    ),
  },
  { label: 'Detail', cell: (row) => detailOf(row), isSecondary: true },
  { label: 'Place', cell: ({ click }) => place(click.country, click.city), isSecondary: true },
  { label: 'Device', cell: ({ click: { device, browser } }) => `${device}, ${browser}`, isSecondary: true },
  {
    label: 'Time',
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} title={formatExact(timestamp)}>
        {formatRelative(timestamp)}
      </time>
    ),
  },
]

const place = (country: string, city: string) =>
  city && city !== 'Unknown' ? `${city}, ${formatCountry(country)}` : formatCountry(country)

function detailOf(row: Row): string {
  if (row.event === 'click') return row.click.referer
  const customer = row.customer.name ?? row.customer.email ?? row.customer.externalId
  return row.event === 'lead' ? `${row.eventName}, ${customer}` : `${formatMoney(row.sale.amount)}, ${customer}`
}

const maxLive = 200

export function EventsPage() {
  const { call, workspace } = useSession()
  const [query] = useQuery()
  const kind = kinds.find((name) => name === query.event) ?? 'clicks'
  const [isPaused, setIsPaused] = useState(false)
  const [live, setLive] = useState<Row[]>([])
  const list = useList<Row>(kind, 'page', ({ page, pageSize }, signal) =>
    call('listEvents', { query: { event: kind, interval: 'all', page: page ?? 1, limit: pageSize ?? 50 } }, signal).then((events) =>
      events.map(toRow),
    ),
  )
  useEffect(() => setLive([]), [kind])
  const isConnected = useStream(urlOf('listEvents', { query: { event: kind } }, workspace.id), isPaused, (row) =>
    setLive((rows) => (rows.some(({ id }) => id === row.id) ? rows : [row, ...rows].slice(0, maxLive))),
  )
  const known = new Set(live.map(({ id }) => id))
  const rows = list.rows && [...live, ...list.rows.filter(({ id }) => !known.has(id))]
  return (
    <>
      <PageHeader title="Events" description="Clicks, leads and sales as they happen.">
        <span class={`live${isConnected && !isPaused ? ' on' : ''}`} role="status">
          {isPaused ? 'Paused' : isConnected ? 'Live' : 'Connecting'}
        </span>
        <Button icon={isPaused ? 'play' : 'pause'} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? 'Continue' : 'Pause'}
        </Button>
      </PageHeader>
      <FilterBar
        filters={[
          {
            name: 'event',
            label: 'Clicks',
            choices: [
              { value: 'leads', label: 'Leads' },
              { value: 'sales', label: 'Sales' },
            ],
          },
        ]}
      />
      <Table
        label="Events"
        list={{ ...list, rows }}
        columns={columns}
        empty={<EmptyState icon="events" title={`No ${kind} yet`} text="They appear here as they happen. Open a short link to see one." />}
      />
    </>
  )
}

/** Receives events until the component is removed. While it is paused, events are held back. */
function useStream(url: string, isPaused: boolean, onEvent: (row: Row) => void): boolean {
  const [isConnected, setIsConnected] = useState(false)
  const latest = useRef(onEvent)
  latest.current = onEvent
  const held = useRef<Row[]>([])
  const paused = useRef(isPaused)
  paused.current = isPaused
  useEffect(() => {
    if (isPaused) return
    for (const row of held.current.splice(0)) latest.current(row)
  }, [isPaused])
  useEffect(() => {
    held.current = []
    const stream = new EventSource(url)
    const receive = ({ data }: MessageEvent<string>) => {
      const row = toRow(JSON.parse(data) as StoredEvent)
      if (paused.current) held.current = [...held.current, row].slice(-maxLive)
      else latest.current(row)
    }
    for (const name of ['click', 'lead', 'sale']) stream.addEventListener(name, receive as EventListener)
    stream.addEventListener('open', () => setIsConnected(true))
    stream.addEventListener('error', () => setIsConnected(false))
    return () => stream.close()
  }, [url])
  return isConnected
}
