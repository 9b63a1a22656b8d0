/** Reads click ids and customer ids from provider metadata. */
import { isClickId } from '../../kernel/ids.js'
import { valueAt, isObject, type Json, listAt, textAt } from './json.js'
import type { ProviderEvent } from './provider.js'

/** Metadata fields that may contain a click id, in addition to the configured one. Includes those of other services to ease migration. */
export const defaultClickIdNames = ['svc_id', 'svcClickId', 'clickId', 'click_id', 'dub_id', 'dubClickId'] as const
const externalIdNames = [
  'customerExternalId',
  'customer_external_id',
  'svcCustomerExternalId',
  'svcCustomerId',
  'dubCustomerExternalId',
  'dubCustomerId',
]

/** The first click id found in the metadata objects. */
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

/** Accepts a bare click id or a prefixed one such as `svc_id_AbC…`, used in shared fields. */
export function clickIdOf(text: string | undefined): string | undefined {
  const id = text?.replace(/^(?:svc|dub)_id_/, '')
  return id && isClickId(id) ? id : undefined
}

/** Reads the click id from the query of an absolute or relative URL. */
export function clickIdInUrl(event: Pick<ProviderEvent, 'clickIdNames'>, url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url, 'http://host')) return undefined
  return clickIdIn(event, Object.fromEntries(new URL(url, 'http://host').searchParams))
}

/** The workspace's own id of the customer. */
export function externalIdIn(...metadata: (Json | undefined)[]): string | undefined {
  for (const one of metadata) {
    const found = textAt(one, ...externalIdNames)
    if (found) return found
  }
  return undefined
}

/** Converts `[{ name, value }]` or `[{ key, value }]` to an object. */
export function fieldListAt(body: Json | undefined, path: string): Json {
  const fields = listAt(body, path).flatMap((one): [string, Json][] => {
    const name = textAt(one, 'name', 'key')
    return name ? [[name, valueAt(one, 'value') ?? null]] : []
  })
  return Object.fromEntries(fields)
}

export const fullName = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined
