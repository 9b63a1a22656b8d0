/** Where providers let their users put what they know of a customer. */
import { isClickId } from '../../kernel/ids.js'
import { at, isObject, type Json, listAt, textAt } from './json.js'
import type { ProviderEvent } from './provider.js'

/**
 * Names under which a click id may come, beside the one that the installation uses. Those of others, so that nobody has to change what
 * works.
 */
export const usualClickIdNames = ['svc_id', 'svcClickId', 'clickId', 'click_id', 'dub_id', 'dubClickId'] as const
const externalIdNames = [
  'customerExternalId',
  'customer_external_id',
  'svcCustomerExternalId',
  'svcCustomerId',
  'dubCustomerExternalId',
  'dubCustomerId',
]

/** The first click id in these metadata, whichever of them holds it. */
export function clickIdIn({ clickIdNames }: Pick<ProviderEvent, 'clickIdNames'>, ...metadata: (Json | undefined)[]): string | undefined {
  for (const one of metadata) {
    if (!isObject(one)) continue
    for (const name of clickIdNames) {
      const found = clickIdOf(textAt({ found: one[name] ?? null }, 'found'))
      if (found) return found
    }
  }
  return undefined
}

/** Also behind a prefix, as where a field is shared with other uses: `svc_id_AbC…`. */
export function clickIdOf(text: string | undefined): string | undefined {
  const bare = text?.replace(/^(?:svc|dub)_id_/, '')
  return bare && isClickId(bare) ? bare : undefined
}

/** In the query of an address; it may lack its host. */
export function clickIdInAddress(event: Pick<ProviderEvent, 'clickIdNames'>, address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address, 'http://host')) return undefined
  return clickIdIn(event, Object.fromEntries(new URL(address, 'http://host').searchParams))
}

/** The user's own id of the customer. */
export function externalIdIn(...metadata: (Json | undefined)[]): string | undefined {
  for (const one of metadata) {
    const found = textAt(one, ...externalIdNames)
    if (found) return found
  }
  return undefined
}

/** `[{ name, value }]` or `[{ key, value }]` as an object. */
export function fieldsOf(body: Json | undefined, path: string): Json {
  const fields = listAt(body, path).flatMap((one): [string, Json][] => {
    const name = textAt(one, 'name', 'key')
    return name ? [[name, at(one, 'value') ?? null]] : []
  })
  return Object.fromEntries(fields)
}

export const fullName = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined
