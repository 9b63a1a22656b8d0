/** Addresses of the partner that receive what happens in all its programs. */
import type { Output } from '../../console/api-client.js'
import { Dialog } from '../../console/kit/dialog.js'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { bodyOf, changesOf, type Field, valuesOf } from '../../console/kit/form-values.js'
import { formatName, formatUrl } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import type { RowAction } from '../../console/kit/row-actions.js'
import { SecretDialog } from '../../console/kit/secret-dialog.js'
import { Badge, Time } from '../../console/kit/texts.js'
import { useLoad } from '../../console/kit/use-load.js'
import { type Portal, usePortal } from '../shell/portal.js'

type Postback = Output<'listPostbacks'>[number]

const triggers = (['lead.created', 'sale.created', 'commission.created'] as const).map((value) => ({ value, label: formatName(value) }))
const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'url', label: 'Address', type: 'url', isRequired: true, placeholder: 'https://' },
  { name: 'triggers', label: 'Send when', type: 'list', choices: triggers },
]
const testFields: Field[] = [{ name: 'event', label: 'Event', type: 'select', isRequired: true, choices: triggers }]

const showSecret = (value: unknown, close: () => void) => (
  <SecretDialog title="Secret of the postback" secret={(value as { secret: string }).secret} onClose={close}>
    Requests are signed with this secret.
  </SecretDialog>
)

const actions: RowAction<Postback, undefined>[] = [
  {
    label: 'Show deliveries',
    operation: 'listPostbackEvents',
    view: (postback, close) => <Deliveries postback={postback} onClose={close} />,
  },
  {
    label: 'Send a sample',
    operation: 'testPostback',
    form: { fields: () => testFields, action: 'Send' },
    run: (call, { id }, values) => call('testPostback', { params: { id }, body: bodyOf(testFields, values) }),
    done: 'Sample sent',
  },
  {
    label: 'Edit',
    operation: 'updatePostback',
    form: { fields: () => fields, initial: (postback) => valuesOf(fields, postback), action: 'Save' },
    run: (call, postback, values) =>
      call('updatePostback', { params: { id: postback.id }, body: changesOf(fields, values, valuesOf(fields, postback)) }),
  },
  {
    label: 'Disable',
    operation: 'updatePostback',
    isFor: ({ disabledAt }) => disabledAt === null,
    run: (call, { id }) => call('updatePostback', { params: { id }, body: { disabled: true } }),
    done: 'Postback disabled',
  },
  {
    label: 'Enable',
    operation: 'updatePostback',
    isFor: ({ disabledAt }) => disabledAt !== null,
    run: (call, { id }) => call('updatePostback', { params: { id }, body: { disabled: false } }),
    done: 'Postback enabled',
  },
  {
    label: 'Replace secret',
    operation: 'rotatePostbackSecret',
    confirm: () => 'The current secret is replaced. Requests are signed with the new one from now on.',
    run: (call, { id }) => call('rotatePostbackSecret', { params: { id } }),
    done: 'Secret replaced',
    result: showSecret,
  },
  {
    label: 'Delete',
    operation: 'deletePostback',
    isDangerous: true,
    confirm: () => 'It receives nothing any more.',
    run: (call, { id }) => call('deletePostback', { params: { id } }),
    done: 'Postback deleted',
  },
]

const resource: Resource<Postback, undefined, Portal> = {
  title: 'Postbacks',
  description: 'Your own systems learn of leads, sales and commissions in all your programs, as signed requests.',
  icon: 'webhooks',
  paging: 'none',
  load: (call, _query, _portal, signal) => call('listPostbacks', {}, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Postback',
      cell: ({ name, url, disabledAt }) => (
        <div class="two-lines">
          <strong>
            {name} {disabledAt && <Badge tone="bad">Disabled</Badge>}
          </strong>
          <span class="muted">{formatUrl(url)}</span>
        </div>
      ),
    },
    { label: 'Events', cell: ({ triggers }) => triggers.map(formatName).join(', '), isSecondary: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Add the address of your system or of a chat channel.',
  create: {
    label: 'Create postback',
    operation: 'createPostback',
    fields: () => fields,
    initial: { triggers: triggers.map(({ value }) => value) },
    run: (call, values) => call('createPostback', { body: bodyOf(fields, values) }),
    done: 'Postback created',
    result: showSecret,
  },
  actions,
}

export const PostbacksPage = () => <ResourcePage resource={resource} />

function Deliveries({ postback, onClose }: { postback: Postback; onClose: () => void }) {
  const { call } = usePortal()
  const { value, error, reload } = useLoad(postback.id, (signal) => call('listPostbackEvents', { params: { id: postback.id } }, signal))
  return (
    <Dialog title={`Deliveries to ${postback.name}`} size="large" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value?.length === 0 && <EmptyState icon="webhooks" title="Nothing was sent yet" />}
      {value?.map(({ id, event, state, createdAt, request, attempts }) => (
        <details key={id} class="section">
          <summary>
            {formatName(event)} <Badge>{formatName(state)}</Badge> <Time at={createdAt} />
          </summary>
          <div>
            {request && <pre>{request}</pre>}
            <ol class="activities">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <span>{attempt.error ?? `Status ${attempt.status ?? ''}`}</span>
                  <Time at={attempt.at} />
                </li>
              ))}
            </ol>
          </div>
        </details>
      ))}
    </Dialog>
  )
}
