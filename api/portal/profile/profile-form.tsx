/** What programs see of the partner. */
import { Button } from '../../console/kit/button.js'
import { bodyOf, changedIn, type Field, type Values, valuesOf } from '../../console/kit/form-values.js'
import { formatName } from '../../console/kit/format.js'
import { ImageButton } from '../../console/kit/images.js'
import { Badge } from '../../console/kit/texts.js'
import { notify } from '../../console/kit/toast.js'
import { platformName, platformTypes } from '../apply/answers.js'
import { Avatar } from '../kit/avatar.js'
import { categories } from '../kit/categories.js'
import { FormCard } from '../kit/form-card.js'
import { type Profile, usePortal } from '../shell/portal.js'

const choices = (values: string[]) => values.map((value) => ({ value, label: formatName(value) }))
const readOnlyText = 'Only owners of this partner account change its profile.'

const profileFields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'description', label: 'About you', type: 'textarea', hint: 'Who you reach, and how.' },
  { name: 'country', label: 'Country', placeholder: 'DE', hint: 'Two letters.' },
  { name: 'profileType', label: 'Type', type: 'select', isRequired: true, choices: choices(['individual', 'company']) },
  { name: 'companyName', label: 'Company' },
  {
    name: 'monthlyTraffic',
    label: 'Visitors a month',
    type: 'select',
    section: 'How you work',
    choices: [
      { value: 'ZeroToOneThousand', label: 'Up to 1,000' },
      { value: 'OneThousandToTenThousand', label: 'Up to 10,000' },
      { value: 'TenThousandToFiftyThousand', label: 'Up to 50,000' },
      { value: 'FiftyThousandToOneHundredThousand', label: 'Up to 100,000' },
      { value: 'OneHundredThousandPlus', label: 'More than 100,000' },
    ],
  },
  { name: 'industryInterests', label: 'Industries', type: 'list', section: 'How you work', choices: categories, hint: 'At most eight.' },
  {
    name: 'salesChannels',
    label: 'Channels',
    type: 'list',
    section: 'How you work',
    choices: choices(['Blogs', 'Coupons', 'Direct_Reselling', 'Newsletters', 'Social_Media', 'Events', 'Company_Referrals']),
  },
  {
    name: 'preferredEarningStructures',
    label: 'Preferred rewards',
    type: 'list',
    section: 'How you work',
    choices: choices(['Revenue_Share', 'Per_Lead', 'Per_Sale', 'Per_Click', 'Flat_Fee', 'Monthly_Retainer', 'One_Time_Payment']),
  },
]
const platformFields = platformTypes.map((type): Field => ({ name: type, label: platformName(type), section: 'Website and social media' }))
const invoiceFields: Field[] = [
  { name: 'address', label: 'Address on invoices', type: 'textarea', section: 'Invoices' },
  { name: 'taxId', label: 'Tax id', section: 'Invoices' },
]
const fields = [...profileFields, ...platformFields, ...invoiceFields]

const initialOf = (profile: Profile): Values => ({
  ...valuesOf(profileFields, profile),
  ...Object.fromEntries(profile.platforms.map(({ type, identifier }) => [type, identifier])),
  ...valuesOf(invoiceFields, profile.invoiceSettings ?? {}),
})

function inputOf(values: Values) {
  const { address, taxId } = bodyOf(invoiceFields, values) as { address: string | null; taxId: string | null }
  return {
    ...bodyOf(profileFields, values),
    platforms: bodyOf(platformFields, values),
    invoiceSettings: { ...(address ? { address } : {}), ...(taxId ? { taxId } : {}) },
  }
}

export function ProfileForm() {
  const { call, access, profile, reload } = usePortal()
  const canChange = access('updatePartnerProfile') === 'allowed'
  return (
    <div class="stack">
      <section class="card picture" aria-label="Picture">
        <Avatar name={profile.name} image={profile.image} />
        <span>
          <strong>{profile.name}</strong>
          <span class="muted">{profile.email}</span>
        </span>
        {canChange && (
          <ImageButton
            label="Change picture"
            onPick={async ({ image }) => {
              await call('updatePartnerProfile', { body: { image } })
              notify('Picture saved')
              reload()
            }}
            onError={(message) => notify(message, 'error')}
          />
        )}
      </section>
      <FormCard
        label="Profile"
        title="Profile"
        fields={fields}
        initial={initialOf(profile)}
        action="Save"
        readOnly={!canChange && readOnlyText}
        onSubmit={async (values, before) => {
          await call('updatePartnerProfile', { body: changedIn(inputOf(values), inputOf(before)) })
          notify('Profile saved')
          reload()
        }}
      />
      <Network canChange={canChange} />
    </div>
  )
}

const networkTexts: Record<Profile['networkStatus'], string> = {
  draft: 'Programs find you in the network of partners once the operator has approved your profile.',
  submitted: 'The operator is reviewing your profile.',
  approved: 'Programs find your profile and may invite you.',
  trusted: 'Programs find your profile among the first and may invite you.',
  rejected: 'The operator did not accept your profile. You can change it and ask again.',
}

function Network({ canChange }: { canChange: boolean }) {
  const { call, profile, reload } = usePortal()
  const mayAsk = profile.networkStatus === 'draft' || profile.networkStatus === 'rejected'
  const submit = async () => {
    await call('submitPartnerProfile')
    notify('Profile submitted')
    reload()
  }
  return (
    <section class="card" aria-label="Partner network">
      <h2>
        Partner network <Badge>{formatName(profile.networkStatus)}</Badge>
      </h2>
      <p class="muted">{networkTexts[profile.networkStatus]}</p>
      {canChange && mayAsk && <Button onClick={submit}>Ask to be listed</Button>}
    </section>
  )
}
