/** Domains that campaigns are sent from. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button, CopyButton } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm-button.js'
import { Dialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { Badge, type Tone } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type EmailDomain = Output<'listEmailDomains'>[number]
const tones: Record<EmailDomain['status'], Tone> = { pending: 'waiting', verified: 'good', failed: 'bad' }

export function EmailDomainsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Sender domains</Button>
      {isOpen && <EmailDomainsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function EmailDomainsDialog({ onClose }: { onClose: () => void }) {
  const { call, access } = useSession()
  const [isAdding, setIsAdding] = useState(false)
  const { value, error, reload } = useLoad('domains', (signal) => call('listEmailDomains', {}, signal))
  return (
    <Dialog title="Sender domains" size="large" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={3} />}
      {value?.length === 0 && <p class="muted">Without a domain of your own, campaigns come from the sender of the service.</p>}
      {value?.map((domain) => (
        <DomainRow key={domain.id} domain={domain} onChanged={reload} />
      ))}
      {access('createEmailDomain') === 'allowed' && (
        <Button icon="plus" onClick={() => setIsAdding(true)}>
          Add domain
        </Button>
      )}
      {isAdding && (
        <FormDialog
          title="Add domain"
          fields={[{ name: 'slug', label: 'Domain', isRequired: true, placeholder: 'acme.example' }]}
          action="Add"
          onClose={() => setIsAdding(false)}
          onSubmit={({ slug }) => call('createEmailDomain', { body: { slug: String(slug) } }).then(reload)}
        />
      )}
    </Dialog>
  )
}

function DomainRow({ domain: { id, slug, status, record }, onChanged }: { domain: EmailDomain; onChanged: () => void }) {
  const { call, access } = useSession()
  const params = { emailDomainId: id }
  const verify = async () => {
    const { status } = await call('verifyEmailDomain', { params })
    notify(status === 'verified' ? 'Domain verified' : 'The record was not found', status === 'verified' ? 'done' : 'error')
    onChanged()
  }
  const canWrite = access('verifyEmailDomain') === 'allowed'
  return (
    <section class="provider" aria-label={slug}>
      <header class="card-head">
        <h3>{slug}</h3>
        <Badge tone={tones[status]}>{status}</Badge>
      </header>
      {status !== 'verified' && (
        <p class="secret">
          <code>
            {record.name} {record.type} {record.value}
          </code>
          <CopyButton text={record.value} label="Copy the value" />
        </p>
      )}
      {canWrite && (
        <div class="downloads">
          {status !== 'verified' && <Button onClick={verify}>Check</Button>}
          <ConfirmButton
            label="Delete"
            title={`Delete ${slug}?`}
            text="Campaigns cannot be sent from this domain any more."
            onConfirm={() => call('deleteEmailDomain', { params }).then(onChanged)}
          />
        </div>
      )}
    </section>
  )
}
