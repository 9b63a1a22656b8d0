/** Integrations by category; each has a page with set-up steps, connections and what was received. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Connections } from '../integrations/connections.js'
import { changedSettings, settingFields, settingValues } from '../integrations/settings.js'
import { Button } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { FilterBar } from '../kit/filter-bar.js'
import { FormDialog } from '../kit/form-dialog.js'
import { formatName, formatUrl, safeHref } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { Badge } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Provider = Output<'listProviders'>[number]

export function IntegrationsPage() {
  const { call } = useSession()
  const [{ search = '', category }] = useQuery()
  const { value, error, reload } = useLoad('providers', (signal) => call('listProviders', {}, signal))
  const categories = [...new Set(value?.map((one) => one.category))]
  const words = search.toLowerCase()
  const found = value?.filter(
    (one) => (!category || one.category === category) && `${one.name} ${one.description}`.toLowerCase().includes(words),
  )
  return (
    <>
      <PageHeader title="Integrations" description="Systems that report leads and sales, and tools that work with your links." />
      <FilterBar
        search="Search integrations"
        filters={[{ name: 'category', label: 'All categories', choices: categories.map((value) => ({ value, label: formatName(value) })) }]}
      />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !found && <Placeholder />}
      {!error && found?.length === 0 && <EmptyState icon="search" title="Nothing matches these filters" />}
      {!error && found && (
        <ul class="tiles">
          {found.map((provider) => (
            <Tile key={provider.slug} provider={provider} />
          ))}
        </ul>
      )}
    </>
  )
}

function Tile({ provider: { slug, name, description, category, installed } }: { provider: Provider }) {
  const { href } = useSession()
  return (
    <li>
      <a class="card tile" href={`${href('integrations')}/${slug}`}>
        <span class="tile-head">
          <strong>{name}</strong>
          {installed && <Badge tone="good">Installed</Badge>}
        </span>
        <span>{description}</span>
        <span class="muted">{formatName(category)}</span>
      </a>
    </li>
  )
}

export function IntegrationPage({ id: slug }: { id: string }) {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(slug, (signal) => call('getIntegration', { params: { providerSlug: slug } }, signal))
  const back = { href: href('integrations'), label: 'Integrations' }
  if (error)
    return (
      <>
        <PageHeader title="Integration" back={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    )
  return (
    <>
      <PageHeader title={value?.name ?? 'Integration'} description={value?.description} back={back}>
        {value && <Installation provider={value} onChanged={reload} />}
      </PageHeader>
      {!value && <Placeholder />}
      {value && (
        <>
          <Steps provider={value} />
          {value.takesWebhooks && <Connections provider={value} onChanged={reload} />}
        </>
      )}
    </>
  )
}

function Installation({ provider, onChanged }: { provider: Provider; onChanged: () => void }) {
  const { call, access } = useSession()
  const [open, setOpen] = useState<'settings' | 'removal' | null>(null)
  const { slug, name, installed } = provider
  const fields = settingFields(provider.settingsSchema)
  if (access('installIntegration') !== 'allowed') return null
  const finish = (text: string) => {
    notify(text)
    onChanged()
  }
  if (!installed)
    return (
      <Button kind="primary" onClick={() => call('installIntegration', { body: { slug } }).then(() => finish(`${name} installed`))}>
        Install
      </Button>
    )
  return (
    <>
      {fields.length > 0 && <Button onClick={() => setOpen('settings')}>Default settings</Button>}
      <Button kind="danger" onClick={() => setOpen('removal')}>
        Remove
      </Button>
      {open === 'settings' && (
        <FormDialog
          title={`Default settings of ${name}`}
          fields={fields}
          initial={settingValues(provider.settingsSchema, installed.settings)}
          action="Save"
          onClose={() => setOpen(null)}
          onSubmit={(values, before) => {
            const settings = changedSettings(provider.settingsSchema, values, before)
            return call('configureIntegration', { params: { providerSlug: slug }, body: { settings } }).then(() => finish('Saved'))
          }}
        />
      )}
      {open === 'removal' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text="Its connections are removed, and nothing is received through them any more."
          action="Remove"
          onClose={() => setOpen(null)}
          onConfirm={() => call('uninstallIntegration', { params: { providerSlug: slug } }).then(() => finish(`${name} removed`))}
        />
      )}
    </>
  )
}

/** What to do, in order. */
function Steps({ provider: { name, website, takesWebhooks, signingSecret, maySendUnsigned } }: { provider: Provider }) {
  return (
    <section class="card steps" aria-label="Set-up">
      <h2>Set-up</h2>
      {takesWebhooks ? (
        <ol>
          <li>Add a connection below. It has an address of its own for the webhooks of {name}.</li>
          <li>
            In {name}, create a webhook to that address.{' '}
            {signingSecret &&
              `Copy this text of ${name} into the connection: ${signingSecret.charAt(0).toLowerCase()}${signingSecret.slice(1)}.`}
          </li>
          <li>
            Send a test from {name}, or wait for the first event: it appears below.{' '}
            {maySendUnsigned && 'Events without a signature are accepted only if the connection allows it.'}
          </li>
        </ol>
      ) : (
        <ol>
          <li>Install the integration.</li>
          <li>Connect it in {name}, with an API key of this workspace or as an app that you allow.</li>
        </ol>
      )}
      <p>
        <a href={safeHref(website)} target="_blank" rel="noreferrer">
          {formatUrl(website)}
        </a>
      </p>
    </section>
  )
}
