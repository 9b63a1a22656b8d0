/** What changed about a partner, and who changed it. */
import type { Output } from '../../api-client.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatName } from '../../kit/format.js'
import { Table } from '../../kit/table.js'
import { Time } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type Activity = Output<'listActivities'>[number]

export function PartnerActivity({ partnerId }: { partnerId: string }) {
  const { call } = useSession()
  const list = useList<Activity>(partnerId, 'page', (page, signal) =>
    call('listActivities', { query: { resourceType: 'partner', resourceId: partnerId, ...page } }, signal),
  )
  return (
    <Table
      label="Activity"
      list={list}
      columns={[
        { label: 'What', cell: ({ action }) => formatName(action.split('.').slice(1).join(' ')) },
        { label: 'Change', cell: changeOf, isSecondary: true },
        { label: 'Who', cell: ({ user }) => user?.name ?? 'The service' },
        { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      empty={<EmptyState icon="events" title="Nothing has changed yet" />}
    />
  )
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return value
  const { name } = value as { name?: unknown }
  return typeof name === 'string' ? name : JSON.stringify(value)
}

const changeOf = ({ changes, description }: Activity): string =>
  description ??
  Object.entries(changes ?? {})
    .map(([name, change]) => `${formatName(name)}: ${textOf(change.old)} → ${textOf(change.new)}`)
    .join(', ')
