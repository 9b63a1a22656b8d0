/** A model endpoint on loopback with the OpenAI API. */
import type { ExecutionContext } from 'ava'
import { loopbackServer } from './loopback-server.js'

export interface ModelServer {
  /** Base URL, including `/v1`. */
  url: string
  /** The requests it received. */
  requests: { path: string; authorization: string | undefined; body: any }[] // a test looks at bodies of several shapes
  /** How it responds from now on. */
  setBehaviour(behaviour: 'respond' | 'fail' | 'hang' | 'invalid'): void
  /** Refuses requests with a longer text, as a model does whose context it exceeds. */
  maxInputLength: number
}

/** Words with the same meaning set the same component of a vector. */
export const meanings: Record<string, number> = { dog: 0, hound: 0, puppy: 0, car: 1, vehicle: 1, automobile: 1, bread: 2, loaf: 2 }

/** Its chat endpoint infers `facts` from every conversation. */
export async function modelServer(t: ExecutionContext, facts: string[] = []): Promise<ModelServer> {
  const requests: ModelServer['requests'] = []
  let behaviour = 'respond'
  const server: ModelServer = { url: '', requests, setBehaviour: (next) => void (behaviour = next), maxInputLength: Infinity }
  const { origin } = await loopbackServer(t, (request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => void (text += part.toString()))
    request.on('end', () => {
      const body = JSON.parse(text)
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
      if (behaviour === 'hang') return
      response.statusCode = behaviour === 'fail' ? 503 : 200
      response.setHeader('content-type', 'application/json')
      if (request.url === '/v1/embeddings' && body.input.some((input: string) => input.length > server.maxInputLength)) {
        response.statusCode = 400
        response.end('{"error": {"message": "maximum context length exceeded"}}')
      } else if (behaviour !== 'respond')
        response.end(behaviour === 'fail' ? '{}' : '{"choices": [{"message": {"content": "I think that"}}]}')
      else if (request.url === '/v1/embeddings')
        response.end(JSON.stringify({ data: body.input.map((input: string, index: number) => ({ index, embedding: vectorOf(input) })) }))
      else
        response.end(
          JSON.stringify({
            choices: [{ message: { role: 'assistant', content: '```json\n' + JSON.stringify({ memories: facts }) + '\n```' } }],
          }),
        )
    })
  })
  server.url = `${origin}/v1`
  return server
}

function vectorOf(text: string): number[] {
  const vector = [0, 0, 0, 0.01]
  for (const word of text.toLowerCase().split(/\W+/)) if (word in meanings) vector[meanings[word] as number] = 1
  return vector
}
