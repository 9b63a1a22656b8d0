import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { askPage, pageUrl } from './ask-page.js'
import { allowsFraming } from './framing.js'

export const FindIframeable = z.object({ url: pageUrl, domain: z.string().toLowerCase().max(253).optional() })

/** Whether a link on `domain` may show the page under its own address; false for a page that can't be reached. */
export async function findIframeable(scope: Scope, { url, domain }: z.infer<typeof FindIframeable>): Promise<{ iframeable: boolean }> {
  const page = await askPage(scope.guardedClient, url, 0)
  return { iframeable: page !== null && allowsFraming(page.headers, domain) }
}
