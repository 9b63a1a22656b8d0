/** Partners whom the partner referred to a program. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { formatCountry, formatMoney } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { Time } from '../../console/kit/texts.js'
import { Avatar } from '../kit/avatar.js'
import { Status } from '../kit/statuses.js'
import type { Portal } from '../shell/portal.js'
import { useProgram } from '../shell/program.js'

type Referral = Output<'listReferralsToProgram'>[number] & { id: string }

const resourceOf = (programId: string): Resource<Referral, undefined, Portal> => ({
  title: 'Referred partners',
  description: 'Partners who applied to this program after following one of your links.',
  icon: 'members',
  paging: 'page',
  load: async (call, query, _portal, signal) => {
    const referrals = await call('listReferralsToProgram', { params: { programId }, query }, signal)
    return referrals.map((referral) => ({ ...referral, id: referral.partnerId }))
  },
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Partner',
      cell: ({ name, image }) => (
        <span class="named">
          <Avatar name={name} image={image} />
          {name}
        </span>
      ),
    },
    { label: 'Status', cell: ({ status }) => <Status of={status} /> },
    { label: 'Country', cell: ({ country }) => (country ? formatCountry(country) : ''), isSecondary: true },
    { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
    { label: 'Your earnings', cell: ({ earnings }) => formatMoney(earnings), isNumber: true },
  ],
  empty: 'Recommend the program to other partners.',
})

export function ProgramReferralsPage() {
  const { programId } = useProgram()
  const resource = useMemo(() => resourceOf(programId), [programId])
  return <ResourcePage resource={resource} />
}
