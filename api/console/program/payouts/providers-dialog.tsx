/** Accounts of the workspace at Stripe and PayPal that payouts are sent from. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button, CopyButton } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm-button.js'
import { Dialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { bodyOf, type Field, type Values, withoutEmpty } from '../../kit/form-values.js'
import { Badge } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type Provider = Output<'listPayoutProviders'>[number]

const titles = { stripe: 'Stripe', paypal: 'PayPal' } as const
const fields: Record<Provider['provider'], Field[]> = {
  stripe: [
    { name: 'secretKey', label: 'Secret key', type: 'password', isRequired: true },
    { name: 'webhookSecret', label: 'Signing secret of the webhook', type: 'password' },
  ],
  paypal: [
    { name: 'clientId', label: 'Client ID', isRequired: true },
    { name: 'clientSecret', label: 'Client secret', type: 'password', isRequired: true },
    { name: 'webhookId', label: 'ID of the webhook' },
  ],
}

export function ProvidersButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Providers</Button>
      {isOpen && <ProvidersDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ProvidersDialog({ onClose }: { onClose: () => void }) {
  const { call } = useSession()
  const [connecting, setConnecting] = useState<Provider['provider'] | null>(null)
  const { value, error, reload } = useLoad('providers', (signal) => call('listPayoutProviders', {}, signal))
  const connect = async (values: Values) => {
    if (connecting === 'stripe') await call('connectStripe', { body: withoutEmpty(bodyOf(fields.stripe, values)) })
    else await call('connectPaypal', { body: withoutEmpty(bodyOf(fields.paypal, values)) })
    notify('Account connected')
    reload()
  }
  return (
    <Dialog title="Providers of payouts" onClose={onClose}>
      <p class="muted">Without an account, you pay partners by hand with the file of a confirmation.</p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={3} />}
      {value?.map((provider) => (
        <ProviderRow key={provider.provider} provider={provider} onConnect={() => setConnecting(provider.provider)} onChanged={reload} />
      ))}
      {connecting && (
        <FormDialog
          title={`Connect ${titles[connecting]}`}
          fields={fields[connecting]}
          action="Connect"
          onClose={() => setConnecting(null)}
          onSubmit={connect}
        />
      )}
    </Dialog>
  )
}

interface ProviderRowProps {
  provider: Provider
  onConnect: () => void
  onChanged: () => void
}

function ProviderRow({ provider: { provider, isConnected, webhookUrl }, onConnect, onChanged }: ProviderRowProps) {
  const { call } = useSession()
  const disconnect = async () => {
    await call('disconnectPayoutProvider', { params: { provider } })
    notify('Account disconnected')
    onChanged()
  }
  return (
    <section class="provider" aria-label={titles[provider]}>
      <header class="card-head">
        <h3>{titles[provider]}</h3>
        <Badge tone={isConnected ? 'good' : 'neutral'}>{isConnected ? 'Connected' : 'Not connected'}</Badge>
      </header>
      {webhookUrl && (
        <p class="secret">
          <code>{webhookUrl}</code>
          <CopyButton text={webhookUrl} label="Copy the address for webhooks" />
        </p>
      )}
      <div class="downloads">
        <Button onClick={onConnect}>{isConnected ? 'Change credentials' : 'Connect'}</Button>
        {isConnected && (
          <ConfirmButton
            label="Disconnect"
            title={`Disconnect ${titles[provider]}?`}
            text="Its credentials are removed. Partners are not paid through it until you connect it again."
            onConfirm={disconnect}
          />
        )}
      </div>
    </section>
  )
}
