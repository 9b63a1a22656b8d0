/** People whom the partner submitted to a program for a conversation. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Dialog } from '../../console/kit/dialog.js'
import { bodyOf, type Field, type Values, withoutEmpty } from '../../console/kit/form-values.js'
import { formatName } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { Time } from '../../console/kit/texts.js'
import { Status } from '../kit/statuses.js'
import type { Portal } from '../shell/portal.js'
import { isActive, type ProgramDetails, useProgram } from '../shell/program.js'

type Lead = Output<'listOwnLeads'>[number]
type Question = NonNullable<ProgramDetails['referralFormData']>['fields'][number]

const statuses = ['pending', 'qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost']
const own: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'email', label: 'Email', type: 'email', isRequired: true },
  { name: 'company', label: 'Company' },
]
/** As errors of the service name the answers. */
const prefix = 'formData.'

function fieldOf(question: Question): Field {
  const field = { name: prefix + question.key, label: question.label, isRequired: question.required }
  switch (question.type) {
    case 'textarea':
      return { ...field, type: 'textarea' }
    case 'number':
      return { ...field, type: 'number' }
    case 'select':
      return { ...field, type: 'select', choices: question.options }
    case 'multiSelect':
      return { ...field, type: 'list', choices: question.options }
    case 'country':
      return { ...field, placeholder: 'DE', hint: 'Two letters.' }
    case 'date':
      return { ...field, placeholder: '2030-01-31' }
    case 'phone':
    case 'text':
      return field
  }
}

function submissionOf(questions: Field[], values: Values) {
  const answers = Object.entries(withoutEmpty(bodyOf(questions, values)))
  return {
    ...withoutEmpty(bodyOf(own, values)),
    formData: Object.fromEntries(
      answers.filter(([, value]) => !Array.isArray(value) || value.length > 0).map(([name, value]) => [name.slice(prefix.length), value]),
    ) as Record<string, string>,
  }
}

function resourceOf(program: ProgramDetails): Resource<Lead, undefined, Portal> {
  const { programId, referralFormData } = program
  const questions = (referralFormData?.fields ?? []).toSorted((a, b) => a.position - b.position).map(fieldOf)
  return {
    title: 'Submitted leads',
    description: 'People whom you introduce to the program. The program contacts them and reports the result here.',
    icon: 'applications',
    paging: 'page',
    search: 'Search name, email or company',
    filters: () => [{ name: 'status', label: 'Status', choices: statuses.map((value) => ({ value, label: formatName(value) })) }],
    load: (call, query, _portal, signal) => call('listOwnLeads', { params: { programId }, query }, signal),
    nameOf: ({ name }) => name,
    columns,
    empty: 'Submit a person who needs what the program offers.',
    actions: [{ label: 'Show answers', operation: 'listOwnLeads', view: (lead, close) => <Answers lead={lead} onClose={close} /> }],
    ...(isActive(program)
      ? {
          create: {
            label: 'Submit lead',
            operation: 'submitLead',
            fields: () => [...own, ...questions],
            run: (call, values) => call('submitLead', { params: { programId }, body: submissionOf(questions, values) }),
            done: 'Lead submitted',
          },
        }
      : {}),
  }
}

const columns: Resource<Lead>['columns'] = [
  {
    label: 'Lead',
    cell: ({ name, email }) => (
      <div class="two-lines">
        <strong>{name}</strong>
        <span class="muted">{email}</span>
      </div>
    ),
  },
  { label: 'Company', cell: ({ company }) => company, isSecondary: true },
  { label: 'Status', cell: ({ status }) => <Status of={status} /> },
  { label: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
]

const Answers = ({ lead, onClose }: { lead: Lead; onClose: () => void }) => (
  <Dialog title={lead.name} onClose={onClose}>
    {lead.formData.length === 0 && <p class="muted">The form has no further questions.</p>}
    <dl class="answers">
      {lead.formData.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{Array.isArray(value) ? value.join(', ') : value}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

export function LeadsPage() {
  const program = useProgram()
  const resource = useMemo(() => resourceOf(program), [program.programId, program.status])
  return <ResourcePage resource={resource} />
}
