/** What the edited reward would pay for an example. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Input, Output } from '../../api-client.js'
import { formatMoney, formatName } from '../../kit/format.js'
import { useSession } from '../../shell/session.js'
import { type RewardDraft, termsOf } from './draft.js'
import { modifierSentence, rewardSentence } from './sentence.js'
import { type Attribute, attributes, type Modifier, parseValue } from './terms.js'

type Result = Output<'previewReward'>

export function Preview({ draft }: { draft: RewardDraft }) {
  const { call, access } = useSession()
  const canPreview = draft.event !== 'referral' && access('previewReward') === 'allowed'
  const [example, setExample] = useState<Record<string, string>>({ 'sale.amount': '100' })
  const [result, setResult] = useState<Result | string | null>(null)
  const used = fieldsOf(draft)
  const body = bodyOf(draft, used, example)
  const key = JSON.stringify(body)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The service would refuse terms with fields that are still to be filled in.
    if (!section.current?.closest('form')?.checkValidity()) return setResult(null)
    const end = new AbortController()
    const timer = setTimeout(() => {
      call('previewReward', { body }, end.signal).then(setResult, (error: Error) => end.signal.aborted || setResult(error.message))
    }, 250)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [key])
  if (!canPreview) return null
  return (
    <section ref={section} class="card" aria-label="Example">
      <h2>Example</h2>
      <p class="muted">What a partner would earn for one {draft.event}.</p>
      {used.map((field) => (
        <ExampleField
          key={field.name}
          field={field}
          value={example[field.name] ?? ''}
          onChange={(value) => setExample((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <output class="preview-result" aria-live="polite">
        {typeof result === 'string' ? result : result && <ResultText draft={draft} result={result} />}
      </output>
    </section>
  )
}

function ResultText({ draft, result: { earnings, modifierIndex } }: { draft: RewardDraft; result: Result }) {
  const terms = termsOf(draft)
  const modifier = modifierIndex === null ? undefined : (terms.modifiers?.[modifierIndex] as Modifier | undefined)
  return (
    <>
      <strong data-stat="earnings">{formatMoney(earnings)}</strong>{' '}
      <span class="muted">{modifier ? modifierSentence(draft.event, modifier) : sentenceOf(draft)}</span>
    </>
  )
}

/** The reward while it is edited, in words. */
export function sentenceOf(draft: RewardDraft): string {
  const { type = 'flat', amountInCents = null, amountInPercentage = null, maxDuration = null, ...terms } = termsOf(draft)
  return rewardSentence({
    event: draft.event,
    type,
    amountInCents,
    amountInPercentage,
    maxDuration,
    config: terms.config ?? null,
    spendLimitAmount: terms.spendLimitAmount ?? null,
    spendLimitInterval: terms.spendLimitInterval ?? null,
  })
}

interface ExampleFieldProps {
  field: Attribute
  value: string
  onChange: (value: string) => void
}

const inputTypes: Record<Attribute['kind'], object> = {
  text: { type: 'text' },
  choice: { type: 'text' },
  metadata: { type: 'text' },
  number: { type: 'number', step: 'any' },
  money: { type: 'number', step: '0.01' },
  date: { type: 'date' },
}

const ExampleField = ({ field: { name, label, kind }, value, onChange }: ExampleFieldProps) => (
  <label class="example-field">
    <span>
      {formatName(label)}
      {kind === 'money' && ' in dollars'}
    </span>
    <input
      {...inputTypes[kind]}
      autocomplete="off"
      data-example={name}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)

/** The attributes that conditions compare. A key of metadata is a field of its own. */
function fieldsOf({ event, modifiers }: RewardDraft): Attribute[] {
  const conditions = modifiers.flatMap((modifier) => modifier.conditions)
  const used = attributes[event].flatMap((attribute) => {
    if (attribute.name === 'sale.amount') return [attribute]
    const own = conditions.filter((condition) => condition.attribute === attribute.name)
    if (attribute.kind !== 'metadata') return own.length > 0 ? [attribute] : []
    return [...new Set(own.map(({ metadataField }) => metadataField).filter(Boolean))].map((key) => ({
      ...attribute,
      name: `${attribute.name}.${key}`,
      label: `${attribute.label} “${key}”`,
    }))
  })
  return used
}

function bodyOf(draft: RewardDraft, fields: Attribute[], example: Record<string, string>): Input<'previewReward'>['body'] {
  const context: Record<string, Record<string, unknown>> = {}
  for (const { name, kind } of fields) {
    const text = example[name] ?? ''
    if (text === '') continue
    const [entity = '', attribute = '', ...key] = name.split('.')
    const value = parseValue(kind, 'equals_to', text)
    const object = (context[entity] ??= {})
    if (kind === 'metadata') object[attribute] = { ...(object[attribute] as object), [key.join('.')]: text }
    else object[attribute] = value
  }
  return { event: draft.event as 'click' | 'lead' | 'sale', ...termsOf(draft), context }
}
