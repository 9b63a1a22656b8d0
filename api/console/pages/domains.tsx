/** Domains, with the DNS records to create and whether they are there. */
import type { Output } from '../api-client.js'
import { Button, CopyButton } from '../kit/button.js'
import { Dialog } from '../kit/dialog.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { bodyOf, changesOf, type Field, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { RowTable } from '../kit/table.js'
import { Badge, Time } from '../kit/texts.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Domain = Output<'listDomains'>[number]

const settings: Field[] = [
  { name: 'placeholder', label: 'Example destination', type: 'url', hint: 'Shown to people who create links.' },
  { name: 'expiredUrl', label: 'Destination of expired links', type: 'url' },
  { name: 'notFoundUrl', label: 'Destination of unknown links', type: 'url' },
]
const caseSensitive: Field = {
  name: 'caseSensitive',
  label: 'Distinguish capital letters',
  type: 'checkbox',
  hint: 'Links may differ only by them. This cannot be changed later.',
}
const newDomain: Field[] = [{ name: 'slug', label: 'Domain', isRequired: true, placeholder: 'go.example.com' }, ...settings, caseSensitive]

const resource: Resource<Domain> = {
  title: 'Domains',
  description: 'The domains of your short links.',
  icon: 'domains',
  paging: 'page',
  search: 'Search domains',
  filters: () => [{ name: 'archived', label: 'Active', choices: [{ value: 'true', label: 'Archived' }] }],
  load: (call, query, _, signal) => call('listDomains', { query: { ...query, pageSize: 50 } }, signal),
  nameOf: ({ slug }) => slug,
  columns: [
    {
      label: 'Domain',
      cell: ({ slug, primary, archived, verified }) => (
        <>
          <strong>{slug}</strong> {primary && <Badge>Primary</Badge>} {archived && <Badge>Archived</Badge>}
          {primary && !verified && (
            <p class="hint">Links that the API creates without a domain are on this one, and may not open until it is verified.</p>
          )}
        </>
      ),
    },
    { label: 'DNS', cell: ({ verified }) => <Badge tone={verified ? 'good' : 'waiting'}>{verified ? 'Verified' : 'Not verified'}</Badge> },
    { label: 'Added', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Add your own domain; until then, links use the shared one.',
  create: {
    label: 'Add domain',
    operation: 'createDomain',
    fields: () => newDomain,
    run: (call, values) => call('createDomain', { body: withoutEmpty(bodyOf(newDomain, values)) }),
    done: 'Domain added',
    result: (domain, close) => <DnsRecords slug={(domain as Output<'createDomain'>).slug} onClose={close} />,
  },
  actions: [
    { label: 'DNS records', operation: 'verifyDomain', view: ({ slug }, close) => <DnsRecords slug={slug} onClose={close} /> },
    {
      label: 'Edit',
      operation: 'updateDomain',
      form: { fields: () => settings, initial: (domain) => valuesOf(settings, domain), action: 'Save' },
      run: (call, domain, values) =>
        call('updateDomain', { params: { slug: domain.slug }, body: changesOf(settings, values, valuesOf(settings, domain)) }),
    },
    {
      label: 'Make primary',
      operation: 'setPrimaryDomain',
      isFor: ({ primary, archived }) => !primary && !archived,
      run: (call, { slug }) => call('setPrimaryDomain', { params: { slug } }),
      done: 'Primary domain changed',
    },
    {
      label: 'Archive',
      operation: 'updateDomain',
      isFor: ({ archived }) => !archived,
      run: (call, { slug }) => call('updateDomain', { params: { slug }, body: { archived: true } }),
      done: 'Domain archived',
    },
    {
      label: 'Restore',
      operation: 'updateDomain',
      isFor: ({ archived }) => archived,
      run: (call, { slug }) => call('updateDomain', { params: { slug }, body: { archived: false } }),
      done: 'Domain restored',
    },
    {
      label: 'Delete',
      operation: 'deleteDomain',
      isDangerous: true,
      confirm: ({ slug }) => `All links of ${slug} stop working and are deleted with their analytics.`,
      run: (call, { slug }) => call('deleteDomain', { params: { slug } }),
      done: 'Domain deleted',
    },
  ],
}

export const DomainsPage = () => <ResourcePage resource={resource} />

function DnsRecords({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { call } = useSession()
  const { value, error, isLoading, reload } = useLoad(slug, (signal) => call('verifyDomain', { params: { slug } }, signal))
  return (
    <Dialog
      title={`DNS records of ${slug}`}
      size="large"
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={isLoading} onClick={reload}>
          Check again
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && (
        <>
          <p>
            <Badge tone={value.verified ? 'good' : 'waiting'}>{value.status}</Badge>
          </p>
          {!value.verified && <p class="hint">Add these records at your DNS provider. Until then, links of the domain may not open.</p>}
          <RowTable
            label="DNS records"
            rows={value.records.map((record) => ({ id: `${record.type} ${record.name}`, ...record }))}
            columns={[
              { label: 'Type', cell: ({ type }) => type },
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Value', cell: ({ value }) => <RecordValue value={value} /> },
              {
                label: 'Found',
                cell: ({ found, isRight }) => <Badge tone={isRight ? 'good' : 'waiting'}>{found.join(', ') || 'Nothing'}</Badge>,
              },
            ]}
          />
        </>
      )}
    </Dialog>
  )
}

const RecordValue = ({ value }: { value: string }) => (
  <>
    <code>{value}</code>
    <CopyButton text={value} label="Copy the value" />
  </>
)
