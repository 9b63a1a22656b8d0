/** Event, amount, description and limit of a reward. */
import { useId } from 'preact/hooks'
import { Fields } from '../../kit/fields.js'
import type { Choice, Field } from '../../kit/form-values.js'
import { formatName } from '../../kit/format.js'
import { AmountFields } from './amount-fields.js'
import type { RewardDraft } from './draft.js'
import { isPercentTrigger, type RewardEvent, spendIntervals, type Trigger, triggers } from './terms.js'

interface RewardFieldsProps {
  draft: RewardDraft
  groups: Choice[]
  isNew: boolean
  onChange: (changes: Partial<RewardDraft>) => void
}

const events: RewardEvent[] = ['sale', 'lead', 'click', 'referral']

const moreFields: Field[] = [
  { name: 'description', label: 'Description', hint: 'Shown to partners instead of the sentence.' },
  { name: 'tooltipDescription', label: 'Explanation', type: 'textarea', hint: 'Shown to partners on hover. Markdown is allowed.' },
  { name: 'spendLimit', label: 'Limit per partner in dollars', type: 'number', min: 0.01, hint: 'Empty for no limit.' },
  {
    name: 'spendLimitInterval',
    label: 'Period of the limit',
    type: 'select',
    isRequired: true,
    choices: Object.entries(spendIntervals).map(([value, label]) => ({ value, label: formatName(label) })),
  },
]

export function RewardFields({ draft, groups, isNew, onChange }: RewardFieldsProps) {
  const id = useId()
  const { event, groupId, description, tooltipDescription, spendLimit, spendLimitInterval } = draft
  // Leads and clicks have no amount that a percentage could be taken of.
  const chooseEvent = (next: RewardEvent) => onChange({ event: next, type: next === 'sale' ? 'percentage' : 'flat', modifiers: [] })
  return (
    <section class="card" aria-label="Terms">
      <h2>Terms</h2>
      <div class="inline-fields">
        {isNew && (
          <div class="field">
            <label for={`${id}-group`}>Group</label>
            <select id={`${id}-group`} value={groupId} onChange={(event) => onChange({ groupId: event.currentTarget.value })}>
              {groups.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="field">
          <label for={`${id}-event`}>For each</label>
          <select
            id={`${id}-event`}
            value={event}
            disabled={!isNew}
            onChange={({ currentTarget }) => chooseEvent(currentTarget.value as RewardEvent)}
          >
            {events.map((name) => (
              <option key={name} value={name}>
                {formatName(name)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {event === 'referral' && <TriggerFields draft={draft} onChange={onChange} />}
      <AmountFields event={event} draft={draft} onChange={onChange} />
      <Fields
        fields={moreFields}
        values={{ description, tooltipDescription, spendLimit, spendLimitInterval }}
        onChange={(name, value) => onChange({ [name]: String(value) })}
      />
    </section>
  )
}

const triggerNames = Object.keys(triggers) as Trigger[]

function TriggerFields({ draft: { trigger, threshold }, onChange }: Pick<RewardFieldsProps, 'draft' | 'onChange'>) {
  const fields: Field[] = [
    {
      name: 'trigger',
      label: 'Paid',
      type: 'select',
      isRequired: true,
      choices: triggerNames.map((value) => ({ value, label: formatName(triggers[value]) })),
    },
    ...(trigger === 'commissionThreshold'
      ? [{ name: 'threshold', label: 'Amount in dollars', type: 'number' as const, isRequired: true, min: 1 }]
      : []),
  ]
  const change = (name: string, value: unknown) =>
    onChange(
      name === 'trigger'
        ? { trigger: value as Trigger, type: isPercentTrigger(value as Trigger) ? 'percentage' : 'flat' }
        : { threshold: String(value) },
    )
  return <Fields fields={fields} values={{ trigger, threshold }} onChange={change} />
}
