/** The embedded referral page: what it shows, and which hosts may embed it. */
import type { Input, Output } from '../../api-client.js'
import { bodyOf, type Field, valuesOf } from '../../kit/form-values.js'
import { SettingsForm } from '../../kit/settings-form.js'
import { textOf } from '../../kit/split-text.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type Body = NonNullable<Input<'updateProgram'>['body']>
interface EmbedData {
  faq?: { question: string; answer: string }[]
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
  {
    name: 'faq',
    label: 'Questions and answers',
    type: 'textarea',
    hint: 'A question in one line, its answer in the next, then a blank line.',
  },
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

const printFaq = (faq: EmbedData['faq']) => (faq ?? []).map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
const parseFaq = (text: unknown) =>
  textOf(text)
    .split(/\n\s*\n/)
    .map((block) => block.trim().split('\n'))
    .filter(([question]) => question)
    .map(([question = '', ...answer]) => ({ question, answer: answer.join('\n') }))

interface EmbedSettingsProps {
  program: Output<'getProgram'>
  canSave: boolean
  onSave: (body: Body) => Promise<void>
}

export function EmbedSettings({ program, canSave, onSave }: EmbedSettingsProps) {
  const data = (program.embedData ?? {}) as EmbedData
  const stored = { ...data, leaderboard: data.leaderboard?.mode !== 'disabled', faq: printFaq(data.faq) }
  return (
    <>
      <SettingsForm
        title="Embedded referral page"
        fields={fields}
        initial={valuesOf(fields, stored)}
        canSave={canSave}
        onSave={(values) => {
          const { leaderboard, faq, ...own } = bodyOf(fields, values)
          return onSave({ embedData: { ...own, leaderboard: { mode: leaderboard ? 'enabled' : 'disabled' }, faq: parseFaq(faq) } })
        }}
      />
      <EmbedHosts />
    </>
  )
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
