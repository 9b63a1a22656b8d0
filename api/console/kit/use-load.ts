/** Data that a component loads. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api-client.js'

export interface Loaded<Value> {
  /** The latest value. It stays while a new one is loaded. */
  value: Value | undefined
  error: ApiError | null
  isLoading: boolean
  reload(): void
}

const toApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(0, 'unknown', String(error)))

interface LoadState<Value> extends Omit<Loaded<Value>, 'reload'> {
  /** A value is loading from the moment in which another key is given. */
  key: string
}

/** Loads when `key` changes. A new load cancels the one before. */
export function useLoad<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<LoadState<Value>>({ key, value: undefined, error: null, isLoading: true })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const end = new AbortController()
    setState((before) => ({ ...before, key, isLoading: true }))
    latest.current(end.signal).then(
      (value) => end.signal.aborted || setState({ key, value, error: null, isLoading: false }),
      (error: unknown) => end.signal.aborted || setState((before) => ({ ...before, error: toApiError(error), isLoading: false })),
    )
    return () => end.abort()
  }, [key, round])
  const { value, error, isLoading } = state
  return { value, error, isLoading: isLoading || state.key !== key, reload: useCallback(() => setRound((round) => round + 1), []) }
}

export interface LoadedList<Row> extends Omit<Loaded<Row[]>, 'value'> {
  rows: Row[] | undefined
  /** Loads the next rows; undefined at the end of the list. */
  loadMore: (() => void) | undefined
}

export interface ListRow {
  id: string
  /** Where the list continues after this row, if that is not its id; null at the end of the list. */
  nextCursor?: string | null
}

/** How the next rows are requested: after the last one, by number of the page, or not at all. */
export type Paging = 'cursor' | 'page' | 'none'
export interface PageQuery {
  startingAfter?: string
  page?: number
  pageSize?: number
}

const defaultPageSize = 50
/** After a cursor, rows can be read in larger parts than the first, which should be there at once. */
const cursorPageSize = 100

/** A reload reads at most as many parts again. The rows after them follow when they are scrolled to. */
const maxReloadedParts = 20

/** The first rows of a list. */
interface Rows<Row> {
  key: string
  rows: Row[]
  parts: number
  isEnd: boolean
}

interface Source<Row> {
  paging: Paging
  pageSize: number
  load: (query: PageQuery, signal: AbortSignal) => Promise<Row[]>
}

function nextPart({ rows, parts }: Rows<ListRow>, { paging, pageSize }: Pick<Source<never>, 'paging' | 'pageSize'>): PageQuery {
  const last = rows.at(-1)
  if (paging === 'none') return {}
  if (!last) return { pageSize }
  return paging === 'cursor' ? { startingAfter: last.nextCursor ?? last.id, pageSize: cursorPageSize } : { page: parts + 1, pageSize }
}

/** A row that was created meanwhile moves others to the next page, where they are found again: each is listed once. */
async function withNext<Row extends ListRow>(before: Rows<Row>, source: Source<Row>, signal: AbortSignal): Promise<Rows<Row>> {
  const query = nextPart(before, source)
  const found = await source.load(query, signal)
  const known = new Set(before.rows.map(({ id }) => id))
  const rows = [...before.rows, ...found.filter(({ id }) => !known.has(id))]
  const nextCursor = found.at(-1)?.nextCursor
  const isEnd = nextCursor === undefined ? found.length < (query.pageSize ?? Infinity) : nextCursor === null
  return { ...before, rows, parts: before.parts + 1, isEnd }
}

/** Reads as many rows as were there before. */
async function readRows<Row extends ListRow>(key: string, count: number, source: Source<Row>, signal: AbortSignal): Promise<Rows<Row>> {
  let list = await withNext({ key, rows: [], parts: 0, isEnd: false }, source, signal)
  while (!list.isEnd && list.rows.length < count && list.parts < maxReloadedParts) list = await withNext(list, source, signal)
  return list
}

/** What was loaded after the first rows. */
interface More<Row> {
  /** Other first rows begin a new list. */
  first: Rows<Row> | undefined
  list: Rows<Row> | undefined
  isLoading: boolean
  error: ApiError | null
}

/** Loads a list in parts. A smaller `pageSize` is for operations that refuse the usual one. */
export function useList<Row extends ListRow>(
  key: string,
  paging: Paging,
  load: Source<Row>['load'],
  pageSize = defaultPageSize,
): LoadedList<Row> {
  const source = { paging, pageSize, load }
  const loaded = useLoad<Rows<Row>>(key, (signal) => readRows(key, list?.key === key ? list.rows.length : 0, source, signal))
  const first = loaded.value
  const [more, setMore] = useState<More<Row>>({ first: undefined, list: undefined, isLoading: false, error: null })
  const current = more.first === first ? more : { first, list: first, isLoading: false, error: null }
  const list: Rows<Row> | undefined = current.list
  const loadMore = () => {
    if (!list || current.isLoading) return
    setMore({ ...current, isLoading: true, error: null })
    const change = (changes: Partial<More<Row>>) => setMore((now) => (now.first === first ? { ...now, isLoading: false, ...changes } : now))
    withNext(list, source, new AbortController().signal).then(
      (list) => change({ list }),
      (error: unknown) => change({ error: toApiError(error) }),
    )
  }
  return {
    rows: list?.rows,
    error: loaded.error ?? current.error,
    isLoading: loaded.isLoading || current.isLoading,
    reload: loaded.reload,
    loadMore: list?.isEnd === false ? loadMore : undefined,
  }
}
