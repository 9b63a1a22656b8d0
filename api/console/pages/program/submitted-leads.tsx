/** People whom partners have submitted for a conversation. */
import type { Output } from '../../api-client.js'
import { Dialog } from '../../kit/dialog.js'
import { formatName } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge, Time, type Tone } from '../../kit/texts.js'
import { choicesOf } from '../../program/choices.js'
import { Facts } from '../../program/facts.js'
import { withProgram } from '../../program/with-program.js'

type Lead = Output<'listSubmittedLeads'>[number]
type Status = Lead['status']

const statuses: Status[] = ['pending', 'qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost']
const tones: Partial<Record<Status, Tone>> = { pending: 'waiting', closedWon: 'good', closedLost: 'bad', unqualified: 'bad' }

const resource: Resource<Lead> = {
  title: 'Submitted leads',
  description: 'People whom partners recommend to you, without a link.',
  icon: 'leads',
  paging: 'page',
  search: 'Search leads',
  filters: () => [{ name: 'status', label: 'All states', choices: choicesOf(statuses) }],
  load: (call, query, _, signal) => call('listSubmittedLeads', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
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
    { label: 'State', cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
    { label: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Approved partners submit them in their portal.',
  actions: [
    { label: 'Show answers', operation: 'getSubmittedLead', view: (lead, close) => <Answers lead={lead} onClose={close} /> },
    {
      label: 'Change state',
      operation: 'changeSubmittedLead',
      form: {
        fields: () => [
          {
            name: 'status',
            label: 'State',
            type: 'select',
            isRequired: true,
            choices: choicesOf(statuses),
            hint: 'The partner gets an email.',
          },
        ],
        initial: ({ status }) => ({ status }),
        action: 'Save',
      },
      run: (call, { id }, { status }) => call('changeSubmittedLead', { params: { leadId: id }, body: { status: status as Status } }),
    },
  ],
}

export const SubmittedLeadsPage = withProgram('Submitted leads', 'leads', () => <ResourcePage resource={resource} />)

const Answers = ({ lead: { name, email, company, formData }, onClose }: { lead: Lead; onClose: () => void }) => (
  <Dialog title={name} onClose={onClose}>
    <Facts
      facts={[
        ['Email', email],
        ['Company', company],
        ...formData.map(({ label, value }): [string, string] => [label, [value].flat().join(', ')]),
      ]}
    />
  </Dialog>
)
