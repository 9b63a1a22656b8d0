/** The requests of a browser tab to the API, and the answers, by operation. */
import type { Page, Request, Response } from 'playwright-core'
import { tables } from '../../api/routes/index.js'

export interface Answer {
  operation: string
  query: Record<string, string>
  body: any // tests access fields of many shapes
}

export interface ApiTraffic {
  /** Whether a request has no answer yet. Streams of events are not waited for. */
  isBusy(): boolean
  /** How many requests were sent. */
  count(): number
  /** Forgets the requests and answers so far. */
  clear(): void
  /** Successful answers in JSON, in the order of their arrival. */
  answers(): Promise<Answer[]>
}

const operations = tables.rows
  .map(({ id, method, path }) => ({ id, method, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // A fixed path wins over one with parameters.
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)

function operationOf(method: string, path: string): string | undefined {
  const names = [path, path.replace(/^\/api(?=\/)/, '')]
  return operations.find((row) => row.method === method && names.some((name) => row.pattern.test(name)))?.id
}

export function watchApi(tab: Page, url: string): ApiTraffic {
  const pending = new Set<Request>()
  let answers: Promise<Answer | null>[] = []
  const isOfApi = (request: Request) => request.resourceType() === 'fetch' && request.url().startsWith(url)
  let count = 0
  tab.on('request', (request) => {
    if (!isOfApi(request)) return
    pending.add(request)
    count++
  })
  tab.on('requestfinished', (request) => pending.delete(request))
  tab.on('requestfailed', (request) => pending.delete(request))
  tab.on('response', (response) => isOfApi(response.request()) && answers.push(answerOf(response)))
  return {
    isBusy: () => pending.size > 0,
    count: () => count,
    clear() {
      answers = []
      count = 0
    },
    answers: async () => (await Promise.all(answers)).filter((answer) => answer !== null),
  }
}

async function answerOf(response: Response): Promise<Answer | null> {
  const { pathname, searchParams } = new URL(response.url())
  const operation = operationOf(response.request().method(), pathname)
  if (!operation || !response.ok()) return null
  const body: unknown = await response.json().catch(() => undefined)
  return body === undefined ? null : { operation, query: Object.fromEntries(searchParams), body }
}
