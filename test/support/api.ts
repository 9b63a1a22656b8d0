/** The real API over HTTP on a free port, with a database of its own, and a short way to call it. */
import { startApi } from '../../api/start.js'
import type { Config } from '../../shared/kernel/config.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { makers } from './make.js'
import { patience, silent, testConfig } from './service.js'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, else the text. */
  body: any // a test looks at fields of many shapes
}

export interface Call {
  key?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export interface TestApi {
  config: Config
  url: string
  resources: Resources
  make: ReturnType<typeof makers>
  /** `GET /links?page=2` as one text; a body that is no text is sent as JSON. */
  call(methodAndPath: string, call?: Call): Promise<Answer>
  close(): Promise<void>
}

export async function testApi(env: Record<string, string> = {}): Promise<TestApi> {
  const { config, release } = await testConfig(env)
  const api = await startApi({ ...config, host: '127.0.0.1', port: 0 }, silent, patience)
  const url = `http://127.0.0.1:${api.port}`
  return {
    config,
    url,
    resources: api.resources,
    make: makers(api.resources.database),
    call: (methodAndPath, call = {}) => callApi(url, methodAndPath, call),
    async close() {
      await api.close()
      await release()
    },
  }
}

async function callApi(url: string, methodAndPath: string, { key, body, headers = {} }: Call): Promise<Answer> {
  const [method = 'GET', path = '/'] = methodAndPath.split(' ')
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
  }
}
