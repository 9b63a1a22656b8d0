/** Webhooks and their deliveries. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { Dialog } from '../kit/dialog.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { bodyOf, changesOf, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { formatName, formatUrl } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { SecretDialog } from '../kit/secret-dialog.js'
import { Table } from '../kit/table.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useList, useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Webhook = Output<'listWebhooks'>[number]
type Trigger = Webhook['triggers'][number]
type Delivery = Output<'listWebhookDeliveries'>[number]

const triggers: Trigger[] = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.clicked',
  'lead.created',
  'sale.created',
  'partner.application_submitted',
  'partner.enrolled',
  'partner.merged',
  'commission.created',
  'bounty.created',
  'bounty.updated',
  'payout.confirmed',
  'discount_code.created',
  'discount_code.deleted',
]
const triggerChoices = triggers.map((value) => ({ value, label: formatName(value) }))
const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'url', label: 'Address', type: 'url', isRequired: true, placeholder: 'https://example.com/webhook' },
  { name: 'triggers', label: 'Events', type: 'list', choices: triggerChoices },
]
const isAtSegment = (url: unknown) =>
  typeof url === 'string' && /^https:\/\/(api\.segment\.io|events\.eu1\.segmentapis\.com)\//.test(url.trim())
const writeKey: Field = {
  name: 'writeKey',
  label: 'Write key',
  isRequired: true,
  hint: 'Of the source in Segment, which gets track calls.',
}
const newFields = ({ url }: Values): Field[] => (isAtSegment(url) ? [...fields, writeKey] : fields)
const testFields: Field[] = [{ name: 'trigger', label: 'Event', type: 'select', isRequired: true, choices: triggerChoices }]

const stateOf = ({ disabledAt, pausedUntil, consecutiveFailures }: Webhook): [Tone, string] => {
  if (disabledAt) return ['neutral', 'Disabled']
  if (pausedUntil && new Date(pausedUntil) > new Date()) return ['bad', 'Paused after failures']
  return consecutiveFailures > 0 ? ['waiting', `${consecutiveFailures} failures`] : ['good', 'Active']
}

const resource: Resource<Webhook> = {
  title: 'Webhooks',
  description: 'Requests that are sent to your systems when something happens.',
  icon: 'webhooks',
  paging: 'none',
  load: (call, _query, _session, signal) => call('listWebhooks', {}, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Webhook',
      cell: ({ name, url }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <span class="muted">{formatUrl(url)}</span>
        </div>
      ),
    },
    { label: 'Events', cell: ({ triggers }) => triggers.map(formatName).join(', '), isSecondary: true },
    {
      label: 'State',
      cell: (webhook) => {
        const [tone, text] = stateOf(webhook)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Add one to receive clicks, leads and sales in your own systems.',
  create: {
    label: 'Add webhook',
    operation: 'createWebhook',
    fields: () => newFields,
    run: (call, values) => call('createWebhook', { body: withoutEmpty(bodyOf(newFields(values), values)) }),
    done: 'Webhook added',
    result: (webhook, close) => (
      <SecretDialog title="Signing secret" secret={(webhook as Output<'createWebhook'>).secret} onClose={close}>
        Your system verifies signatures with it.
      </SecretDialog>
    ),
  },
  actions: [
    { label: 'Deliveries', operation: 'listWebhookDeliveries', view: (webhook, close) => <Deliveries webhook={webhook} onClose={close} /> },
    {
      label: 'Send a test',
      operation: 'testWebhook',
      form: { fields: () => testFields, action: 'Send' },
      run: (call, { id }, { trigger }) => call('testWebhook', { params: { id }, body: { trigger: trigger as Trigger } }),
      done: 'Test sent',
    },
    {
      label: 'Edit',
      operation: 'updateWebhook',
      form: { fields: () => fields, initial: (webhook) => valuesOf(fields, webhook), action: 'Save' },
      run: (call, webhook, values) =>
        call('updateWebhook', { params: { id: webhook.id }, body: changesOf(fields, values, valuesOf(fields, webhook)) }),
    },
    {
      label: 'Disable',
      operation: 'disableWebhook',
      isFor: ({ disabledAt }) => !disabledAt,
      run: (call, { id }) => call('disableWebhook', { params: { id } }),
      done: 'Webhook disabled',
    },
    {
      label: 'Enable',
      operation: 'enableWebhook',
      isFor: ({ disabledAt }) => disabledAt !== null,
      run: (call, { id }) => call('enableWebhook', { params: { id } }),
      done: 'Webhook enabled',
    },
    {
      label: 'Delete',
      operation: 'deleteWebhook',
      isDangerous: true,
      confirm: () => 'Nothing is sent to it any more. Its deliveries are removed.',
      run: (call, { id }) => call('deleteWebhook', { params: { id } }),
      done: 'Webhook deleted',
    },
  ],
}

export const WebhooksPage = () => <ResourcePage resource={resource} />

const deliveryTones: Record<Delivery['state'], Tone> = { pending: 'neutral', retrying: 'waiting', succeeded: 'good', failed: 'bad' }

function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { call, access } = useSession()
  const [opened, setOpened] = useState<string | null>(null)
  const list = useList<Delivery>(webhook.id, 'cursor', (page, signal) =>
    call('listWebhookDeliveries', { params: { id: webhook.id }, query: page }, signal),
  )
  const replay = async (deliveryId: string) => {
    await call('replayWebhookDelivery', { params: { id: webhook.id, deliveryId } })
    notify('Sent again')
    list.reload()
  }
  return (
    <Dialog title={`Deliveries to ${webhook.name}`} size="large" onClose={onClose}>
      <Table
        label="Deliveries"
        list={list}
        columns={[
          { label: 'Event', cell: ({ event }) => formatName(event) },
          {
            label: 'State',
            cell: ({ state, httpStatus }) => (
              <Badge tone={deliveryTones[state]}>{`${formatName(state)}${httpStatus ? ` (${httpStatus})` : ''}`}</Badge>
            ),
          },
          { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
        ]}
        actions={({ id }) => (
          <>
            <Button kind="quiet" onClick={() => setOpened(opened === id ? null : id)}>
              Body
            </Button>
            {access('replayWebhookDelivery') === 'allowed' && (
              <Button kind="quiet" onClick={() => replay(id)}>
                Send again
              </Button>
            )}
          </>
        )}
        empty={<EmptyState icon="webhooks" title="Nothing was sent yet" />}
      />
      {opened && <DeliveryBody webhookId={webhook.id} deliveryId={opened} />}
    </Dialog>
  )
}

function DeliveryBody({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const { call } = useSession()
  const { value, error, reload } = useLoad(deliveryId, (signal) =>
    call('getWebhookDelivery', { params: { id: webhookId, deliveryId } }, signal),
  )
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (!value) return <Placeholder lines={3} />
  return (
    <section aria-label="Delivery">
      <h3>Request</h3>
      <pre tabIndex={0}>{value.request ?? 'No longer stored'}</pre>
      {value.attempts.map(({ at, status, error, durationMs, response }) => (
        <div key={at}>
          <h3>
            <Time at={at} />: {status ?? error} after {durationMs} ms
          </h3>
          {response && <pre tabIndex={0}>{response}</pre>}
        </div>
      ))}
    </section>
  )
}
