/** All providers, in display order. */
import { calendly } from './calendly.js'
import { chargebee } from './chargebee.js'
import { generic } from './generic.js'
import { github } from './github.js'
import { hubspot } from './hubspot.js'
import { lemonSqueezy } from './lemonsqueezy.js'
import { paddle } from './paddle.js'
import { polar } from './polar.js'
import type { Provider } from './provider.js'
import { recurly } from './recurly.js'
import { segment } from './segment.js'
import { shopify } from './shopify.js'
import { slack } from './slack.js'
import { standardWebhooks } from './standard-webhooks.js'
import { stripe } from './stripe.js'
import { typeform } from './typeform.js'
import { wooCommerce } from './woocommerce.js'
import { zapier } from './zapier.js'

export const providers: readonly Provider[] = [
  stripe,
  shopify,
  paddle,
  lemonSqueezy,
  polar,
  chargebee,
  recurly,
  wooCommerce,
  segment,
  hubspot,
  typeform,
  calendly,
  slack,
  github,
  zapier,
  standardWebhooks,
  generic,
]

export const providerOf = (slug: string) => providers.find((one) => one.slug === slug) ?? null
