/** What a partner told about itself, and the settings of its enrolment. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { changesOf, type Choice, type Field, valuesOf } from '../../kit/form-values.js'
import { formatCount, formatCountry, formatExact, formatName, formatUrl, safeHref } from '../../kit/format.js'
import { Time } from '../../kit/texts.js'
import { useSession } from '../../shell/session.js'
import { labelOf } from '../choices.js'
import { Facts } from '../facts.js'
import { PayoutSettings } from './payout-settings.js'

type Partner = Output<'getPartner'>

interface ProfileProps {
  partner: Partner
  groups: Choice[]
  onChanged: () => void
}

const settingFields: Field[] = [
  { name: 'tenantId', label: 'ID in your system' },
  { name: 'customerDataSharingEnabled', label: 'The partner sees names and addresses of its customers', type: 'checkbox' },
  { name: 'groupMoveDisabled', label: 'Move rules of groups do not move the partner', type: 'checkbox' },
  { name: 'riskMonitoringDisabled', label: 'The partner is not checked for fraud', type: 'checkbox' },
]

const settingValues = ({ tenantId, customerDataSharingEnabledAt, groupMoveDisabledAt, riskMonitoringDisabledAt }: Partner) =>
  valuesOf(settingFields, {
    tenantId,
    customerDataSharingEnabled: customerDataSharingEnabledAt !== null,
    groupMoveDisabled: groupMoveDisabledAt !== null,
    riskMonitoringDisabled: riskMonitoringDisabledAt !== null,
  })

export const PartnerProfile = ({ partner, groups, onChanged }: ProfileProps) => (
  <div class="settings">
    <section class="card" aria-label="Profile">
      <h2>Profile</h2>
      <Facts facts={profileFacts(partner)} />
    </section>
    <Enrolment partner={partner} groups={groups} onChanged={onChanged} />
    <PayoutSettings partnerId={partner.id} />
  </div>
)

function profileFacts(partner: Partner): [string, ComponentChildren][] {
  const { description, companyName, country, website, platforms, industryInterests, identityVerifiedAt } = partner
  return [
    ['About', description],
    ['Company', companyName],
    ['Country', country && formatCountry(country)],
    ['Website', website && <SafeLink url={website} />],
    ...platforms
      .filter(({ type }) => type !== 'website')
      .map(({ type, identifier, subscribers }): [string, string] => [
        formatName(type),
        subscribers > 0 ? `${identifier}, ${formatCount(subscribers, 'subscriber')}` : identifier,
      ]),
    ['Interests', industryInterests?.map(formatName).join(', ')],
    ['Identity', identityVerifiedAt && `Verified ${formatExact(identityVerifiedAt)}`],
  ]
}

const SafeLink = ({ url }: { url: string }) => {
  const href = safeHref(url)
  return href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {formatUrl(url)}
    </a>
  ) : (
    <>{url}</>
  )
}

function Enrolment({ partner, groups, onChanged }: ProfileProps) {
  const { call, access } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { tags, bannedAt, bannedReason, tenantId, groupId, createdAt, lastLeadAt, lastConversionAt } = partner
  const facts: [string, ComponentChildren][] = [
    ['Group', labelOf(groups, groupId)],
    ['Tags', tags?.map(({ name }) => name).join(', ')],
    ['Joined', <Time at={createdAt} />],
    ['Last lead', lastLeadAt && <Time at={lastLeadAt} />],
    ['Last conversion', lastConversionAt && <Time at={lastConversionAt} />],
    ['Banned', bannedAt && `${formatExact(bannedAt)}, ${formatName(bannedReason ?? '')}`],
    ['ID in your system', tenantId],
    ['Partner ID', <code>{partner.id}</code>],
  ]
  return (
    <section class="card" aria-label="Enrolment">
      <h2>Enrolment</h2>
      <Facts facts={facts} />
      {access('updatePartner') === 'allowed' && <Button onClick={() => setIsOpen(true)}>Change settings</Button>}
      {isOpen && (
        <FormDialog
          title={`Settings of ${partner.name}`}
          fields={settingFields}
          initial={settingValues(partner)}
          action="Save"
          onClose={() => setIsOpen(false)}
          onSubmit={async (values, before) => {
            const body = changesOf(settingFields, values, before)
            await call('updatePartner', { params: { partnerId: partner.id }, body })
            onChanged()
          }}
        />
      )}
    </section>
  )
}
