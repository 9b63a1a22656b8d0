/** All payment providers. */
import type { Config } from '../../kernel/config.js'
import { manual } from './manual.js'
import { paypal } from './paypal.js'
import type { Provider, ProviderName, TransferApi, TransferProviderName } from './provider.js'
import { stripe } from './stripe.js'

export const providers: Record<ProviderName, Provider> = { manual, stripe, paypal }

const transferApis: Record<TransferProviderName, TransferApi> = { stripe: stripe.transfers, paypal: paypal.transfers }
export const transferProviderNames = Object.keys(transferApis) as TransferProviderName[]
export const transferApiOf = (name: TransferProviderName): TransferApi => transferApis[name]

export const apiUrlOf = ({ stripeApiUrl, paypalApiUrl }: Pick<Config, 'stripeApiUrl' | 'paypalApiUrl'>, name: TransferProviderName) =>
  name === 'stripe' ? stripeApiUrl : paypalApiUrl
