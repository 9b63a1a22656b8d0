/** Applications to the program. */
import { type Output, urlOf } from '../api-client.js'
import { ExportButton } from '../kit/export-button.js'
import { bodyOf, type Choice, type Field, withoutEmpty } from '../kit/form-values.js'
import { formatCountry, formatNumber } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Time } from '../kit/texts.js'
import { useLoad } from '../kit/use-load.js'
import { ApplicationDialog } from '../program/applications/application-dialog.js'
import { choicesOf, loadGroups } from '../program/choices.js'
import { groupField, reapplyField } from '../program/partner-actions.js'
import { PartnerLink } from '../program/partner-link.js'
import { StatRow } from '../program/stat-row.js'
import { withProgram } from '../program/with-program.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

/** The id of a row is that of the partner. */
type Application = Output<'listProgramApplications'>[number] & { applicationId: string }

const rejection: Field[] = [
  {
    name: 'rejectionReason',
    label: 'Reason',
    type: 'select',
    choices: choicesOf(['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other']),
  },
  { name: 'rejectionNote', label: 'Note to the applicant', type: 'textarea' },
  reapplyField,
  { name: 'flagForFraud', label: 'Report the applicant for fraud', type: 'checkbox' },
]
const rejectionOf = (values: Parameters<typeof bodyOf>[1]) => withoutEmpty(bodyOf(rejection, values))
const approval = (groups: Choice[]): Field[] => [groupField(groups, 'Without a choice, the group they applied to.')]
const groupOf = (groupId: unknown) => (typeof groupId === 'string' && groupId ? { groupId } : {})

const resource: Resource<Application, Choice[]> = {
  title: 'Applications',
  description: 'People who want to become a partner.',
  icon: 'applications',
  paging: 'page',
  context: loadGroups,
  filters: (groups = []) => [{ name: 'groupId', label: 'All groups', choices: groups }],
  // Applications are decided by partner.
  load: async (call, query, _, signal) =>
    (await call('listProgramApplications', { query: { ...query } }, signal)).map((row) => ({
      ...row,
      id: row.partner.id,
      applicationId: row.id,
    })),
  nameOf: ({ partner }) => partner.name,
  columns: [
    { label: 'Applicant', cell: ({ partner }) => <PartnerLink id={partner.id} name={partner.name} detail={partner.email} /> },
    { label: 'Country', cell: ({ partner }) => (partner.country ? formatCountry(partner.country) : ''), isSecondary: true },
    { label: 'Website', cell: ({ partner }) => partner.website, isSecondary: true },
    { label: 'Received', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  empty: 'They arrive when people apply with the form of a group.',
  tools: ApplicationTools,
  summary: Funnel,
  actions: [
    {
      label: 'Review',
      operation: 'getApplication',
      view: (application, close) => <ApplicationDialog application={application} onClose={close} />,
    },
    {
      label: 'Approve',
      operation: 'approveProgramApplication',
      form: { fields: approval, action: 'Approve' },
      run: (call, { partner }, { groupId }) => call('approveProgramApplication', { body: { partnerId: partner.id, ...groupOf(groupId) } }),
      done: 'Application approved',
    },
    {
      label: 'Reject',
      operation: 'rejectProgramApplication',
      isDangerous: true,
      form: { fields: () => rejection, action: 'Reject' },
      run: (call, { partner }, values) => call('rejectProgramApplication', { body: { partnerId: partner.id, ...rejectionOf(values) } }),
      done: 'Application rejected',
    },
  ],
  bulk: [
    {
      label: 'Approve',
      operation: 'bulkApproveApplications',
      form: approval,
      run: (call, partnerIds, { groupId }) => call('bulkApproveApplications', { body: { partnerIds, ...groupOf(groupId) } }),
      done: 'applications approved',
    },
    {
      label: 'Reject',
      operation: 'bulkRejectApplications',
      isDangerous: true,
      form: () => rejection,
      run: (call, partnerIds, values) => call('bulkRejectApplications', { body: { partnerIds, ...rejectionOf(values) } }),
      done: 'applications rejected',
    },
  ],
}

export const ApplicationsPage = withProgram('Applications', 'applications', () => <ResourcePage resource={resource} />)

function ApplicationTools() {
  const { workspace } = useSession()
  const [{ groupId }] = useQuery()
  return <ExportButton url={urlOf('exportApplications', { query: groupOf(groupId) }, workspace.id)} fileName="applications.csv" />
}

interface Counts {
  visits: number
  starts: number
  submissions: number
  approvals: number
  rejections: number
}

/** How many visitors of the form became partners in the last 30 days. */
function Funnel() {
  const { call } = useSession()
  const { value } = useLoad(
    'funnel',
    async (signal) => (await call('getApplicationAnalytics', { query: { groupBy: 'count' } }, signal)) as Counts,
  )
  const labels: [keyof Counts, string][] = [
    ['visits', 'Visits of the form'],
    ['starts', 'Started'],
    ['submissions', 'Submitted'],
    ['approvals', 'Approved'],
    ['rejections', 'Rejected'],
  ]
  return (
    <StatRow
      label="Last 30 days"
      stats={labels.map(([name, label]) => ({ name, label, value: value ? formatNumber(value[name]) : '–' }))}
    />
  )
}
