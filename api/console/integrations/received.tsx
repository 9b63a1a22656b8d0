/** What a connection received, with the body, and again through the same processing. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { Dialog } from '../kit/dialog.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatName } from '../kit/format.js'
import { Table } from '../kit/table.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useList, useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Connection = Output<'listConnections'>[number]
type Delivery = Output<'listDeliveries'>[number]

const tones: Record<Delivery['state'], Tone> = {
  received: 'neutral',
  retrying: 'waiting',
  processed: 'good',
  ignored: 'neutral',
  failed: 'bad',
}

export function ReceivedDialog({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) {
  const { call, access } = useSession()
  const [opened, setOpened] = useState<string | null>(null)
  const list = useList<Delivery>(id, 'cursor', (page, signal) => call('listDeliveries', { params: { id }, query: page }, signal))
  const canReplay = access('replayDelivery') === 'allowed'
  const replay = async (deliveryId: string) => {
    await call('replayDelivery', { params: { id, deliveryId } })
    notify('Processed again')
    list.reload()
  }
  return (
    <Dialog title={`Events received by ${name}`} size="large" onClose={onClose}>
      <Table<Delivery>
        label="Received events"
        list={list}
        columns={[
          {
            label: 'Event',
            cell: ({ eventType, reason }) => (
              <div class="two-lines">
                <strong>{eventType}</strong>
                {reason && <span class="muted">{reason}</span>}
              </div>
            ),
          },
          { label: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{formatName(state)}</Badge> },
          { label: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} />, isSecondary: true },
        ]}
        actions={({ id: deliveryId }) => (
          <>
            <Button kind="quiet" onClick={() => setOpened(opened === deliveryId ? null : deliveryId)}>
              Body
            </Button>
            {canReplay && (
              <Button kind="quiet" onClick={() => replay(deliveryId)}>
                Replay
              </Button>
            )}
          </>
        )}
        empty={<EmptyState icon="integrations" title="Nothing was received yet" />}
      />
      {opened && <Received connectionId={id} deliveryId={opened} />}
    </Dialog>
  )
}

function Received({ connectionId, deliveryId }: { connectionId: string; deliveryId: string }) {
  const { call } = useSession()
  const { value, error, reload } = useLoad(deliveryId, (signal) =>
    call('getDelivery', { params: { id: connectionId, deliveryId } }, signal),
  )
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (!value) return <Placeholder lines={3} />
  return (
    <section aria-label="Event">
      <h3>Headers</h3>
      <pre tabIndex={0}>
        {Object.entries(value.headers)
          .map(([name, text]) => `${name}: ${text}`)
          .join('\n')}
      </pre>
      <h3>Body</h3>
      <pre tabIndex={0}>{value.body}</pre>
    </section>
  )
}
