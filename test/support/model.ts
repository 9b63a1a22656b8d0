/** A model endpoint on loopback that speaks the OpenAI dialect. */
import type { ExecutionContext } from 'ava'
import { loopback } from './loopback.js'

export interface Model {
  /** Up to `/v1`. */
  url: string
  /** What it was asked: path, key and body. */
  asked: { path: string; authorization: string | undefined; body: any }[] // a test looks at bodies of several shapes
  /** What it does from now on. */
  behave(how: 'answer' | 'fail' | 'hang' | 'babble'): void
}

/** Words that mean the same have the same direction; a text points to where its words do. */
export const meanings: Record<string, number> = { dog: 0, hound: 0, puppy: 0, car: 1, vehicle: 1, automobile: 1, bread: 2, loaf: 2 }

/** `facts` is what its chat half finds in every conversation. */
export async function modelServer(t: ExecutionContext, facts: string[] = []): Promise<Model> {
  const asked: Model['asked'] = []
  let how = 'answer'
  const { origin } = await loopback(t, (request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => void (text += part.toString()))
    request.on('end', () => {
      const body = JSON.parse(text)
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
      if (how === 'hang') return
      response.statusCode = how === 'fail' ? 503 : 200
      response.setHeader('content-type', 'application/json')
      if (how !== 'answer') response.end(how === 'fail' ? '{}' : '{"choices": [{"message": {"content": "I think that"}}]}')
      else if (request.url === '/v1/embeddings')
        response.end(JSON.stringify({ data: body.input.map((one: string, index: number) => ({ index, embedding: vectorOf(one) })) }))
      else
        response.end(
          JSON.stringify({
            choices: [{ message: { role: 'assistant', content: '```json\n' + JSON.stringify({ memories: facts }) + '\n```' } }],
          }),
        )
    })
  })
  return { url: `${origin}/v1`, asked, behave: (now) => void (how = now) }
}

function vectorOf(text: string): number[] {
  const vector = [0, 0, 0, 0.01]
  for (const word of text.toLowerCase().split(/\W+/)) if (word in meanings) vector[meanings[word] as number] = 1
  return vector
}
