/** Creates a commission: a custom amount, or a lead or sale that was not tracked. */
import { useState } from 'preact/hooks'
import type { Input } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { useCreateShortcut } from '../../kit/create-shortcut.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { bodyOf, type Field, type Values, withoutEmpty } from '../../kit/form-values.js'
import { notify } from '../../kit/toast.js'
import { useSession } from '../../shell/session.js'
import { choicesOf } from '../choices.js'
import { partnerField } from '../partner-input.js'

const createdAfterMs = 1500

type Kind = 'custom' | 'sale' | 'lead'
const kinds: Record<Kind, { label: string; fields: Field[] }> = {
  custom: {
    label: 'Custom',
    fields: [
      { name: 'amount', label: 'Amount in dollars', type: 'money', isRequired: true, min: 0.01 },
      { name: 'description', label: 'Description' },
      { name: 'date', label: 'Time', type: 'datetime-local', hint: 'Without it, now.' },
    ],
  },
  sale: {
    label: 'Sale',
    fields: [
      { name: 'saleAmount', label: 'Amount of the sale in dollars', type: 'money', isRequired: true, min: 0.01 },
      { name: 'invoiceId', label: 'Invoice', hint: 'An invoice is counted once.' },
      { name: 'productId', label: 'Product' },
      { name: 'saleEventDate', label: 'Time', type: 'datetime-local', hint: 'Without it, now.' },
    ],
  },
  lead: {
    label: 'Lead',
    fields: [
      { name: 'leadEventName', label: 'Name of the event', placeholder: 'Sign up' },
      { name: 'leadEventDate', label: 'Time', type: 'datetime-local', hint: 'Without it, now.' },
    ],
  },
}

const customerFields: Field[] = [
  { name: 'externalId', label: 'Customer', isRequired: true, hint: 'The id of the customer in your own system.' },
  { name: 'name', label: 'Name of the customer' },
  { name: 'email', label: 'Email of the customer', type: 'email' },
  { name: 'country', label: 'Country of the customer', isRequired: true, placeholder: 'DE' },
]

export function CreateCommissionButton({ onCreated }: { onCreated: () => void }) {
  const [kind, setKind] = useState<Kind | null>(null)
  useCreateShortcut(() => setKind('custom'))
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => setKind('custom')}>
        Create commission
      </Button>
      {kind && <CreateDialog onClose={() => setKind(null)} onCreated={onCreated} />}
    </>
  )
}

function CreateDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const { call } = useSession()
  const create = async (values: Values) => {
    const { message } = await call('createCommission', { body: bodyOfCommission(values) })
    notify(message || 'Commission created')
    // A job creates it, usually within a second.
    setTimeout(onCreated, createdAfterMs)
  }
  return (
    <FormDialog
      title="Create commission"
      fields={fieldsOf}
      initial={{ type: 'custom' }}
      action="Create"
      onClose={onClose}
      onSubmit={create}
    />
  )
}

function fieldsOf({ type }: Values): Field[] {
  const kind = type as Kind
  return [
    { name: 'type', label: 'For', type: 'select', isRequired: true, choices: choicesOf(Object.keys(kinds)) },
    partnerField,
    ...(kind === 'custom' ? [] : customerFields),
    ...kinds[kind].fields,
  ]
}

function bodyOfCommission(values: Values): Input<'createCommission'>['body'] {
  const kind = values.type as Kind
  const own = withoutEmpty(bodyOf(kinds[kind].fields, values))
  const customer = kind === 'custom' ? {} : { customer: withoutEmpty(bodyOf(customerFields, values)) }
  return { type: kind, partnerId: String(values.partnerId), ...customer, ...own }
}
