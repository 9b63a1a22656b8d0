/**
 * The embedded ClickHouse engine behind the part of a ClickHouse server's HTTP interface that the official client uses, so that tests run
 * real SQL without a server. Serves one folder:
 *
 * node server.mjs FOLDER PORT CONFIG_FILE [--SETTING=VALUE ...]
 *
 * Prints a line once it listens, and ends with its standard input, so that it never outlives a killed test.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'

// Each running query occupies a thread of the pool, whose size is read at its first use.
process.env.UV_THREADPOOL_SIZE ??= '16'
const maxRunningQueries = 12

const { default: chdb } = await import('chdb')
const [folder, port, configFile, ...settingArgs] = process.argv.slice(2)
const connectionArgs = ['--async_load_databases=0', `--config-file=${configFile}`, ...settingArgs]

// Keeps the engine loaded between requests.
const engine = new chdb.Session(folder, { connectionArgs })
const { version } = JSON.parse(engine.query('select version() as version', 'JSONEachRow'))

/** Parameters of a request that are not settings of its query. */
const requestParameters = new Set(['query', 'database', 'query_id', 'default_format', 'enable_http_compression', 'session_id', 'role'])

createServer((request, response) => void handle(request, response)).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write('listening\n'),
)
process.stdin.on('end', () => process.exit()).resume()
process.on('SIGTERM', () => (engine.close(), process.exit()))

async function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const queryId = searchParams.get('query_id') || randomUUID()
  const headers = {
    'X-ClickHouse-Query-Id': queryId,
    'X-ClickHouse-Server-Display-Name': 'test',
    'Content-Type': 'text/plain; charset=UTF-8',
  }
  try {
    const result = await limited(() => run(request, searchParams))
    response.writeHead(200, { ...headers, ...result.headers })
    response.end(result.body)
  } catch (error) {
    const [, code = '1'] = /Code: (\d+)/.exec(error.message) ?? []
    const message = error.message.replace(/^Query failed: /, '')
    response.writeHead(500, { ...headers, 'X-ClickHouse-Exception-Code': code })
    response.end(`${message} (version ${version})\n`)
  }
}

/** The body of a request with a `query` parameter is data or further text of the query; otherwise it is the query. */
async function run(request, parameters) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString()
  const query = parameters.has('query') ? [parameters.get('query'), body].filter(Boolean).join('\n') : body
  const { text, rowsRead, bytesRead } = await execute(query, parameters)
  const summary = JSON.stringify({ read_rows: String(rowsRead), read_bytes: String(bytesRead), written_rows: '0', written_bytes: '0' })
  const compress = parameters.get('enable_http_compression') === '1' && /gzip/.test(request.headers['accept-encoding'] ?? '')
  return {
    headers: { 'X-ClickHouse-Summary': summary, ...(compress ? { 'Content-Encoding': 'gzip' } : {}) },
    body: compress ? gzipSync(text, { level: 1 }) : text,
  }
}

/** Queries with parameters run one by one: the engine mixes up parameters that are bound at the same time, also of other connections. */
let lastBound = Promise.resolve()

function execute(query, parameters) {
  if (![...parameters.keys()].some((name) => name.startsWith('param_'))) return executeOnConnection(query, parameters)
  const result = lastBound.then(() => executeOnConnection(query, parameters))
  lastBound = result.catch(() => undefined)
  return result
}

/** Idle connections by their database and settings: opening one costs more than a small query. */
const idle = new Map()
const maxIdle = 4

/** One query at a time per connection. */
async function executeOnConnection(query, parameters) {
  const settings = [...parameters].filter(([name]) => !requestParameters.has(name))
  // Bound parameters would stay with the connection.
  const isReusable = !settings.some(([name]) => name.startsWith('param_'))
  const lasting = settings.filter(([name]) => name !== tokenSetting)
  const key = JSON.stringify([parameters.get('database'), parameters.has(tokenSetting), lasting])
  const connection = (isReusable && idle.get(key)?.pop()) || (await openConnection(parameters.get('database'), lasting))
  let isUsable = false
  try {
    if (parameters.has(tokenSetting)) await connection.queryAsync(setStatement([[tokenSetting, parameters.get(tokenSetting)]]))
    const result = await connection.queryAsync(query, { format: parameters.get('default_format') ?? 'TabSeparated' })
    isUsable = isReusable
    return { text: Buffer.from(result.bytes()), rowsRead: result.rowsRead, bytesRead: result.bytesRead }
  } finally {
    const others = idle.get(key) ?? []
    if (isUsable && others.length < maxIdle) idle.set(key, [...others, connection])
    else connection.close()
  }
}

const tokenSetting = 'insert_deduplication_token'

async function openConnection(database, settings) {
  const connection = new chdb.Session(folder, { connectionArgs })
  try {
    if (database) await connection.queryAsync(`use ${identifier(database)}`)
    if (settings.length > 0) await connection.queryAsync(setStatement(settings))
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const setStatement = (settings) => `set ${settings.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}`
const literal = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const identifier = (text) => `\`${text.replaceAll('`', '``')}\``

let running = 0
const waiting = []

async function limited(work) {
  if (running >= maxRunningQueries) await new Promise((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
