import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { fetchPage, pageUrlField } from './fetch-page.js'
import { allowsFraming } from './framing.js'

export const FindIframeable = z.object({ url: pageUrlField, domain: z.string().toLowerCase().max(253).optional() })

/** Whether a link on `domain` can show the page in an iframe; false for an unreachable page. */
export async function findIframeable(scope: Scope, { url, domain }: z.infer<typeof FindIframeable>): Promise<{ iframeable: boolean }> {
  const page = await fetchPage(scope.guardedClient, url, 0)
  return { iframeable: page !== null && allowsFraming(page.headers, domain) }
}
