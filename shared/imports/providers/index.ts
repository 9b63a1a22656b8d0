import { dub } from './dub.js'
import { firstpromoter } from './firstpromoter.js'
import { bitly, kutt, rebrandly, short, yourls } from './link-shorteners.js'
import { partnerstack } from './partnerstack.js'
import type { Provider } from './provider.js'
import { rewardful } from './rewardful.js'
import { tapfiliate } from './tapfiliate.js'
import { tolt } from './tolt.js'

export type { Page, Provider, SourceLink, SourceObject, SourceOptions } from './provider.js'

const linkShorteners = { bitly, rebrandly, short, kutt, yourls }
/** Services whose partner programs are imported. */
const affiliatePlatforms = { rewardful, tolt, firstpromoter, partnerstack, tapfiliate }

export const providers = { ...linkShorteners, dub, ...affiliatePlatforms } as const satisfies Record<string, Provider>
export type ProviderName = keyof typeof providers
export const providerNames = Object.keys(providers) as ProviderName[]
export const providerOf = (name: ProviderName): Provider => providers[name]
/** Where the objects of an import came from: a provider or a file. */
export const sourceNames = [...providerNames, 'csv'] as const
export type SourceName = (typeof sourceNames)[number]
export const titleOfSource = (name: SourceName) => (name === 'csv' ? 'CSV' : providers[name].title)
