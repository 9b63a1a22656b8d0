/** One group: its settings, links, move rules and application form. */
import type { ComponentChildren } from 'preact'
import type { Output } from '../../api-client.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatMoney, formatName } from '../../kit/format.js'
import { PageHeader } from '../../kit/page-header.js'
import { Tabs } from '../../kit/tabs.js'
import { useLoad } from '../../kit/use-load.js'
import { Facts } from '../../program/facts.js'
import { AdditionalLinks } from '../../program/group/additional-links.js'
import { ApplicationForm } from '../../program/group/application-form.js'
import { DefaultLinks } from '../../program/group/default-links.js'
import { GroupSettings } from '../../program/group/group-settings.js'
import { MoveRules } from '../../program/group/move-rules.js'
import { rewardSentence } from '../../program/rewards/sentence.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Group = Output<'getGroup'>

export const GroupPage = withProgram('Group', 'groups', ({ id }: { id: string }) => {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(id, (signal) => call('getGroup', { params: { groupIdOrSlug: id } }, signal))
  const back = { href: href('groups'), label: 'Groups' }
  if (!value)
    return (
      <>
        <PageHeader title="Group" back={back} />
        {error ? <ErrorState error={error} onRetry={reload} /> : <Placeholder />}
      </>
    )
  return (
    <>
      <PageHeader title={value.name} description={value.slug} back={back}>
        <a class="button" href={`${href('partners')}?groupId=${value.id}`}>
          Partners of the group
        </a>
      </PageHeader>
      <Tabs
        label="Parts of the group"
        tabs={[
          { name: 'settings', label: 'Settings', content: () => <GroupSettings group={value} onChanged={reload} /> },
          { name: 'terms', label: 'Rewards and discount', content: () => <Terms group={value} /> },
          { name: 'links', label: 'Default links', content: () => <DefaultLinks groupId={value.id} /> },
          {
            name: 'additional',
            label: 'Additional links',
            content: () => <AdditionalLinks group={value} onChanged={reload} />,
          },
          {
            name: 'rules',
            label: 'Move rules',
            content: () => <MoveRules group={value} onChanged={reload} />,
          },
          {
            name: 'form',
            label: 'Application form',
            content: () => <ApplicationForm group={value} onChanged={reload} />,
          },
        ]}
      />
    </>
  )
})

/** What partners of the group earn and may offer. */
function Terms({ group }: { group: Group }) {
  const { href, access } = useSession()
  const rewards = [group.saleReward, group.leadReward, group.clickReward, group.referralReward]
  const { discount } = group
  return (
    <section class="card" aria-label="Rewards and discount">
      <Facts
        facts={[
          ...(['sale', 'lead', 'click', 'referral'] as const).map((event, index): [string, ComponentChildren] => {
            const reward = rewards[index]
            return [
              formatName(event),
              reward ? <a href={href(`rewards/${reward.id}`)}>{rewardSentence(reward)}</a> : <span class="muted">No reward</span>,
            ]
          }),
          [
            'Discount',
            discount ? (
              <a href={href('discounts')}>{discount.type === 'flat' ? formatMoney(discount.amount) : `${discount.amount} %`}</a>
            ) : (
              <span class="muted">None</span>
            ),
          ],
        ]}
      />
      {access('createReward') === 'allowed' && (
        <a class="button" href={`${href('rewards/new')}?groupId=${group.id}`}>
          Create reward
        </a>
      )}
    </section>
  )
}
