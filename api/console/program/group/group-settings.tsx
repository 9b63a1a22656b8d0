import type { Input, Output } from '../../api-client.js'
import { bodyOf, changesOf, type Choice, type Field, type Values, valuesOf, withNumber } from '../../kit/form-values.js'
import { formatName } from '../../kit/format.js'
import { SettingsForm } from '../../kit/settings-form.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type Group = Output<'getGroup'>
type Body = NonNullable<Input<'updateGroup'>['body']>

const identity: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'slug', label: 'Slug', isRequired: true, hint: 'Part of the address of the application form.' },
  {
    name: 'color',
    label: 'Colour',
    type: 'select',
    choices: ['blue', 'green', 'yellow', 'red', 'purple', 'brown', 'gray'].map((value) => ({ value, label: formatName(value) })),
  },
  { name: 'brandColor', label: 'Brand colour of forms and referral pages', placeholder: '#4650c8' },
  { name: 'logo', label: 'Address of the logo', type: 'url' },
  { name: 'wordmark', label: 'Address of the wordmark', type: 'url' },
]
const rules = (templates: Choice[]): Field[] => [
  { name: 'maxPartnerLinks', label: 'Links that a partner may create', type: 'number', isRequired: true, min: 0, max: 100 },
  {
    name: 'linkStructure',
    label: 'Form of the links',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'short', label: 'Short link: go.acme.example/ada' },
      { value: 'query', label: 'Parameter: acme.example?via=ada' },
      { value: 'path', label: 'Path: acme.example/refer/ada' },
    ],
  },
  { name: 'utmTemplateId', label: 'UTM template of the links', type: 'select', choices: templates },
  {
    name: 'holdingPeriodDays',
    label: 'Holding period of commissions',
    type: 'select',
    isRequired: true,
    choices: ['0', '7', '14', '30', '60', '90'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} days` })),
    hint: 'Time for refunds before a commission is paid.',
  },
  { name: 'updateHoldingPeriodDaysForAllGroups', label: 'The same holding period for all groups', type: 'checkbox' },
  { name: 'autoApprovePartners', label: 'Approve applications without a review', type: 'checkbox' },
  { name: 'updateAutoApprovePartnersForAllGroups', label: 'The same for all groups', type: 'checkbox' },
]

/** The setting that each box copies to all groups. */
const copies = {
  updateHoldingPeriodDaysForAllGroups: 'holdingPeriodDays',
  updateAutoApprovePartnersForAllGroups: 'autoApprovePartners',
}

/** A setting can be copied to all groups without a change of its own, but the service needs its value. */
function changedRules(fields: Field[], values: Values, before: Values): Body {
  const all = bodyOf(fields, values)
  const copied = Object.entries(copies).flatMap(([box, name]) => (all[box] === true ? [box, name] : []))
  const body = { ...changesOf(fields, values, before), ...Object.fromEntries(copied.map((name) => [name, all[name]])) }
  return withNumber('holdingPeriodDays', body)
}

export function GroupSettings({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { call, access } = useSession()
  const { value: templates } = useLoad('templates', async (signal) =>
    access('listUtmTemplates') === 'allowed' ? call('listUtmTemplates', {}, signal) : [],
  )
  const canSave = access('updateGroup') === 'allowed'
  const save = async (body: Body) => {
    await call('updateGroup', { params: { groupIdOrSlug: group.id }, body })
    onChanged()
  }
  const fields = rules((templates ?? []).map(({ id, name }) => ({ value: id, label: name })))
  const stored = {
    ...group,
    utmTemplateId: group.utmTemplate?.id ?? null,
    autoApprovePartners: group.autoApprovePartnersEnabledAt !== null,
  }
  return (
    <div class="settings">
      <SettingsForm
        title="Group"
        fields={identity}
        initial={valuesOf(identity, group)}
        canSave={canSave}
        onSave={(values, before) => save(changesOf(identity, values, before))}
      />
      {templates && (
        <SettingsForm
          title="Links and payment"
          fields={fields}
          initial={valuesOf(fields, stored)}
          canSave={canSave}
          onceOnly={Object.keys(copies)}
          onSave={(values, before) => save(changedRules(fields, values, before))}
        />
      )}
    </div>
  )
}
