/** Amount and duration of a reward, or of one of its conditional amounts. */
import { useId } from 'preact/hooks'
import type { AmountDraft } from './draft.js'
import type { RewardEvent } from './terms.js'

interface AmountFieldsProps {
  event: RewardEvent
  draft: AmountDraft
  /** Whether the duration may be the one of the reward. */
  isConditional?: boolean
  onChange: (changes: Partial<AmountDraft>) => void
}

const numberInput = { type: 'number', step: 'any', min: 0 } as const

export function AmountFields({ event, draft, isConditional = false, onChange }: AmountFieldsProps) {
  const id = useId()
  const { type, amount } = draft
  return (
    <div class="inline-fields">
      <div class="field">
        <label for={`${id}-amount`}>{type === 'flat' ? 'Dollars' : 'Percent'}</label>
        <input
          {...numberInput}
          id={`${id}-amount`}
          required
          max={type === 'percentage' ? 100 : undefined}
          value={amount}
          onInput={(event) => onChange({ amount: event.currentTarget.value })}
        />
      </div>
      {event === 'sale' && (
        <div class="field">
          <label for={`${id}-type`}>Kind of amount</label>
          <select id={`${id}-type`} value={type} onChange={(event) => onChange({ type: event.currentTarget.value as AmountDraft['type'] })}>
            <option value="percentage">Percent of the sale</option>
            <option value="flat">Fixed amount</option>
          </select>
        </div>
      )}
      {event === 'sale' && <DurationField id={id} duration={draft.duration} isConditional={isConditional} onChange={onChange} />}
    </div>
  )
}

const isMonths = (duration: string) => /^\d*$/.test(duration)

interface DurationFieldProps extends Pick<AmountFieldsProps, 'onChange'> {
  id: string
  duration: string
  isConditional: boolean
}

function DurationField({ id, duration, isConditional, onChange }: DurationFieldProps) {
  return (
    <>
      <div class="field">
        <label for={`${id}-duration`}>Paid</label>
        <select
          id={`${id}-duration`}
          value={isMonths(duration) ? 'months' : duration}
          onChange={({ currentTarget: { value } }) => onChange({ duration: value === 'months' ? '12' : value })}
        >
          {isConditional && <option value="same">As long as the reward</option>}
          <option value="forever">As long as the customer pays</option>
          <option value="months">For some months</option>
          <option value="first">For the first sale only</option>
        </select>
      </div>
      {isMonths(duration) && (
        <div class="field">
          <label for={`${id}-months`}>Months</label>
          <input
            {...numberInput}
            id={`${id}-months`}
            required
            min={1}
            max={600}
            step={1}
            value={duration}
            onInput={(event) => onChange({ duration: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}
