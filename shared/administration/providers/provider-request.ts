import type { z } from 'zod'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { AdminScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { providerFailed } from '../errors.js'

/** Posts JSON and returns the response. Throws an error that names the provider if it answers otherwise than its schema says. */
export async function postToProvider<Answer>(
  { guardedClient }: Pick<AdminScope, 'guardedClient'>,
  provider: string,
  url: string,
  { schema, headers, body }: { schema: z.ZodType<Answer>; headers: Record<string, string>; body: object },
): Promise<Answer> {
  try {
    const response = await guardedClient.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: seconds(10),
      maxRedirects: 0,
    })
    const answer = schema.safeParse(JSON.parse(response.body.toString('utf8')))
    if (response.status >= 300 || !answer.success) throw providerFailed(provider, `it answered with the status ${response.status}`)
    return answer.data
  } catch (error) {
    if (error instanceof ExternalError || error instanceof SyntaxError) throw providerFailed(provider, error.message)
    throw error
  }
}
