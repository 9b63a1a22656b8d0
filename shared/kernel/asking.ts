/** A question as the driver takes it. Its own queries have the columns of a prepared statement described with every answer. */
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { blankOf } from './plain-rows.js'

export interface Question {
  /** One name means one text, which each connection prepares once. Without a name the text is sent every time. */
  name?: string
  text: string
  values?: readonly unknown[]
}

/** What the driver keeps and its types do not tell: texts by name that the server has taken. The version of the driver is pinned. */
type Preparing = pg.Connection & { parsedStatements: Record<string, string> }

interface Shape {
  blank: Record<string, unknown>
  columns: readonly { name: string; read(text: string): unknown }[]
}

type Fields = readonly { name: string; dataTypeID: Parameters<typeof pg.types.getTypeParser>[0] }[]

/** What rows of prepared statements look like, by their names. */
const shapes = new WeakMap<pg.Connection, Map<string, Shape>>()

function shapesOf(connection: pg.Connection): Map<string, Shape> {
  const kept = shapes.get(connection) ?? new Map<string, Shape>()
  shapes.set(connection, kept)
  return kept
}

const shapeOf = (fields: Fields): Shape => ({
  blank: blankOf(fields.map(({ name }) => name)),
  columns: fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID, 'text') })),
})

export class Asking implements pg.Submittable {
  readonly settle: (error: Error | null, rows: object[]) => void
  /** Set before it is handed to the driver, which puts its time limit around it. */
  callback?: (error: Error | null, rows?: object[]) => void
  private readonly question: Question
  private readonly before: readonly Question[]
  private readonly rows: object[] = []
  private together: readonly Asking[] = []
  private keep: (shape: Shape) => void = () => undefined
  private shape: Shape | undefined
  private completed = 0
  private failure: Error | null = null

  constructor(question: Question, before: readonly Question[], settle: Asking['settle']) {
    this.question = question
    this.before = before
    this.settle = settle
  }

  /** It will send these, itself among them; who was sent by another sends nothing. */
  bring(together: readonly Asking[]): void {
    this.together = together
  }

  /** All in one write. */
  submit(connection: pg.Connection): void {
    if (this.together.length === 0) return
    connection.stream.cork()
    for (const one of this.together) one.send(connection as Preparing)
    connection.stream.uncork()
  }

  private send(connection: Preparing): void {
    const { name } = this.question
    const known = shapesOf(connection)
    this.shape = name ? known.get(name) : undefined
    if (name) this.keep = (shape) => known.set(name, shape)
    for (const one of this.before) {
      bind(connection, one)
      connection.execute({}, false)
    }
    bind(connection, this.question)
    if (!this.shape) connection.describe({ type: 'P' }, false)
    connection.execute({}, false)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    this.shape = shapeOf(fields)
    this.keep(this.shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    // What comes before the question was not asked for its answer.
    if (!this.shape || this.completed < this.before.length) return
    try {
      this.rows.push(read(this.shape, fields))
    } catch (error) {
      this.failure ??= error as Error
    }
  }

  handleCommandComplete(): void {
    this.completed += 1
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(this.failure, this.rows)
  }
}

function bind(connection: Preparing, { name = '', text, values = [] }: Question): void {
  if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, false)
  if (name) connection.parsedStatements[name] = text
  connection.bind({ statement: name, values: values.map((value) => utils.prepareValue(value)) }, false)
}

function read({ blank, columns }: Shape, fields: readonly (string | null)[]): object {
  const row = { ...blank }
  for (let place = 0; place < columns.length; place++) {
    const { name, read: readText } = columns[place] as Shape['columns'][number]
    const text = fields[place] as string | null
    row[name] = text === null ? null : readText(text)
  }
  return row
}
