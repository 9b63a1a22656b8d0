/** What partners have submitted to a bounty, and the decisions about it. */
import type { Output } from '../../api-client.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar } from '../../kit/filter-bar.js'
import { bodyOf, type Field, withoutEmpty } from '../../kit/form-values.js'
import { formatName, formatTotal } from '../../kit/format.js'
import { Menu } from '../../kit/menu.js'
import { type RowAction, useRowActions } from '../../kit/row-actions.js'
import { Table } from '../../kit/table.js'
import { Badge, Time, type Tone } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { useQuery } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'
import { choicesOf } from '../choices.js'
import { SubmissionDialog } from './submission-dialog.js'
import { SubmitButton } from './submit-dialog.js'

type Bounty = Output<'getBounty'>
type Submission = Output<'listBountySubmissions'>[number]
type Row = Submission & { partner: string; bounty: Bounty }

const tones: Record<Submission['status'], Tone> = { draft: 'neutral', submitted: 'waiting', approved: 'good', rejected: 'bad' }
const rejection: Field[] = [
  {
    name: 'rejectionReason',
    label: 'Reason',
    type: 'select',
    choices: choicesOf(['invalidProof', 'duplicateSubmission', 'outOfTimeWindow', 'didNotMeetCriteria', 'other']),
  },
  { name: 'rejectionNote', label: 'Note to the partner', type: 'textarea' },
]
/** Asked for only if the bounty has no amount of its own, which would be paid instead. */
const amountFields = ({ rewardAmount }: Bounty): Field[] =>
  rewardAmount ? [] : [{ name: 'rewardAmount', label: 'Reward in dollars', type: 'money', min: 0.01, isRequired: true }]

const paramsOf = ({ bountyId, id }: Submission) => ({ bountyId, submissionId: id })
const actions: RowAction<Row, Bounty>[] = [
  {
    label: 'Review',
    operation: 'getBountySubmission',
    view: (submission, close) => <SubmissionDialog submission={submission} bounty={submission.bounty} onClose={close} />,
  },
  {
    label: 'Approve',
    operation: 'approveBountySubmission',
    isFor: ({ status }) => status === 'submitted',
    form: { fields: amountFields, action: 'Approve and reward' },
    run: (call, row, values, bounty) =>
      call('approveBountySubmission', { params: paramsOf(row), body: withoutEmpty(bodyOf(amountFields(bounty), values)) }),
    done: 'Submission approved',
  },
  {
    label: 'Reject',
    operation: 'rejectBountySubmission',
    isDangerous: true,
    isFor: ({ status }) => status === 'submitted',
    form: { fields: () => rejection, action: 'Reject' },
    run: (call, row, values) => call('rejectBountySubmission', { params: paramsOf(row), body: withoutEmpty(bodyOf(rejection, values)) }),
    done: 'Submission rejected',
  },
  {
    label: 'Open again',
    operation: 'reopenBountySubmission',
    isFor: ({ status }) => status === 'rejected',
    run: (call, row) => call('reopenBountySubmission', { params: paramsOf(row) }),
    done: 'Submission opened again',
  },
]

export function Submissions({ bounty }: { bounty: Bounty }) {
  const { call, access } = useSession()
  const [{ status }] = useQuery()
  const list = useList<Row>(`${bounty.id} ${status}`, 'page', async (page, signal) => {
    const query = { ...page, ...(status ? { status: status as Submission['status'] } : {}) }
    const found = await call('listBountySubmissions', { params: { bountyId: bounty.id }, query }, signal)
    const ids = [...new Set(found.map(({ partnerId }) => partnerId))]
    const partners = ids.length > 0 ? await call('listPartners', { query: { partnerIds: ids, pageSize: 100 } }, signal) : []
    return found.map((row) => ({ ...row, bounty, partner: partners.find(({ id }) => id === row.partnerId)?.name ?? 'Former partner' }))
  })
  const { actionsOf, dialog } = useRowActions({ actions, context: bounty, nameOf: ({ partner }) => partner, onDone: list.reload })
  return (
    <>
      <FilterBar
        filters={[{ name: 'status', label: 'All submissions', choices: choicesOf(['submitted', 'approved', 'rejected', 'draft']) }]}
      >
        {bounty.type === 'submission' && access('createBountySubmission') === 'allowed' && (
          <SubmitButton bounty={bounty} onSubmitted={list.reload} />
        )}
      </FilterBar>
      <Table<Row>
        label="Submissions"
        list={list}
        columns={[
          { label: 'Partner', cell: ({ partner }) => <strong>{partner}</strong> },
          { label: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{formatName(status)}</Badge> },
          { label: 'Submitted', cell: ({ completedAt }) => completedAt && <Time at={completedAt} />, isSecondary: true },
          {
            label: 'Counted',
            cell: ({ performanceCount, socialMetricCount }) => {
              const count = performanceCount ?? socialMetricCount
              return count === null ? '' : formatTotal(bounty.performanceCondition?.attribute, count)
            },
            isNumber: true,
            isSecondary: true,
          },
        ]}
        actions={(row) => <Menu label={`Actions of the submission of ${row.partner}`} actions={actionsOf(row)} />}
        empty={<EmptyState icon="bounties" title="No submissions yet" />}
      />
      {dialog}
    </>
  )
}
