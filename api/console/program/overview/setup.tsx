/** Creates the program of a workspace in three steps: the program, what partners earn, whom to invite. */
import { useState } from 'preact/hooks'
import type { Input, Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { EmptyState, Placeholder } from '../../kit/empty-state.js'
import { Fields } from '../../kit/fields.js'
import { FormError } from '../../kit/form-error.js'
import type { Choice, Field, Values } from '../../kit/form-values.js'
import { PageHeader } from '../../kit/page-header.js'
import { readPages } from '../../kit/read-pages.js'
import { useLoad } from '../../kit/use-load.js'
import { useSubmit } from '../../kit/use-submit.js'
import { domainChoices } from '../../links/organisation.js'
import { useUnsaved } from '../../shell/router.js'
import { type Session, useSession } from '../../shell/session.js'

type Program = Output<'createProgram'>

interface Progress {
  program: Program | null
  /** Added by an attempt that failed later: the next one would be refused the same domain. */
  addedDomains: Set<string>
}

interface Step {
  title: string
  text: string
  fields: (domains: Choice[]) => Field[]
  initial: Values
  action: string
  /** Absent for a step that is required. */
  skip?: string
  run: (session: Session, values: Values, progress: Progress) => Promise<Program | null>
}

const programStep: Step = {
  title: 'Your program',
  text: 'Partners see the name, and their links lead to the website.',
  fields: (domains) => [
    { name: 'name', label: 'Name', isRequired: true, placeholder: 'Acme' },
    { name: 'url', label: 'Website', type: 'url', isRequired: true, placeholder: 'https://acme.example' },
    domains.length > 0
      ? { name: 'domain', label: 'Domain of the links', type: 'select', isRequired: true, choices: domains }
      : {
          name: 'newDomain',
          label: 'Domain of the links',
          placeholder: 'go.acme.example',
          hint: 'It is added to the workspace, whose page of domains shows the DNS records. Without it, partners get links later.',
        },
  ],
  initial: {},
  action: 'Create program',
  async run({ call }, { name, url, domain, newDomain }, { addedDomains }) {
    const added = String(newDomain ?? '')
    if (added && !addedDomains.has(added)) {
      await call('createDomain', { body: { slug: added } })
      addedDomains.add(added)
    }
    const slug = added || domain
    return call('createProgram', { body: { name: String(name), url: String(url), domain: slug ? String(slug) : null } })
  },
}

const rewardStep: Step = {
  title: 'What partners earn',
  text: 'You can add more rewards, conditions and limits later.',
  fields: () => [
    {
      name: 'event',
      label: 'For each',
      type: 'select',
      isRequired: true,
      choices: [
        { value: 'sale', label: 'Sale, a part of the amount' },
        { value: 'lead', label: 'Lead, a fixed amount' },
      ],
    },
    { name: 'amount', label: 'Percent of a sale, or dollars for a lead', type: 'number', isRequired: true, min: 0 },
  ],
  initial: { event: 'sale', amount: '20' },
  action: 'Create reward',
  skip: 'Decide later',
  async run({ call }, { event, amount }, { program }) {
    const value = Number(amount)
    const terms: Input<'createReward'>['body'] =
      event === 'sale'
        ? { event: 'sale', type: 'percentage', amountInPercentage: value }
        : { event: 'lead', type: 'flat', amountInCents: Math.round(value * 100) }
    if (program) await call('createReward', { body: { ...terms, groupId: program.defaultGroupId } })
    return program
  },
}

const inviteStep: Step = {
  title: 'Whom you invite',
  text: 'They get an email with a link. Their links work at once.',
  fields: () => [{ name: 'emails', label: 'Email addresses', type: 'textarea', isRequired: true, hint: 'One in each line, at most 50.' }],
  initial: {},
  action: 'Send invites',
  skip: 'Finish without invites',
  async run({ call }, { emails }, { program }) {
    const list = String(emails ?? '').split(/[\s,;]+/)
    await call('bulkInvitePartners', { body: { emails: list.filter(Boolean) } })
    return program
  },
}

const steps = [programStep, rewardStep, inviteStep]

export function Setup() {
  const session = useSession()
  const { call, access, href } = session
  const [index, setIndex] = useState(0)
  const [program, setProgram] = useState<Program | null>(null)
  const [addedDomains] = useState(() => new Set<string>())
  const { value: domains, error } = useLoad('domains', async (signal) =>
    access('listDomains') === 'allowed' ? readPages(50, (query) => call('listDomains', { query }, signal)) : [],
  )
  if (access('createProgram') !== 'allowed')
    return (
      <>
        <PageHeader title="Program" />
        <EmptyState icon="program" title="There is no partner program yet" text="A member of the workspace can create one." />
      </>
    )
  const step = steps[index] ?? programStep
  const advance = (created: Program | null) => {
    setProgram(created)
    // The workspace, with its program, is loaded again.
    if (index + 1 === steps.length) location.assign(href('program'))
    else setIndex(index + 1)
  }
  return (
    <>
      <PageHeader title="Start a partner program" description="Reward people who promote your product." />
      <ol class="steps" aria-label="Steps">
        {steps.map(({ title }, position) => (
          <li key={title} aria-current={position === index ? 'step' : undefined} class={position < index ? 'done' : ''}>
            {title}
          </li>
        ))}
      </ol>
      {domains || error ? (
        <StepForm
          key={step.title}
          step={step}
          domains={domainChoices(domains ?? [])}
          onSkip={() => advance(program)}
          onSubmit={(values) => step.run(session, values, { program, addedDomains }).then(advance)}
        />
      ) : (
        <Placeholder />
      )}
    </>
  )
}

interface StepFormProps {
  step: Step
  domains: Choice[]
  onSkip: () => void
  onSubmit: (values: Values) => Promise<void>
}

function StepForm({ step, domains, onSkip, onSubmit }: StepFormProps) {
  const [values, setValues] = useState<Values>(step.initial)
  const fields = step.fields(domains)
  const all: Values = { ...(domains[0] ? { domain: domains[0].value } : {}), ...values }
  const form = useSubmit(() => onSubmit(all))
  useUnsaved(values !== step.initial && !form.isBusy)
  return (
    <form class="card step" onSubmit={form.onSubmit} aria-label={step.title}>
      <h2>{step.title}</h2>
      <p class="muted">{step.text}</p>
      <FormError error={form.error} />
      <Fields fields={fields} values={all} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
      <div class="downloads">
        <Button type="submit" kind="primary" disabled={form.isBusy}>
          {step.action}
        </Button>
        {step.skip && <Button onClick={onSkip}>{step.skip}</Button>}
      </div>
    </form>
  )
}
