import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { AdminScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { providerFailed } from '../errors.js'

/** Posts JSON and returns the parsed response. Throws an error that names the provider if it does not answer with JSON. */
export async function postToProvider(
  { guardedClient }: Pick<AdminScope, 'guardedClient'>,
  provider: string,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<Record<string, any>> {
  try {
    const response = await guardedClient.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: seconds(10),
      maxRedirects: 0,
    })
    const answer: unknown = JSON.parse(response.body.toString('utf8'))
    if (response.status >= 300 || typeof answer !== 'object' || answer === null)
      throw providerFailed(provider, `it answered with the status ${response.status}`)
    return answer
  } catch (error) {
    if (error instanceof ExternalError || error instanceof SyntaxError) throw providerFailed(provider, error.message)
    throw error
  }
}
