/** The embedded referral page: what it shows, and which hosts may embed it. */
import type { Input, Output } from '../../api-client.js'
import { changesOf, type Field, type Values, valuesOf } from '../../kit/form-values.js'
import { SettingsForm } from '../../kit/settings-form.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { RowsForm, TextArea, TextInput } from '../group/rows-form.js'

type Body = NonNullable<Input<'updateProgram'>['body']>
interface Question {
  question: string
  answer: string
}
interface EmbedData {
  faq?: Question[]
  leaderboard?: { mode?: string }
  hidePoweredByBadge?: boolean
  hideEarnings?: boolean
  customTermsUrl?: string | null
}

const fields: Field[] = [
  { name: 'leaderboard', label: 'Show the leaderboard', type: 'checkbox' },
  { name: 'hideEarnings', label: 'Hide earnings', type: 'checkbox' },
  { name: 'hidePoweredByBadge', label: 'Hide the badge of the service', type: 'checkbox' },
  { name: 'customTermsUrl', label: 'Terms', type: 'url' },
]
const hostFields: Field[] = [
  {
    name: 'hosts',
    label: 'Hosts',
    type: 'textarea',
    placeholder: 'app.acme.example',
    hint: 'One in each line; *.acme.example for all subdomains.',
  },
]

interface EmbedSettingsProps {
  program: Output<'getProgram'>
  canSave: boolean
  onSave: (body: Body) => Promise<void>
}

export function EmbedSettings({ program, canSave, onSave }: EmbedSettingsProps) {
  const { call } = useSession()
  const data = (program.embedData ?? {}) as EmbedData
  const stored = { ...data, leaderboard: data.leaderboard?.mode !== 'disabled' }
  // The settings are stored as a whole: those of the other form, or of another tab, stay as they are.
  const save = async (changes: EmbedData) => {
    const { embedData } = await call('getProgram', { params: { programId: program.id } })
    return onSave({ embedData: { ...embedData, ...changes } as Body['embedData'] })
  }
  return (
    <>
      <SettingsForm
        title="Embedded referral page"
        fields={fields}
        initial={valuesOf(fields, stored)}
        canSave={canSave}
        onSave={(values, before) => save(changedSettings(values, before))}
      />
      <RowsForm<Question>
        title="Questions and answers"
        description="The embedded referral page shows them to partners."
        initial={data.faq ?? []}
        newRow={() => ({ question: '', answer: '' })}
        addLabel="Add a question"
        max={30}
        canSave={canSave}
        onSave={(faq) => save({ faq })}
        row={({ question, answer }, change) => (
          <>
            <TextInput label="Question" value={question} onChange={(question) => change({ question })} />
            <TextArea label="Answer" value={answer} onChange={(answer) => change({ answer })} />
          </>
        )}
      />
      <EmbedHosts />
    </>
  )
}

function changedSettings(values: Values, before: Values): EmbedData {
  const { leaderboard, ...own } = changesOf(fields, values, before)
  return { ...own, ...(leaderboard === undefined ? {} : { leaderboard: { mode: leaderboard ? 'enabled' : 'disabled' } }) }
}

/** A setting of the workspace, which only owners change. */
function EmbedHosts() {
  const { call, access } = useSession()
  const { value } = useLoad('workspace', (signal) => call('getWorkspace', {}, signal))
  if (!value) return null
  return (
    <SettingsForm
      title="Hosts that embed it"
      description="Only these websites may show the referral page in a frame, and send events with the publishable key."
      fields={hostFields}
      initial={{ hosts: value.allowedHostnames.join('\n') }}
      canSave={access('updateWorkspace') === 'allowed'}
      onSave={({ hosts }) => {
        const allowedHostnames = String(hosts ?? '')
          .split(/[\s,]+/)
          .filter(Boolean)
        return call('updateWorkspace', { body: { allowedHostnames } })
      }}
    />
  )
}
