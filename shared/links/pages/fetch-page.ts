import { z } from 'zod'
import { unprocessable } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { GuardedClient, ExternalResponse } from '../../kernel/http-client/guarded-client.js'
import { seconds } from '../../kernel/time.js'
import { normaliseUrl } from '../urls.js'

/** URL of a page as entered by a user; the scheme may be missing. */
export const pageUrlField = z
  .string()
  .max(8000)
  .transform((text, { addIssue }) => {
    const url = normaliseUrl(text)
    if (url === null) addIssue({ code: 'custom', message: 'must be a valid URL' })
    return url ?? ''
  })

/**
 * Fetches at least the first `maxBytes` of a page. Null if it is unreachable or returns an error status. Rejects addresses that are not
 * public.
 */
export async function fetchPage(client: GuardedClient, url: string, maxBytes: number): Promise<ExternalResponse | null> {
  try {
    const response = await client.request(url, {
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      timeoutMs: seconds(5),
      maxBytes,
      onOverflow: 'clip',
    })
    return response.status < 400 ? response : null
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    if (error.reason === 'refused') throw unprocessable(error.message)
    return null
  }
}
