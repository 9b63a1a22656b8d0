/** Connection to ClickHouse. The library is loaded at first use, because most installations have no ClickHouse. */
import { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { ClickHouseAddress, Config } from '../kernel/config.js'
import { seconds } from '../kernel/time.js'
import { changeStatement, createStatements, insertStatement, type TableName, type Topology, truncateStatement } from './tables.queries.js'
import { whenAvailable } from './when-available.js'

export interface ClickHouseQuery {
  /** Parameters are written as `{name:Type}`. */
  text: string
  values?: Record<string, unknown>
  settings?: ClickHouseSettings
}

export interface InsertedBlock {
  table: TableName
  /** Rows in the format JSONCompactEachRowWithNames. */
  content: string
  /** A block with the token of an earlier one is not inserted again. Without a token, equal blocks are inserted once. */
  token?: string
}

/** All methods create missing tables first, and throw `UnavailableError` while the server cannot be reached. */
export interface ClickHouse {
  topology: Topology
  /** 64-bit integers are numbers. */
  query<Row>(query: ClickHouseQuery): Promise<Row[]>
  /** Resolves when the rows are stored. */
  insert(block: InsertedBlock): Promise<void>
  /** Changes or deletes rows on all servers; resolves when it is done. `change` is what follows `alter table NAME`. */
  mutate(table: TableName, change: string, values?: Record<string, unknown>): Promise<void>
  /** Deletes all rows and the tokens of their blocks. */
  truncate(table: TableName): Promise<void>
  close(): Promise<void>
}

const clientSettings: ClickHouseSettings = {
  // Asynchronous inserts are merged before they are de-duplicated.
  async_insert: 0,
  // A block that is sent again must be cut in the same way.
  input_format_parallel_parsing: 0,
  date_time_input_format: 'best_effort',
  // Inserts reach the shards before they are acknowledged.
  distributed_foreground_insert: 1,
  output_format_json_quote_64bit_integers: 0,
  // One array is parsed faster than a line for each row.
  output_format_json_array_of_rows: 1,
  mutations_sync: '2',
}

const requestTimeoutMs = seconds(60)

const connections = new WeakMap<Config, ClickHouse>()

/** The connection of this process. Undefined without CLICKHOUSE_URL. */
export function clickHouseOf(config: Config): ClickHouse | undefined {
  if (!config.clickHouse) return undefined
  const connection = connections.get(config) ?? connectClickHouse(config.clickHouse)
  connections.set(config, connection)
  return connection
}

/** `replicated` is turned off in tests, whose engine has no replication. */
export function connectClickHouse(address: ClickHouseAddress, replicated = true): ClickHouse {
  const topology = { database: address.database, cluster: address.cluster, replicated }
  let ready: Promise<ClickHouseClient> | undefined
  const connect = () =>
    (ready ??= createTables(address, topology).then(
      () => openClient(address, address.database),
      (error: unknown) => {
        ready = undefined
        throw error
      },
    ))
  const use = <Result>(work: (client: ClickHouseClient) => Promise<Result>) => whenAvailable(async () => work(await connect()))
  return {
    topology,
    query: <Row>({ text, values, settings }: ClickHouseQuery) =>
      use(async (client) => {
        const result = await client.query({ query: text, query_params: values, clickhouse_settings: settings, format: 'JSONEachRow' })
        return JSON.parse(await result.text()) as Row[]
      }),
    insert: ({ table, content, token }) =>
      use(async (client) => {
        const { stream } = await client.exec({
          query: insertStatement(table, content),
          values: Readable.from([content], { objectMode: false }),
          clickhouse_settings: token === undefined ? {} : { insert_deduplication_token: token },
        })
        stream.resume()
      }),
    mutate: (table, change, values) =>
      use(async (client) => {
        await client.command({ query: changeStatement(topology, table, change), query_params: values })
      }),
    truncate: (table) =>
      use(async (client) => {
        await client.command({ query: truncateStatement(topology, table) })
      }),
    close: async () => (await ready?.catch(() => undefined))?.close(),
  }
}

async function createTables(address: ClickHouseAddress, topology: Topology): Promise<void> {
  // The database does not exist before the first statement.
  const client = await openClient(address, undefined)
  try {
    for (const query of createStatements(topology)) await client.command({ query })
  } finally {
    await client.close()
  }
}

async function openClient({ url, user, password }: ClickHouseAddress, database: string | undefined): Promise<ClickHouseClient> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client')
  return createClient({
    url,
    username: user,
    password,
    database,
    request_timeout: requestTimeoutMs,
    max_open_connections: 20,
    application: 'tributary',
    clickhouse_settings: clientSettings,
    log: { level: ClickHouseLogLevel.OFF }, // errors are thrown
  })
}
