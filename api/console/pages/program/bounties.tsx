/** Bounties: tasks for partners with a reward. */
import type { Output } from '../../api-client.js'
import { changedIn, type Values } from '../../kit/form-values.js'
import { formatDay, formatMoney, formatNumber } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge, type Tone } from '../../kit/texts.js'
import { bodyOfBounty, bountyFields, bountyValues, nameOfBounty } from '../../program/bounties/bounty-form.js'
import { type Audience, loadAudience } from '../../program/choices.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Bounty = Output<'listBounties'>[number]

const stateOf = ({ startsAt, endsAt }: Bounty): [Tone, string] => {
  const now = Date.now()
  if (endsAt && new Date(endsAt).getTime() < now) return ['neutral', 'Ended']
  return startsAt && new Date(startsAt).getTime() > now ? ['waiting', 'Planned'] : ['good', 'Open']
}

const resource: Resource<Bounty, Audience> = {
  title: 'Bounties',
  description: 'Tasks for partners with a reward.',
  icon: 'bounties',
  paging: 'page',
  context: loadAudience,
  load: (call, query, _, signal) => call('listBounties', { query: { ...query, includeSubmissionsCount: true } }, signal),
  nameOf: nameOfBounty,
  columns: [
    { label: 'Bounty', cell: (bounty) => <BountyName bounty={bounty} /> },
    {
      label: 'State',
      cell: (bounty) => {
        const [tone, text] = stateOf(bounty)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    { label: 'Until', cell: ({ endsAt }) => (endsAt ? formatDay(endsAt) : ''), isSecondary: true },
    {
      label: 'Reward',
      cell: ({ rewardAmount, rewardDescription }) => (rewardAmount ? formatMoney(rewardAmount) : rewardDescription),
      isNumber: true,
      isSecondary: true,
    },
    { label: 'To review', cell: ({ submissionsCountData }) => formatNumber(submissionsCountData?.submitted ?? 0), isNumber: true },
    {
      label: 'Approved',
      cell: ({ submissionsCountData }) => formatNumber(submissionsCountData?.approved ?? 0),
      isNumber: true,
      isSecondary: true,
    },
  ],
  empty: 'Reward partners for a review, a post, or for reaching a goal.',
  create: {
    label: 'Create bounty',
    operation: 'createBounty',
    fields: (audience) => (values) => bountyFields(audience, values, true),
    initial: { type: 'performance', startMode: 'absolute', performanceScope: 'new' },
    run: (call, values, audience) => call('createBounty', { body: bodyOfBounty(audience, values, true) }),
    done: 'Bounty created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateBounty',
      form: { fields: (audience) => (values) => bountyFields(audience, values, false), initial: bountyValues, action: 'Save' },
      run: (call, bounty, values, audience) => {
        const bodyOf = (form: Values) => bodyOfBounty(audience, form, false)
        return call('updateBounty', { params: { bountyId: bounty.id }, body: changedIn(bodyOf(values), bodyOf(bountyValues(bounty))) })
      },
    },
    {
      label: 'Read social metrics again',
      operation: 'syncSocialMetrics',
      isFor: ({ submissionRequirements }) => submissionRequirements?.socialMetrics !== undefined,
      run: (call, { id }) => call('syncSocialMetrics', { params: { bountyId: id }, body: {} }),
      done: 'Metrics are being read',
    },
    {
      label: 'Delete',
      operation: 'deleteBounty',
      isDangerous: true,
      confirm: () => 'A bounty with submissions, also drafts and rejected ones, cannot be deleted. Set its end instead.',
      run: (call, { id }) => call('deleteBounty', { params: { bountyId: id } }),
      done: 'Bounty deleted',
    },
  ],
}

export const BountiesPage = withProgram('Bounties', 'bounties', () => <ResourcePage resource={resource} />)

function BountyName({ bounty }: { bounty: Bounty }) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <a class="name" href={href(`bounties/${bounty.id}`)}>
        {nameOfBounty(bounty)}
      </a>
      <span class="muted">{bounty.type === 'performance' ? 'Goal that is counted' : 'Submissions that you review'}</span>
    </div>
  )
}
