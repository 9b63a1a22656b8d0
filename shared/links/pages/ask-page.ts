import { z } from 'zod'
import { unprocessable } from '../../kernel/errors.js'
import type { GuardedClient, OutsideAnswer } from '../../kernel/guarded-client.js'
import { OutsideError } from '../../kernel/outside-error.js'
import { seconds } from '../../kernel/time.js'
import { normaliseUrl } from '../urls.js'

/** The address of a page, as somebody typed it. */
export const pageUrl = z
  .string()
  .max(8000)
  .transform((text, { addIssue }) => {
    const url = normaliseUrl(text)
    if (url === null) addIssue({ code: 'custom', message: 'must be a valid URL' })
    return url ?? ''
  })

/** The page, its first `maxBytes` at least; null when it can't be reached or answers with an error. Refuses addresses that are not public. */
export async function askPage(client: GuardedClient, url: string, maxBytes: number): Promise<OutsideAnswer | null> {
  try {
    const answer = await client.request(url, {
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      within: seconds(5),
      maxBytes,
      longer: 'cut',
    })
    return answer.status < 400 ? answer : null
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.reason === 'refused') throw unprocessable(error.message)
    return null
  }
}
