import type { Output } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { bodyOf, type Choice, type Field, withoutEmpty } from '../kit/form.js'
import { formatCountry, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Time } from '../kit/texts.js'
import { loadGroups } from '../program/choices.js'
import { withProgram } from '../program/with-program.js'

type Application = Output<'listProgramApplications'>[number]

const reasons = ['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other']
const rejection: Field[] = [
  { name: 'rejectionReason', label: 'Reason', type: 'select', choices: reasons.map((value) => ({ value, label: formatName(value) })) },
  { name: 'rejectionNote', label: 'Note to the applicant', type: 'textarea' },
]
const approval = (groups: Choice[]): Field[] => [
  { name: 'groupId', label: 'Group', type: 'select', choices: groups, hint: 'Without a choice, the group they applied to.' },
]

const resource: Resource<Application, Choice[]> = {
  title: 'Applications',
  description: 'People who want to become a partner.',
  icon: 'applications',
  paging: 'page',
  context: loadGroups,
  filters: (groups = []) => [{ name: 'groupId', label: 'All groups', choices: groups }],
  load: (call, query, _, signal) => call('listProgramApplications', { query: { ...query } }, signal),
  nameOf: ({ partner }) => partner.name,
  columns: [
    {
      label: 'Applicant',
      cell: ({ partner }) => (
        <div class="two-lines">
          <strong>{partner.name}</strong>
          <span class="muted">{partner.email}</span>
        </div>
      ),
    },
    { label: 'Country', cell: ({ partner }) => (partner.country ? formatCountry(partner.country) : ''), isSecondary: true },
    { label: 'Website', cell: ({ partner }) => partner.website, isSecondary: true },
    { label: 'Received', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  empty: 'They arrive when people apply with the form of a group.',
  actions: [
    {
      label: 'Show answers',
      operation: 'listProgramApplications',
      view: (application, close) => <Answers application={application} onClose={close} />,
    },
    {
      label: 'Approve',
      operation: 'approveProgramApplication',
      form: { fields: approval, action: 'Approve' },
      run: (call, { partner }, { groupId }) =>
        call('approveProgramApplication', { body: { partnerId: partner.id, ...(groupId ? { groupId: groupId as string } : {}) } }),
      done: 'Application approved',
    },
    {
      label: 'Reject',
      operation: 'rejectProgramApplication',
      isDangerous: true,
      form: { fields: () => rejection, action: 'Reject' },
      run: (call, { partner }, values) =>
        call('rejectProgramApplication', { body: { partnerId: partner.id, ...withoutEmpty(bodyOf(rejection, values)) } }),
      done: 'Application rejected',
    },
  ],
}

export const ApplicationsPage = withProgram('Applications', 'applications', () => <ResourcePage resource={resource} />)

const Answers = ({ application: { partner, applicationFormData }, onClose }: { application: Application; onClose: () => void }) => (
  <Dialog title={partner.name} onClose={onClose}>
    {partner.description && <p>{partner.description}</p>}
    <dl class="answers">
      {(applicationFormData ?? []).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? 'No answer'}</dd>
        </div>
      ))}
    </dl>
    {!applicationFormData?.length && <p class="muted">The form had no questions.</p>}
  </Dialog>
)
