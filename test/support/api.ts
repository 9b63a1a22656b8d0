/** Starts the API on a free port with its own database, and calls it. */
import { type ApiLimits, startApi } from '../../api/start.js'
import type { Config } from '../../shared/kernel/config.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { makers } from './make.js'
import { keepEventsInClickHouse, testTimeoutMs, silentLog, testConfig } from './service.js'

export interface ApiResponse {
  status: number
  headers: Headers
  /** Parsed JSON, otherwise text. */
  body: any // tests access fields of many shapes
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
  /** Sends a request such as `GET /links?page=2`. A body that is not a string is sent as JSON. */
  call(methodAndPath: string, call?: Call): Promise<ApiResponse>
  close(): Promise<void>
}

export async function testApi(env: Record<string, string> = {}, limits: ApiLimits = {}): Promise<TestApi> {
  const { config, release } = await testConfig(env)
  // Few connections, because opening one takes longer than most queries.
  const defaults = { connections: 5, rateLimitMs: testTimeoutMs, drainMs: 10 }
  const api = await startApi({ ...config, host: '127.0.0.1', port: 0 }, silentLog, { ...defaults, ...limits })
  const clickHouse = await keepEventsInClickHouse(config, api.resources.database.pool)
  const url = `http://127.0.0.1:${api.port}`
  return {
    config,
    url,
    resources: api.resources,
    make: makers(api.resources.database),
    call: (methodAndPath, call = {}) => callApi(url, methodAndPath, call),
    async close() {
      await api.close()
      await clickHouse?.close()
      await release()
    },
  }
}

async function callApi(url: string, methodAndPath: string, { key, body, headers = {} }: Call): Promise<ApiResponse> {
  const [method = 'GET', path = '/'] = methodAndPath.split(' ')
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
  }
}
