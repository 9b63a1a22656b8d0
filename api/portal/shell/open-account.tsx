/** For a user without a partner account: opens the one of their address. */
import { useEffect } from 'preact/hooks'
import type { Call, Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { bodyOf, type Field, withoutEmpty } from '../../console/kit/form-values.js'
import { Toasts } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { signOut } from '../../console/shell/router.js'
import { FormCard } from '../kit/form-card.js'

const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true, hint: 'The name that programs see: yours, or that of your company.' },
  { name: 'country', label: 'Country', placeholder: 'DE', hint: 'Two letters, optional.' },
]

interface OpenAccountProps {
  user: Output<'getUser'>
  call: Call
  onOpened: () => void
}

export function OpenAccount({ user, call, onOpened }: OpenAccountProps) {
  useEffect(() => {
    document.title = 'Open a partner account · Partner portal'
  }, [])
  const invites = useLoad('invites', (signal) => call('listProgramInvites', {}, signal))
  return (
    <main class="alone">
      <h1>Open your partner account</h1>
      <p class="muted spaced">
        You are signed in as {user.email}. A partner account lets you join partner programs and earn commissions.
        {invites.value &&
          invites.value.length > 0 &&
          ` ${invites.value.length === 1 ? 'A program has' : 'Programs have'} invited you already.`}
      </p>
      <FormCard
        label="Open your partner account"
        fields={fields}
        initial={{ name: user.name ?? '' }}
        action="Open account"
        onSubmit={async (values) => {
          await call('createPartnerAccount', { body: withoutEmpty(bodyOf(fields, values)) })
          onOpened()
        }}
      />
      <Button kind="quiet" onClick={() => signOut('/portal')}>
        Sign in with another address
      </Button>
      <Toasts />
    </main>
  )
}
