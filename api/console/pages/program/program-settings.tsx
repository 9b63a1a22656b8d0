/** Settings of the program. */
import { useState } from 'preact/hooks'
import type { Input, Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { ConfirmDialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { bodyOf, changesOf, type Field, type Values, valuesOf, withNumber } from '../../kit/form-values.js'
import { formatExact } from '../../kit/format.js'
import { PageHeader } from '../../kit/page-header.js'
import { readPages } from '../../kit/read-pages.js'
import { SettingsForm } from '../../kit/settings-form.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { domainChoices } from '../../links/organisation.js'
import { EmbedSettings } from '../../program/settings/embed-settings.js'
import { programFields, requirementFields, requirementsOf, requirementValues } from '../../program/settings/program-fields.js'
import { useProgramId, withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Program = Output<'getProgram'>
type Body = NonNullable<Input<'updateProgram'>['body']>

export const ProgramSettingsPage = withProgram('Program settings', 'settings', () => {
  const { call } = useSession()
  const programId = useProgramId()
  const { value, error, reload } = useLoad(programId, (signal) => call('getProgram', { params: { programId } }, signal))
  return (
    <>
      <PageHeader title="Program settings" />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {/* Not by `updatedAt`: saving one form must not discard what is typed in another. */}
      {value && <Forms key={value.id} program={value} onChanged={reload} />}
    </>
  )
})

function Forms({ program, onChanged }: { program: Program; onChanged: () => void }) {
  const { call, access } = useSession()
  const { value: domains } = useLoad('domains', async (signal) =>
    access('listDomains') === 'allowed' ? domainChoices(await readPages(50, (query) => call('listDomains', { query }, signal))) : [],
  )
  const canSave = access('updateProgram') === 'allowed'
  const save = async (body: Body) => {
    await call('updateProgram', { params: { programId: program.id }, body })
    onChanged()
  }
  if (!domains) return <Placeholder />
  const fields = programFields(domains)
  const of = (section: Field[]) => ({ fields: section, initial: valuesOf(section, flat(program)), canSave })
  const saveFields = (section: Field[]) => (values: Values, before: Values) => save(changesOf(section, values, before))
  return (
    <div class="settings">
      <SettingsForm title="Program" {...of(fields.identity)} onSave={saveFields(fields.identity)} />
      <SettingsForm
        title="Payouts"
        description="Who pays partners, and from which amount on."
        {...of(fields.payouts)}
        onSave={(values, before) => save(withNumber('minPayoutAmount', changesOf(fields.payouts, values, before)))}
      />
      <SettingsForm title="Contact" {...of(fields.contact)} onSave={saveFields(fields.contact)} />
      <SettingsForm
        title="Invite email"
        description="Empty fields have the usual text."
        {...of(fields.invite)}
        onSave={(values) => {
          const { inviteSubject, inviteTitle, inviteBody } = bodyOf(fields.invite, values)
          return save({
            inviteEmailData: { subject: inviteSubject, title: inviteTitle, body: inviteBody } as NonNullable<Body['inviteEmailData']>,
          })
        }}
      />
      <SettingsForm
        title="Applications"
        description="Applicants who do not meet these requirements are rejected automatically."
        fields={requirementFields}
        initial={requirementValues(program)}
        canSave={canSave}
        onSave={async (values) => save({ applicationRequirements: requirementsOf(values) as NonNullable<Body['applicationRequirements']> })}
      />
      <EmbedSettings program={program} canSave={canSave} onSave={save} />
      <Activation program={program} onChanged={onChanged} />
    </div>
  )
}

/** Nested settings as fields of a form. */
const flat = (program: Program) => ({
  ...program,
  messagingEnabled: program.messagingEnabledAt !== null,
  inviteSubject: program.inviteEmailData?.subject,
  inviteTitle: program.inviteEmailData?.title,
  inviteBody: program.inviteEmailData?.body,
})

function Activation({ program, onChanged }: { program: Program; onChanged: () => void }) {
  const { call, access } = useSession()
  const [open, setOpen] = useState<'deactivate' | 'delete' | null>(null)
  const params = { programId: program.id }
  const isActive = program.deactivatedAt === null
  if (access('deactivateProgram') !== 'allowed') return null
  const reactivate = async () => {
    await call('reactivateProgram', { params })
    notify('Program reactivated')
    onChanged()
  }
  return (
    <section class="card" aria-label="End the program">
      <h2>End the program</h2>
      <p class="muted">
        {isActive
          ? 'Deactivating ends the links of all partners. Commissions and payouts stay, and you can reactivate it.'
          : `Deactivated ${formatExact(program.deactivatedAt ?? '')}`}
      </p>
      <div class="downloads">
        {isActive ? (
          <Button kind="danger" onClick={() => setOpen('deactivate')}>
            Deactivate program
          </Button>
        ) : (
          <Button onClick={reactivate}>Reactivate program</Button>
        )}
        <Button kind="danger" onClick={() => setOpen('delete')}>
          Delete program
        </Button>
      </div>
      {open === 'deactivate' && (
        <ConfirmDialog
          title="Deactivate the program?"
          text="All partners are deactivated, and their links expire."
          action="Deactivate"
          onClose={() => setOpen(null)}
          onConfirm={() => call('deactivateProgram', { params }).then(onChanged)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete the program?"
          text="Only a program without partners can be deleted."
          action="Delete"
          onClose={() => setOpen(null)}
          onConfirm={() => call('deleteProgram', { params }).then(() => location.reload())}
        />
      )}
    </section>
  )
}
