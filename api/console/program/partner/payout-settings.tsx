/** How the workspace pays one partner, whatever the partner has set up. */
import { useState } from 'preact/hooks'
import type { Input, Output } from '../../api-client.js'
import { ApiError } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm-button.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { bodyOf, type Field, type Values, valuesOf } from '../../kit/form-values.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { Facts } from '../facts.js'

type Settings = Output<'getPayoutSettings'>

const methods = { manual: 'By hand', connect: 'Stripe', paypal: 'PayPal' } as const
const fields: Field[] = [
  {
    name: 'method',
    label: 'Method',
    type: 'select',
    isRequired: true,
    choices: Object.entries(methods).map(([value, label]) => ({ value, label })),
  },
  { name: 'stripeAccountId', label: 'Account of the partner at Stripe', hint: 'For payments by Stripe.', placeholder: 'acct_…' },
  { name: 'paypalEmail', label: 'PayPal address', type: 'email', hint: 'For payments by PayPal.' },
  {
    name: 'details',
    label: 'Notes',
    type: 'textarea',
    hint: 'Bank account or other details for payments by hand. The partner does not see them.',
  },
]

/** Only what belongs to the chosen method. */
function bodyOfSettings(values: Values) {
  const { method, stripeAccountId, paypalEmail, details } = bodyOf(fields, values)
  const own = method === 'connect' ? { stripeAccountId } : method === 'paypal' ? { paypalEmail } : {}
  return { method, details, ...own } as Input<'putPayoutSettings'>['body']
}

export function PayoutSettings({ partnerId }: { partnerId: string }) {
  const { call, access } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { value, error, reload } = useLoad(partnerId, (signal) =>
    call('getPayoutSettings', { params: { partnerId } }, signal).catch((failure: unknown) => {
      // The partner has none.
      if (failure instanceof ApiError && failure.status === 404) return null
      throw failure
    }),
  )
  const save = async (values: Values) => {
    await call('putPayoutSettings', { params: { partnerId }, body: bodyOfSettings(values) })
    notify('Saved')
    reload()
  }
  const remove = async () => {
    await call('deletePayoutSettings', { params: { partnerId } })
    notify('The partner is paid as it chose itself')
    reload()
  }
  const canChange = access('putPayoutSettings') === 'allowed'
  return (
    <section class="card" aria-label="Payment">
      <h2>Payment</h2>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && value === undefined && <Placeholder lines={2} />}
      {value === null && <p class="muted">The partner is paid as it chose itself.</p>}
      {value && <Facts facts={factsOf(value)} />}
      {canChange && value !== undefined && (
        <div class="downloads">
          <Button onClick={() => setIsOpen(true)}>{value ? 'Change' : 'Choose another way'}</Button>
          {value && (
            <ConfirmButton
              label="Reset"
              kind="plain"
              title="Reset how this partner is paid?"
              text="What is stored here is removed. The partner is paid as it chose itself."
              onConfirm={remove}
            />
          )}
        </div>
      )}
      {isOpen && (
        <FormDialog
          title="How this partner is paid"
          fields={fields}
          initial={value ? valuesOf(fields, value) : {}}
          action="Save"
          onClose={() => setIsOpen(false)}
          onSubmit={save}
        />
      )}
    </section>
  )
}

const factsOf = ({ method, stripeAccountId, paypalEmail, details }: Settings): [string, string | null][] => [
  ['Method', methods[method]],
  ['Account', stripeAccountId],
  ['PayPal address', paypalEmail],
  ['Notes', details],
]
