/** What lists of referred partners have in common. */
import { formatCountry, formatMoney } from '../../console/kit/format.js'
import type { Column } from '../../console/kit/table.js'
import { Time } from '../../console/kit/texts.js'
import { Avatar } from './avatar.js'

interface Referral {
  partnerId: string
  name: string
  image: string | null
  country: string | null
  createdAt: string
  earnings: number
}

export const withId = <Row extends Referral>(referrals: Row[]): (Row & { id: string })[] =>
  referrals.map((referral) => ({ ...referral, id: referral.partnerId }))

const name: Column<Referral> = {
  label: 'Partner',
  cell: ({ name, image }) => (
    <span class="named">
      <Avatar name={name} image={image} />
      {name}
    </span>
  ),
}

/** With further columns after the name. */
export const referralColumns = <Row extends Referral>(...more: Column<Row>[]): Column<Row>[] => [
  name,
  ...more,
  { label: 'Country', cell: ({ country }) => (country ? formatCountry(country) : ''), isSecondary: true },
  { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  { label: 'Your earnings', cell: ({ earnings }) => formatMoney(earnings), isNumber: true },
]
