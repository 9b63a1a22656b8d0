/** Providers whose kinds of objects are read one after the other. */
import type { Page, Provider, Rows, SourceOptions } from './provider.js'

export interface Step {
  /** Path and query of a page; the first one has the empty text. */
  path(page: string, options: SourceOptions): string
  /** Reads the body of a page. `next` is null after the last. */
  read(body: unknown, page: string, options: SourceOptions): Rows & Pick<Page, 'next' | 'isSmall'>
  /** The import can do without the objects of the step, if the account may not read them. */
  optional?: Rows['kind']
  /** The page after one that the account may not read; undefined if the import cannot do without it. By default the step ends. */
  afterSkipped?(page: string): string | null | undefined
}

interface Position {
  step: number
  page: string
}

/** The cursor of a page names the step and the page. */
export function inSteps(steps: readonly Step[]): Pick<Provider, 'path' | 'read' | 'skip'> {
  const positionOf = (cursor: string | null): Position => (cursor === null ? { step: 0, page: '' } : (JSON.parse(cursor) as Position))
  const at = (step: number, page: string): string | null => (step < steps.length ? JSON.stringify({ step, page } satisfies Position) : null)
  const nextAt = ({ step }: Position, page: string | null) => (page === null ? at(step + 1, '') : at(step, page))
  const stepOf = ({ step }: Position) => steps[step] as Step
  return {
    path(cursor, _, options) {
      const position = positionOf(cursor)
      return stepOf(position).path(position.page, options)
    },
    read(body, cursor, options): Page {
      const position = positionOf(cursor)
      const { next, ...rows } = stepOf(position).read(body, position.page, options)
      return { ...rows, next: nextAt(position, next) }
    },
    skip(cursor) {
      const position = positionOf(cursor)
      const { optional, afterSkipped = () => null } = stepOf(position)
      const next = optional && afterSkipped(position.page)
      return optional === undefined || next === undefined ? null : { kind: optional, rows: [], next: nextAt(position, next) }
    },
  }
}
